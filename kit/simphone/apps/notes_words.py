"""What Notes says, in Chinese, Arabic and other English words."""

from __future__ import annotations

from kit.simphone.words import read

WORDS = read("""
All notes|所有笔记|كل الملاحظات|
Search notes|搜索笔记|البحث في الملاحظات|Find notes
Folders|文件夹|المجلدات|
Folder|文件夹选项|المجلد|
No folder|无文件夹|بلا مجلد|
New folder|新建文件夹|مجلد جديد|Create folder
Rename folder|重命名文件夹|إعادة تسمية المجلد|Change folder name
Folder name|文件夹名称|اسم المجلد|
Choose a name that is not in use|请选择未使用的名称|اختر اسمًا غير مستخدم|
Delete folder|删除文件夹|حذف المجلد|Remove folder
Delete folder?|要删除文件夹吗？|هل تريد حذف المجلد؟|
Its notes go to the trash.|其中的笔记将移至回收站。|تنتقل ملاحظاته إلى سلة المهملات.|
1 note|1 条笔记|ملاحظة واحدة|
{count} notes|{count} 条笔记|{count} ملاحظات|
New note|新建笔记|ملاحظة جديدة|Add note
New checklist|新建清单|قائمة مهام جديدة|
Text note|文本笔记|ملاحظة نصية|Plain note
Checklist|清单|قائمة مهام|To-do list
Edit note|编辑笔记|تعديل الملاحظة|
Untitled|无标题|بلا عنوان|
Note|笔记内容|نص الملاحظة|
Title|标题|العنوان|
Add item|添加条目|إضافة عنصر|
Remove {item}|移除{item}|إزالة {item}|
{done} of {all} done|已完成 {done}/{all}|تم {done} من {all}|
Pinned|已置顶|مثبّتة|
Pin|置顶|تثبيت|Keep on top
Unpin|取消置顶|إلغاء التثبيت|
Tick all|全部勾选|تحديد كل العناصر|Check everything
Untick all|全部取消勾选|إلغاء تحديد كل العناصر|Uncheck everything
Duplicate|创建副本|إنشاء نسخة|Make a copy
{title} (copy)|{title}（副本）|{title} (نسخة)|
Move to folder|移动到文件夹|النقل إلى مجلد|
Moved to {folder}|已移至{folder}|تم النقل إلى {folder}|
Delete note?|要删除笔记吗？|هل تريد حذف الملاحظة؟|
You can restore it from the trash.|您可以从回收站中恢复它。|يمكنك استعادتها من سلة المهملات.|
Move to trash|移至回收站|النقل إلى سلة المهملات|Throw away
Moved to trash|已移至回收站|تم النقل إلى سلة المهملات|
Trash|回收站|سلة المهملات|Deleted notes
{count} deleted|已删除 {count} 条|تم حذف {count}|
Trash is empty|回收站为空|سلة المهملات فارغة|
Restore|恢复|استعادة|Bring back
Empty trash|清空回收站|إفراغ سلة المهملات|
Empty trash?|要清空回收站吗？|هل تريد إفراغ سلة المهملات؟|
The notes in it cannot be brought back.|其中的笔记将无法恢复。|لا يمكن استعادة الملاحظات التي فيها.|
Delete forever|永久删除|حذف نهائي|Remove for good
This note was deleted|此笔记已删除|تم حذف هذه الملاحظة|
No notes here yet|这里还没有笔记|لا توجد ملاحظات هنا بعد|
No matching notes|没有匹配的笔记|لا توجد ملاحظات مطابقة|
Type to search|输入以搜索|اكتب للبحث|
Edited {day}|编辑于 {day}|تم التعديل {day}|
Note saved|笔记已保存|تم حفظ الملاحظة|
An empty note cannot be saved|无法保存空笔记|لا يمكن حفظ ملاحظة فارغة|
""")
