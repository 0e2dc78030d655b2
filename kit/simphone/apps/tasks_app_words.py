"""The texts of Tasks in Chinese and Arabic, and main buttons in other English words."""

from __future__ import annotations

from kit.simphone.words import read

WORDS = read("""
Tasks|任务|المهام|
All tasks|所有任务|كل المهام|Everything
Due today|今天到期|مستحقة اليوم|
Search tasks|搜索任务|البحث في المهام|Find tasks
New list|新建列表|قائمة جديدة|Add a list
New task|新建任务|مهمة جديدة|Add a task
Edit task|编辑任务|تعديل المهمة|Change task
Delete task|删除任务|حذف المهمة|Remove task
Sort by|排序方式|الترتيب حسب|
Show|显示|عرض|Display
Due date|截止日期|تاريخ الاستحقاق|
Priority|优先级|الأولوية|
Sorted by due date|按截止日期排序|مرتبة حسب تاريخ الاستحقاق|
Sorted by priority|按优先级排序|مرتبة حسب الأولوية|
Sorted by title|按标题排序|مرتبة حسب العنوان|
Open tasks|未完成的任务|المهام المفتوحة|Still to do
Completed tasks|已完成的任务|المهام المكتملة|Finished tasks
Open and completed|未完成和已完成|المفتوحة والمكتملة|
No priority|无优先级|بلا أولوية|
Low priority|低优先级|أولوية منخفضة|
Medium priority|中优先级|أولوية متوسطة|
High priority|高优先级|أولوية عالية|
Complete {title}|完成 {title}|إكمال {title}|Tick off {title}
Mark {title} as open|将 {title} 标为未完成|إعادة فتح {title}|
Completed: {title}|已完成：{title}|اكتملت: {title}|
Open again: {title}|已恢复为未完成：{title}|أعيد فتحها: {title}|
{done} of {count} subtasks|子任务 {done}/{count}|{done} من {count} مهام فرعية|
Open: {count}|未完成：{count}|مفتوحة: {count}|
Nothing to do here|这里没有任务|لا شيء هنا|
No matching tasks|没有匹配的任务|لا توجد مهام مطابقة|
Type to search|输入以搜索|اكتب للبحث|
This task was deleted|此任务已删除|حُذفت هذه المهمة|
This list was deleted|此列表已删除|حُذفت هذه القائمة|
Overdue|已逾期|متأخرة|
No due date|无截止日期|بلا تاريخ|
Delete task?|删除任务？|حذف المهمة؟|
“{title}” cannot be brought back.|“{title}”删除后无法恢复。|لا يمكن استعادة «{title}».|
Task deleted|任务已删除|حُذفت المهمة|
Task saved|任务已保存|حُفظت المهمة|
A task needs a title|任务需要标题|المهمة تحتاج إلى عنوان|
Choose, or type the date as yyyy-mm-dd.|请选择，或按 yyyy-mm-dd 输入日期。|اختر أو اكتب التاريخ بصيغة yyyy-mm-dd.|
Use the form yyyy-mm-dd.|请使用 yyyy-mm-dd 格式。|استخدم الصيغة yyyy-mm-dd.|
When is it due?|何时到期？|متى موعدها؟|
Set date|设置日期|تعيين التاريخ|Use this date
Move to list|移动到列表|نقل إلى قائمة|
Subtasks|子任务|المهام الفرعية|
New subtask|新建子任务|مهمة فرعية جديدة|
Add subtask|添加子任务|إضافة مهمة فرعية|
Remove {step}|移除 {step}|إزالة {step}|
List name|列表名称|اسم القائمة|
Rename list|重命名列表|إعادة تسمية القائمة|
Delete list|删除列表|حذف القائمة|Remove list
Delete “{name}”?|删除“{name}”？|حذف «{name}»؟|
The list and all its tasks go for good. Tasks in it: {count}|列表及其所有任务将被永久删除。任务数：{count}|ستُحذف القائمة وكل مهامها نهائيًا. عدد المهام: {count}|
List deleted|列表已删除|حُذفت القائمة|
Choose a name that is not in use|请选择未使用的名称|اختر اسمًا غير مستخدم|
Task|任务详情|المهمة|
""")
