"""What Files says, in Chinese and Arabic, and in other English words for its main buttons."""

from __future__ import annotations

from kit.simphone.words import read

_ROWS = """
Internal storage|内部存储空间|وحدة التخزين الداخلية|
Folder not found|找不到文件夹|لم يتم العثور على المجلد|
No items|没有任何文件|لا توجد عناصر|
1 item|1 项|عنصر واحد|
{count} items|{count} 项|{count} عناصر|
{count} selected|已选择 {count} 项|تم اختيار {count}|
No folders|没有文件夹|لا توجد مجلدات|
Search this phone|搜索此手机|البحث في هذا الهاتف|Find on this phone
No matches in this phone|此手机上没有匹配项|لا توجد نتائج مطابقة في هذا الهاتف|
Type a file name|输入文件名|اكتب اسم ملف|
Info|信息|معلومات|
File not found|找不到文件|لم يتم العثور على الملف|
Type|类型|النوع|
Folder|文件夹|مجلد|
Size|大小|الحجم|
{size} ({bytes} bytes)|{size}（{bytes} 字节）|{size} ({bytes} بايت)|
Modified|修改时间|تاريخ التعديل|
Location|位置|الموقع|
Text|文本|نص|
Image|图片|صورة|
Audio|音频|صوت|
Video|视频|فيديو|
PDF document|PDF 文档|مستند PDF|
Archive|压缩文件|أرشيف|
Android app|Android 应用|تطبيق Android|
File|文件|ملف|
Photo {name}|照片 {name}|الصورة {name}|
Can't open file|无法打开文件|لا يمكن فتح الملف|
New folder|新建文件夹|مجلد جديد|Create folder
Sort by…|排序方式…|الترتيب حسب…|Change order…
Sort by|排序方式|الترتيب حسب|
File name (A to Z)|文件名（A 到 Z）|اسم الملف (من أ إلى ي)|
Modified (newest first)|修改时间（由新到旧）|تاريخ التعديل (الأحدث أولاً)|
Size (largest first)|大小（由大到小）|الحجم (الأكبر أولاً)|
Move to…|移至…|نقل إلى…|Relocate…
Copy to…|复制到…|نسخ إلى…|Duplicate to…
Get info|查看信息|عرض المعلومات|Details
Enter a valid name|请输入有效的名称|أدخل اسمًا صالحًا|
An item with this name already exists here.|此处已有同名的项目。|يوجد هنا عنصر بهذا الاسم.|
Delete {name}?|要删除{name}吗？|هل تريد حذف {name}؟|
Moved {items}|已移动 {items}|تم نقل {items}|
Copied {items}|已复制 {items}|تم نسخ {items}|
Can't put a folder into itself|无法将文件夹放入其自身|لا يمكن وضع مجلد داخل نفسه|
"""

WORDS = read(_ROWS)
"""Language -> English -> translation, as `App.words` wants it."""
