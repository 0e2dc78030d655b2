"""What Calendar says, in Chinese and Arabic, and in other English words for its main buttons."""

from __future__ import annotations

from kit.simphone.words import read

_ROWS = """
Calendar|日历|التقويم|
Search events|搜索日程|البحث في الأحداث|Find events
New event|新建日程|حدث جديد|Add event
Schedule|日程列表|الجدول الزمني|Agenda
Month|月视图|الشهر|Month view
No events coming up|没有即将到来的日程|لا توجد أحداث قادمة|
No events on this day|这一天没有日程|لا توجد أحداث في هذا اليوم|
All day|全天|طوال اليوم|
{day}, has events|{day}，有日程|{day}، فيه أحداث|
{month} {year}|{year}年{month}|{month} {year}|
January|1月|يناير|
February|2月|فبراير|
March|3月|مارس|
April|4月|أبريل|
May|5月|مايو|
June|6月|يونيو|
July|7月|يوليو|
August|8月|أغسطس|
September|9月|سبتمبر|
October|10月|أكتوبر|
November|11月|نوفمبر|
December|12月|ديسمبر|
Mon|一|ن|
Tue|二|ث|
Wed|三|ر|
Thu|四|خ|
Fri|五|ج|
Sat|六|س|
Sun|日|ح|
Previous month|上个月|الشهر السابق|
Next month|下个月|الشهر التالي|
Event|日程|الحدث|
This event was deleted|此日程已删除|تم حذف هذا الحدث|
Edit event|编辑日程|تعديل الحدث|Change event
Delete event|删除日程|حذف الحدث|Remove event
Reminder: {reminder}|提醒：{reminder}|التذكير: {reminder}|
Reminder|提醒|التذكير|
None|无|بلا تذكير|
At time of event|日程开始时|وقت الحدث|
10 minutes before|提前 10 分钟|قبل 10 دقائق|
30 minutes before|提前 30 分钟|قبل 30 دقيقة|
1 hour before|提前 1 小时|قبل ساعة واحدة|
Start time|开始时间|وقت البدء|Starts at
End time|结束时间|وقت الانتهاء|Ends at
Location|地点|المكان|
No events found|未找到日程|لم يتم العثور على أحداث|
Type to search|输入内容以搜索|اكتب للبحث|
Type the date|输入日期|كتابة التاريخ|Enter the date by hand
Select date|选择日期|اختيار التاريخ|
yyyy-mm-dd|年-月-日 (yyyy-mm-dd)|سنة-شهر-يوم (yyyy-mm-dd)|
Use the form yyyy-mm-dd|请使用 yyyy-mm-dd 格式|استخدم الصيغة yyyy-mm-dd|
Hour|小时|الساعة|
Minute|分钟|الدقيقة|
Set start time|设置开始时间|ضبط وقت البدء|
Set end time|设置结束时间|ضبط وقت الانتهاء|
Enter a valid time|请输入有效时间|أدخل وقتًا صالحًا|
Event saved|日程已保存|تم حفظ الحدث|
Event deleted|日程已删除|تم حذف الحدث|
Delete this event?|要删除此日程吗？|هل تريد حذف هذا الحدث؟|
Add a title to save this event|请添加标题以保存此日程|أضف عنوانًا لحفظ هذا الحدث|
The event must end after it starts|日程的结束时间必须晚于开始时间|يجب أن ينتهي الحدث بعد بدايته|
"""

WORDS = read(_ROWS)
"""Language -> English -> translation, as `App.words` wants it."""
