"""The texts of Health in Chinese and Arabic, and main buttons in other English words."""

from __future__ import annotations

from kit.simphone.words import read

WORDS = read("""
Health|健康|الصحة|
Medicines|用药|الأدوية|Medication
Weight|体重|الوزن|
Week|本周图表|الأسبوع|Charts
Steps today|今日步数|خطوات اليوم|
{count} of {goal} steps|{count} / {goal} 步|{count} من {goal} خطوة|
Water today|今日饮水|ماء اليوم|
{count} of {goal} glasses|{count} / {goal} 杯|{count} من {goal} أكواب|
Add a glass|加一杯|إضافة كوب|One more glass
Remove a glass|减一杯|إزالة كوب|One glass less
Goal for steps|步数目标|هدف الخطوات|
Goal for water|饮水目标|هدف الماء|
Daily goal|每日目标|الهدف اليومي|
{count} a day|每天 {count}|{count} في اليوم|
Enter a whole number above 0|请输入大于 0 的整数|أدخل عددًا صحيحًا أكبر من 0|
No weights yet|还没有体重记录|لا توجد أوزان بعد|
New weight|记录体重|وزن جديد|Log weight
Edit weight|编辑体重|تعديل الوزن|
Weight in kg|体重（公斤）|الوزن بالكيلوغرام|
{kg} kg|{kg} 公斤|{kg} كغ|
Weight saved|体重已保存|حُفظ الوزن|
Delete weight|删除体重|حذف الوزن|
Enter a weight such as 72.5|请输入体重，例如 72.5|أدخل وزنًا مثل 72.5|
Enter the date as yyyy-mm-dd|请按 yyyy-mm-dd 输入日期|أدخل التاريخ بصيغة yyyy-mm-dd|
Enter the time as hh:mm|请按 hh:mm 输入时间|أدخل الوقت بصيغة hh:mm|
A medicine needs a name|药品需要名称|الدواء يحتاج إلى اسم|
Delete this medicine?|删除此药品？|حذف هذا الدواء؟|
Delete this weight?|删除此体重记录？|حذف هذا الوزن؟|
It cannot be brought back, nor what was noted about it.|删除后无法恢复，相关记录也会丢失。|لا يمكن استعادته ولا ما سُجّل عنه.|
No medicines|没有药品|لا أدوية|
New medicine|新增药品|دواء جديد|Add a medicine
Edit medicine|编辑药品|تعديل الدواء|Change medicine
Delete medicine|删除药品|حذف الدواء|Remove medicine
Medicine|药品|الدواء|
Medicine saved|药品已保存|حُفظ الدواء|
This medicine was deleted|此药品已删除|حُذف هذا الدواء|
Dose|剂量|الجرعة|
Mark as taken|标记为已服用|تم تناولها|Taken now
Skip dose|跳过此次|تخطي الجرعة|Not taken
Undo|撤消|تراجع|
Why is it skipped?|为什么跳过？|لماذا تُخطّى؟|
Taken|已服用|تم تناولها اليوم|
Skipped: {reason}|已跳过：{reason}|تُخطّيت: {reason}|
Not yet today|今天尚未服用|ليس بعد اليوم|
Today's dose|今日用药|جرعة اليوم|
Forgot|忘记了|نسيت|
Side effects|副作用|آثار جانبية|
Out of stock|药已用完|نفدت الكمية|
Doctor's advice|遵医嘱|نصيحة الطبيب|
Steps of the week|一周步数|خطوات الأسبوع|
Earlier week|上一周|الأسبوع السابق|
Later week|下一周|الأسبوع التالي|
{first} to {last}|{first} 至 {last}|من {first} إلى {last}|
{count} steps|{count} 步|{count} خطوة|
Tap a bar to see its day|点按柱形查看当天|اضغط على عمود لرؤية يومه|
""")
