"""The texts of Transit in Chinese and Arabic, and main buttons in other English words."""

from __future__ import annotations

from kit.simphone.words import read

WORDS = read("""
Transit|出行|المواصلات|
Trips|查询|الرحلات|Plan
Tickets|我的车票|التذاكر|My tickets
Saved|已保存|المحفوظة|Saved trips
From|出发站|من|
Destination|到达站|إلى محطة|
Date|日期|التاريخ|
Leave after|最早出发时间|المغادرة بعد|
Search trips|查询行程|البحث عن رحلات|Find trips
Swap stations|交换站点|تبديل المحطتين|
There is no station called “{name}”|没有名为“{name}”的车站|لا توجد محطة باسم «{name}»|
Choose two different stations|请选择两个不同的车站|اختر محطتين مختلفتين|
Enter the date as yyyy-mm-dd|请按 yyyy-mm-dd 输入日期|أدخل التاريخ بصيغة yyyy-mm-dd|
Enter the time as hh:mm|请按 hh:mm 输入时间|أدخل الوقت بصيغة hh:mm|
Searching for trips|正在查询行程|جارٍ البحث عن رحلات|
No trips after this time|此时间之后没有行程|لا رحلات بعد هذا الوقت|
Direct|直达|مباشرة|
Change in {station}|在 {station} 换乘|تغيير في {station}|
{minutes} min late|晚点 {minutes} 分钟|متأخر {minutes} دقيقة|
Trip|行程|الرحلة|
Line {line}|线路 {line}|الخط {line}|
Departs from {station}|从 {station} 出发|المغادرة من {station}|
Arrives in {station}|到达 {station}|الوصول إلى {station}|
Platform {platform}|{platform} 站台|الرصيف {platform}|
{time}, expected {expected}|{time}，预计 {expected}|{time}، المتوقع {expected}|
Notice|公告|تنبيه|
Save trip|保存行程|حفظ الرحلة|Remember trip
Remove saved trip|移除已保存的行程|إزالة الرحلة المحفوظة|
Trip saved|行程已保存|حُفظت الرحلة|
Buy ticket|购买车票|شراء تذكرة|Get a ticket
Passengers|乘客人数|عدد الركاب|
Fewer passengers|减少乘客|ركاب أقل|
More passengers|增加乘客|ركاب أكثر|
First class|一等座|الدرجة الأولى|
Twice the price|票价两倍|ضعف السعر|
Total: {total}|总计：{total}|الإجمالي: {total}|
Continue to payment|核对并继续|المتابعة إلى الدفع|Go to payment
Buy this ticket?|购买此车票？|شراء هذه التذكرة؟|
{start} to {end}, passengers: {count}, in all {total}. Tickets are not refunded.|{start} 至 {end}，乘客：{count}，共 {total}。车票不可退款。|من {start} إلى {end}، الركاب: {count}، المجموع {total}. لا تُسترد قيمة التذاكر.|
Ticket bought|购票成功|تم شراء التذكرة|
Ticket|车票|التذكرة|
This ticket is gone|此车票已不存在|لم تعد هذه التذكرة موجودة|
Cancelled|已作废|ملغاة|
Valid|有效|سارية|
Boarding code|乘车码|رمز الصعود|
Cancel ticket|作废车票|إلغاء التذكرة|Give up ticket
Cancel this ticket?|作废此车票？|إلغاء هذه التذكرة؟|
The money is not paid back, and the ticket can no longer be used.|票款不予退还，车票将无法使用。|لن يُعاد المبلغ ولن يمكن استخدام التذكرة.|
Keep it|保留|الاحتفاظ بها|
Ticket cancelled|车票已作废|أُلغيت التذكرة|
No tickets yet|还没有车票|لا توجد تذاكر بعد|
No saved trips|没有已保存的行程|لا توجد رحلات محفوظة|
This trip is no longer offered|此行程已不再提供|لم تعد هذه الرحلة متاحة|
{start} to {end}|{start} 至 {end}|من {start} إلى {end}|
Remove {trip}|移除 {trip}|إزالة {trip}|
Status|状态|الحالة|
""")
