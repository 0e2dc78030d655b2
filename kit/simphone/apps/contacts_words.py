"""What Contacts says, in Chinese, Arabic and other English words."""

from __future__ import annotations

from kit.simphone.words import read

WORDS = read("""
Contacts|通讯录|جهات الاتصال|
Favorites|收藏的联系人|جهات الاتصال المفضلة|
All contacts|所有联系人|الكل|Everyone
Family|家人|العائلة|
Friends|朋友|الأصدقاء|
Work|工作|العمل|
No group|未分组|بلا مجموعة|
Group|群组|المجموعة|
Search contacts|搜索联系人|البحث في جهات الاتصال|Find contacts
Clear search|清除搜索内容|محو البحث|
No contacts found|未找到联系人|لم يتم العثور على جهات اتصال|
No contacts yet|还没有联系人|لا توجد جهات اتصال بعد|
Nobody in this group|此群组中没有人|لا أحد في هذه المجموعة|
Type a name or a number|输入姓名或号码|اكتب اسمًا أو رقمًا|
Create new contact|新建联系人|إنشاء جهة اتصال جديدة|New contact
Create contact|创建联系人|إنشاء جهة اتصال|
Edit contact|编辑联系人|تعديل جهة الاتصال|Change contact
First name|名字|الاسم الأول|
Last name|姓氏|اسم العائلة|
Company|公司|الشركة|
Phone|电话|الهاتف|
Email|电子邮件|البريد الإلكتروني|
Work phone|工作电话|هاتف العمل|
Notes|附注|ملاحظات|
More fields|更多字段|حقول أخرى|Show more
Mobile|手机|الجوّال|
Call|呼叫|اتصال|
Calling…|正在呼叫…|جارٍ الاتصال…|
End call|挂断|إنهاء المكالمة|Hang up
Add to favorites|添加到收藏|إضافة إلى المفضلة|Star contact
Remove from favorites|从收藏中移除|إزالة من المفضلة|Unstar contact
Share contact|分享联系人|مشاركة جهة الاتصال|
Delete contact|删除联系人|حذف جهة الاتصال|Remove contact
Delete contact?|要删除联系人吗？|هل تريد حذف جهة الاتصال؟|Remove this contact?
{name} will be deleted.|{name}将被删除。|سيتم حذف {name}.|
This contact no longer exists|此联系人已不存在|لم تعد جهة الاتصال هذه موجودة|
Add a name or a number to save this contact|请添加姓名或号码以保存此联系人|أضف اسمًا أو رقمًا لحفظ جهة الاتصال|
Enter a valid email address|请输入有效的电子邮件地址|أدخل عنوان بريد إلكتروني صالحًا|
Enter a valid phone number|请输入有效的电话号码|أدخل رقم هاتف صالحًا|
Contact saved|联系人已保存|تم حفظ جهة الاتصال|
Contact deleted|联系人已删除|تم حذف جهة الاتصال|
""")
