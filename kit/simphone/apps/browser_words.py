"""What Browser says, in Chinese and Arabic, and its main controls in other English words."""

from __future__ import annotations

from kit.simphone.words import read

WORDS = read("""
Search or type address|搜索或输入网址|ابحث أو اكتب عنوانًا|Address or search words
Tabs ({count})|标签页（{count}）|علامات التبويب ({count})|Open tabs ({count})
Tabs|标签页|علامات التبويب|Open tabs
New tab|新标签页|علامة تبويب جديدة|Open new tab
Close {title}|关闭 {title}|إغلاق {title}|
Forward|前进|إلى الأمام|Go forward
Add bookmark|添加书签|إضافة إشارة مرجعية|Bookmark this page
Remove bookmark|移除书签|إزالة الإشارة المرجعية|
Bookmarks|书签|الإشارات المرجعية|Saved pages
Bookmark added|已添加书签|تمت إضافة الإشارة المرجعية|
Bookmark removed|已移除书签|تمت إزالة الإشارة المرجعية|
No bookmarks yet|还没有书签|لا توجد إشارات مرجعية بعد|
Remove {title}|移除 {title}|إزالة {title}|
History|历史记录|السجل|Visited pages
Clear history|清除历史记录|محو السجل|Delete history
Clear the whole history?|清除全部历史记录？|محو السجل بالكامل؟|
All visited pages are forgotten. This cannot be undone.|将清除所有访问过的网页，且无法撤消。|ستُنسى كل الصفحات التي زرتها، ولا يمكن التراجع.|
No pages visited yet|还没有访问过网页|لم تُزر أي صفحة بعد|
Downloads|下载内容|التنزيلات|Downloaded files
Downloading {name}|正在下载 {name}|جارٍ تنزيل {name}|
Download complete|下载完成|اكتمل التنزيل|
Download {name}|下载 {name}|تنزيل {name}|
No downloads yet|还没有下载内容|لا توجد تنزيلات بعد|
Find in page|在网页中查找|البحث في الصفحة|
{count} lines|{count} 行|{count} أسطر|
Stop finding|结束查找|إنهاء البحث|
Shortcuts|快捷方式|الاختصارات|
Check Wi-Fi or mobile data.|请检查 Wi-Fi 或移动数据。|تحقق من الواي فاي أو بيانات الجوال.|
Page not found|找不到网页|الصفحة غير موجودة|
There is nothing at {url}.|{url} 上没有内容。|لا يوجد شيء على {url}.|
We value your privacy|我们重视您的隐私|نحن نقدّر خصوصيتك|
{site} would like to use cookies.|{site} 想使用 Cookie。|يود {site} استخدام ملفات تعريف الارتباط.|
Accept all|全部接受|قبول الكل|Agree to all
Reject all|全部拒绝|رفض الكل|Only necessary ones
Sign in to see this page.|登录后才能查看此网页。|سجّل الدخول لرؤية هذه الصفحة.|
User name|用户名|اسم المستخدم|
Password|密码|كلمة المرور|
Wrong user name or password|用户名或密码错误|اسم المستخدم أو كلمة المرور غير صحيحة|
Search the web|搜索网页|ابحث في الويب|
Results for {query}|“{query}”的搜索结果|نتائج {query}|
{query} - Seek|{query} - Seek 搜索|{query} - بحث Seek|
{who}, {stars} of 5 stars|{who}，{stars} 星（满分 5 星）|{who}، {stars} من 5 نجوم|
Choose|请选择|اختر|
Thank you|谢谢|شكرًا لك|
Confirmation number: {number}|确认号：{number}|رقم التأكيد: {number}|
Please fill in: {label}|请填写：{label}|يرجى ملء: {label}|
{label} must be a whole number|{label}必须是整数|يجب أن يكون {label} عددًا صحيحًا|
""")
