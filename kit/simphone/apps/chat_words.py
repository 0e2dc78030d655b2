"""Chat in Chinese and Arabic, and in other English words."""

from __future__ import annotations

from kit.simphone.words import read

WORDS = read("""
Chats|聊天|المحادثات|Conversations
Search chats|搜索聊天|البحث في المحادثات|Find chats
Search by word or name|按文字或姓名搜索|ابحث بكلمة أو اسم
No matching messages|没有匹配的消息|لا توجد رسائل مطابقة
No chats yet|还没有聊天|لا توجد محادثات بعد
New chat|新聊天|محادثة جديدة|Start a chat
Choose a contact|选择联系人|اختر جهة اتصال
No contacts|没有联系人|لا توجد جهات اتصال
{count} unread|{count} 条未读|{count} غير مقروءة
You|你|أنت
You: {text}|你：{text}|أنت: {text}
No messages yet|还没有消息|لا توجد رسائل بعد
Write a message|写消息|اكتب رسالة|Say something
Send message|发送消息|إرسال الرسالة|Post message
Stop answering|停止回答|إيقاف الإجابة|Interrupt
{name} is typing…|{name} 正在输入…|{name} يكتب…
Answering…|正在回答…|جارٍ الرد…
Stopped|已停止|تم الإيقاف
Chat info|聊天信息|معلومات المحادثة|Details
Pinned|已置顶|مثبتة
Muted|已静音|مكتومة
Mute notifications|静音通知|كتم الإشعارات|Silence this chat
Pin chat|置顶聊天|تثبيت المحادثة|Keep on top
Unpin chat|取消置顶|إلغاء التثبيت
Mute chat|静音聊天|كتم المحادثة
Unmute chat|取消静音|إلغاء كتم المحادثة
Delete chat|删除聊天|حذف المحادثة|Remove chat
Delete this chat?|删除此聊天？|حذف هذه المحادثة؟
All its messages are deleted on this phone.|此手机上的全部消息都会被删除。|تُحذف كل رسائلها من هذا الهاتف.
Leave group|退出群组|مغادرة المجموعة|Quit group
Leave this group?|退出此群组？|مغادرة هذه المجموعة؟
You can only come back when somebody adds you.|只有被人重新添加才能回来。|لا يمكنك العودة إلا إذا أضافك أحد.
Members|成员|الأعضاء
Assistant|助理|المساعد
React|添加表情回应|تفاعل
Like|赞|إعجاب
Love|爱心|حب
Laugh|大笑|ضحك
Sad|难过|حزن
Thanks|感谢|شكر
Forward to|转发给|إعادة توجيه إلى
Forwarded|已转发|تمت إعادة التوجيه
Delete for everyone|为所有人删除|حذف لدى الجميع|Unsend
Delete for me|仅为我删除|حذف لديّ فقط
Delete for everyone?|为所有人删除？|حذف لدى الجميع؟
Nobody in this chat will see the message any more.|此聊天中的任何人都将看不到这条消息。|لن يرى أحد في هذه المحادثة الرسالة بعد الآن.
This message was deleted|此消息已删除|حُذفت هذه الرسالة
Message options|消息选项|خيارات الرسالة
Poll|投票|استطلاع
New poll|新建投票|استطلاع جديد|Create a poll
Question|问题|السؤال
Option 1|选项 1|الخيار 1
Option 2|选项 2|الخيار 2
Option 3|选项 3|الخيار 3
Option 4|选项 4|الخيار 4
Post poll|发布投票|نشر الاستطلاع|Publish poll
A poll needs a question and two options|投票需要一个问题和两个选项|يحتاج الاستطلاع إلى سؤال وخيارين
Votes: {count}|票数：{count}|الأصوات: {count}
Your vote|你的选择|صوتك
I am not sure about that. Could you say it in other words?|我不太确定，能换个说法吗？|لست متأكدًا. هل يمكنك صياغته بطريقة أخرى؟
""")
