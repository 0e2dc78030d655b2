"""What Messages says, in Chinese, Arabic and other English words."""

from __future__ import annotations

from kit.simphone.words import read

WORDS = read("""
Messages|信息|الرسائل|
Search messages|搜索信息|البحث في الرسائل|Find messages
Start chat|发起聊天|بدء محادثة|New chat
New conversation|新会话|محادثة جديدة|
No conversations yet|还没有会话|لا توجد محادثات بعد|
No messages with {name} yet|还没有与{name}的信息|لا توجد رسائل مع {name} بعد|
You|您|أنت|
You: {text}|您：{text}|أنت: {text}|
Draft: {text}|草稿：{text}|مسودّة: {text}|Not sent yet: {text}
Unread|未读|غير مقروءة|
Text message|短信内容|رسالة نصية|Write a text
Send message|发送信息|إرسال الرسالة|Send text
Type a name or phone number|输入姓名或电话号码|اكتب اسمًا أو رقم هاتف|
Send to {number}|发送至 {number}|إرسال إلى {number}|
Choose a contact or type a phone number|请选择联系人或输入电话号码|اختر جهة اتصال أو اكتب رقم هاتف|
No matching contacts|没有匹配的联系人|لا توجد جهات اتصال مطابقة|
Search by word or name|按字词或姓名搜索|ابحث بكلمة أو اسم|
Call|呼叫|اتصال|
Calling needs a SIM card: {number}|呼叫需要 SIM 卡：{number}|يتطلب الاتصال شريحة SIM‏: {number}|
Delete conversation|删除会话|حذف المحادثة|Remove conversation
Delete this conversation?|要删除此会话吗？|هل تريد حذف هذه المحادثة؟|Remove this conversation?
All messages with {name} will be deleted.|与{name}的所有信息都将被删除。|سيتم حذف كل الرسائل مع {name}.|
Conversation deleted|会话已删除|تم حذف المحادثة|
Select messages|选择信息|تحديد رسائل|Choose messages
{count} selected|已选择 {count} 条|تم تحديد {count}|
Mark as unread|标为未读|وضع علامة كغير مقروءة|
Delete messages|删除信息|حذف الرسائل|Remove messages
Delete {count} messages?|要删除 {count} 条信息吗？|هل تريد حذف {count} من الرسائل؟|
They cannot be brought back.|删除后无法恢复。|لا يمكن استعادتها.|
Messages deleted|信息已删除|تم حذف الرسائل|
Attach file|添加附件|إرفاق ملف|Add attachment
Remove attachment|移除附件|إزالة المرفق|
Attached: {name}|附件：{name}|المرفق: {name}|
Internal storage|内部存储|وحدة التخزين الداخلية|
This folder is empty|此文件夹为空|هذا المجلد فارغ|
This file is no longer on the phone|此文件已不在手机上|لم يعد هذا الملف على الهاتف|
Picture {name}|图片 {name}|صورة {name}|
{size} bytes|{size} 字节|{size} بايت|
Not sent. Tap to try again.|未发送。点按重试。|لم يتم الإرسال. انقر لإعادة المحاولة.|Sending failed. Tap to retry.
Not sent: the phone is in airplane mode|未发送：手机处于飞行模式|لم يتم الإرسال: الهاتف في وضع الطيران|
""")
