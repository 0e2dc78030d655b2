"""What Clock says, in Chinese and Arabic, and in other English words for its main buttons; the world's cities."""

from __future__ import annotations

from kit.simphone.words import read

_ROWS = """
Alarm|闹钟|المنبّه|Alarms
Clock|时钟|الساعة|Cities
Timer|计时器|المؤقّت|Timers
Stopwatch|秒表|الميقاتية|
No Alarms|没有闹钟|لا توجد منبّهات|
Add alarm|添加闹钟|إضافة منبّه|New alarm
Alarm {time}|{time} 的闹钟|منبّه {time}|
{time} AM|上午{time}|{time} ص|
{time} PM|下午{time}|{time} م|
AM|上午|ص|
PM|下午|م|
Once|仅一次|مرة واحدة|
Not scheduled|未安排|غير مجدول|
Every day|每天|كل يوم|
Mon|周一|ن|
Tue|周二|ث|
Wed|周三|ر|
Thu|周四|خ|
Fri|周五|ج|
Sat|周六|س|
Sun|周日|ح|
Monday|星期一|يوم الاثنين|
Tuesday|星期二|يوم الثلاثاء|
Wednesday|星期三|يوم الأربعاء|
Thursday|星期四|يوم الخميس|
Friday|星期五|يوم الجمعة|
Saturday|星期六|يوم السبت|
Sunday|星期日|يوم الأحد|
{count} days|{count} 天|{count} يوم|
{count} hours|{count} 小时|{count} ساعة|
{count} minutes|{count} 分钟|{count} دقيقة|
Alarm set for {time} from now.|闹钟将在 {time}后响起。|سيرنّ المنبّه بعد {time}.|
Hour|小时|الساعات|
Minute|分钟|الدقائق|
Select time|选择时间|اختيار الوقت|
Invalid time|时间无效|وقت غير صالح|
Label|标签|التصنيف|
Add label|添加标签|إضافة تصنيف|Name this alarm
Change time|更改时间|تغيير الوقت|
Vibrate|振动|اهتزاز|
Alarm deleted|闹钟已删除|تم حذف المنبّه|
Dismiss|关闭闹钟|إيقاف الرنين|
Snooze|延后提醒|غفوة|
Snoozing for {count} minutes.|将在 {count} 分钟后再次提醒。|غفوة لمدة {count} دقيقة.|
Add city|添加城市|إضافة مدينة|New city
Search for a city|搜索城市|البحث عن مدينة|Find a city
No matching cities|没有匹配的城市|لا توجد مدن مطابقة|
{day}, same time|{day}，时间相同|{day}، التوقيت نفسه|
{hours} hr {minutes} min|{hours} 小时 {minutes} 分钟|{hours} س {minutes} د|
{hours} hr|{hours} 小时|{hours} س|
{day}, {length} ahead|{day}，早 {length}|{day}، متقدّمة {length}|
{day}, {length} behind|{day}，晚 {length}|{day}، متأخّرة {length}|
Remove|移除|إزالة|
Remove {name}?|要移除{name}吗？|هل تريد إزالة {name}؟|
Date and time settings|日期和时间设置|إعدادات التاريخ والوقت|
Add timer|添加计时器|إضافة مؤقّت|New timer
Delete digit|删除数字|حذف الرقم|
{hours}h {minutes}m {seconds}s|{hours}时 {minutes}分 {seconds}秒|{hours}س {minutes}د {seconds}ث|
{length} timer|{length} 计时器|مؤقّت {length}|
Delete {name}|删除 {name}|حذف {name}|
Add 1:00|加 1:00|إضافة 1:00|
Time's up|时间到|انتهى الوقت|
Lap|计次|لفّة|
Auckland|奥克兰|أوكلاند|
Beijing|北京|بكين|
Berlin|柏林|برلين|
Cairo|开罗|القاهرة|
Cape Town|开普敦|كيب تاون|
Chicago|芝加哥|شيكاغو|
Delhi|德里|دلهي|
Dubai|迪拜|دبي|
Honolulu|火奴鲁鲁|هونولولو|
Istanbul|伊斯坦布尔|إسطنبول|
Lima|利马|ليما|
Lisbon|里斯本|لشبونة|
London|伦敦|لندن|
Los Angeles|洛杉矶|لوس أنجلوس|
Mexico City|墨西哥城|مكسيكو سيتي|
Moscow|莫斯科|موسكو|
Nairobi|内罗毕|نيروبي|
New York|纽约|نيويورك|
Oslo|奥斯陆|أوسلو|
Paris|巴黎|باريس|
Rome|罗马|روما|
Santiago|圣地亚哥|سانتياغو|
Seoul|首尔|سيول|
Shanghai|上海|شنغهاي|
Singapore|新加坡|سنغافورة|
Sydney|悉尼|سيدني|
Tokyo|东京|طوكيو|
Toronto|多伦多|تورونتو|
"""

WORDS = read(_ROWS)
"""Language -> English -> translation, as `App.words` wants it."""
