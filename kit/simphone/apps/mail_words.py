"""Mail in Chinese and Arabic, and in other English words."""

from __future__ import annotations

from kit.simphone.words import read

WORDS = read("""
Inbox|收件箱|البريد الوارد|Received
Starred|已加星标|المميزة بنجمة|Flagged
Sent mail|已发邮件|البريد المرسل|Outbox
Drafts|草稿箱|المسودات|Unfinished
Archived|已归档|الأرشيف
Spam|垃圾邮件|الرسائل غير المرغوب فيها|Junk
Trash|回收站|المهملات|Bin
Labels|标签|التصنيفات
Folders|文件夹|المجلدات|Mailboxes
Accounts|账号|الحسابات
Compose|写邮件|إنشاء رسالة|Write
New message|新邮件|رسالة جديدة
Search mail|搜索邮件|البحث في البريد|Find mail
Type to search|输入以搜索|اكتب للبحث
No mail here|这里没有邮件|لا يوجد بريد هنا
No matching mail|没有匹配的邮件|لا يوجد بريد مطابق
Unread|未读|غير مقروءة
(no subject)|（无主题）|(بلا موضوع)
To: {names}|收件人：{names}|إلى: {names}
From: {address}|发件人：{address}|من: {address}
{count} selected|已选 {count} 封|تم تحديد {count}
Mark as read|标为已读|وضع علامة مقروء
Mark as unread|标为未读|وضع علامة غير مقروء
Star|加星标|تمييز بنجمة|Flag
Remove star|去掉星标|إزالة النجمة|Unflag
Report spam|举报垃圾邮件|الإبلاغ عن رسالة غير مرغوب فيها|Mark as junk
Not spam|不是垃圾邮件|ليست غير مرغوب فيها|Not junk
Move to|移动到|نقل إلى
Move to inbox|移到收件箱|نقل إلى البريد الوارد|Restore
Delete forever|永久删除|حذف نهائي
Delete forever?|永久删除？|حذف نهائي؟
This mail cannot be brought back.|此邮件将无法恢复。|لا يمكن استعادة هذه الرسالة.
Empty trash|清空回收站|إفراغ المهملات|Empty bin
Empty trash?|清空回收站？|إفراغ المهملات؟
All mail in it is deleted forever.|其中所有邮件都将被永久删除。|سيُحذف كل ما فيها نهائيًا.
Moved to {folder}|已移至{folder}|نُقلت إلى {folder}
Archived.|已归档。|تمت الأرشفة.
Moved to trash|已移至回收站|نُقلت إلى المهملات
This mail is no longer here|此邮件已不在这里|لم تعد هذه الرسالة هنا
Attach file|添加附件|إرفاق ملف|Add attachment
Attachment|附件|مرفق
Remove {name}|移除 {name}|إزالة {name}
Save {name}|保存 {name}|حفظ {name}
Saved to Download: {name}|已保存到 Download：{name}|حُفظ في Download: {name}
This file cannot be shown here|无法在此显示此文件|لا يمكن عرض هذا الملف هنا
No files on this phone|手机上没有文件|لا توجد ملفات على هذا الهاتف
Choose a file|选择文件|اختيار ملف
Enter a valid address|请输入有效的邮箱地址|أدخل عنوان بريد صالحًا
Add a recipient|请添加收件人|أضف مستلمًا
An empty message cannot be sent|空白邮件无法发送|لا يمكن إرسال رسالة فارغة
Send without a subject?|不写主题就发送？|إرسال بلا موضوع؟
The message has no subject.|此邮件没有主题。|ليس للرسالة موضوع.
Message sent|邮件已发送|تم إرسال الرسالة
Draft discarded|草稿已舍弃|تم تجاهل المسودة
From {address}|发件人 {address}|من {address}
Mail settings|邮件设置|إعدادات البريد|Mail options
Signature|签名|التوقيع
Forward all mail to|将所有邮件转发到|إعادة توجيه كل البريد إلى
Forwarding address|转发地址|عنوان إعادة التوجيه
Automatic reply|自动回复|رد تلقائي|Out of office
Not set|未设置|غير معيّن
Email address|电子邮箱地址|عنوان البريد الإلكتروني
Password|密码|كلمة المرور
Sign in to continue|登录以继续|سجّل الدخول للمتابعة
Thank you. We will be in touch.|谢谢，我们会与您联系。|شكرًا لك. سنتواصل معك.
Fill in both fields|请填写两个字段|املأ الحقلين
""")
