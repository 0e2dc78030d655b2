"""What Maps says, in Chinese and Arabic, and its main controls in other English words."""

from __future__ import annotations

from kit.simphone.words import read

WORDS = read("""
Search here|在此搜索|ابحث هنا|Find a place
Saved lists|保存的列表|القوائم المحفوظة|Your lists
To|终点|إلى|
Map|地图|الخريطة|
My location|我的位置|موقعي|Where am I
Location is off|定位已关闭|الموقع متوقف|
This is where you are|这是您所在的位置|أنت هنا|
Café|咖啡馆|مقهى|
Restaurant|餐厅|مطعم|
Pharmacy|药店|صيدلية|
Hotel|酒店|فندق|
Museum|博物馆|متحف|
Parking|停车场|موقف سيارات|
{rating} of 5|{rating} 分（满分 5 分）|{rating} من 5|
No places found|找不到地点|لم يُعثر على أماكن|
Type a name, a street or a kind of place|输入名称、街道或地点类型|اكتب اسمًا أو شارعًا أو نوع مكان|
Places: {count}|地点：{count}|الأماكن: {count}|
New list|新建列表|قائمة جديدة|Make a list
No lists yet|还没有列表|لا توجد قوائم بعد|
Delete list|删除列表|حذف القائمة|Remove list
Nothing saved here yet|这里还没有保存内容|لا شيء محفوظ هنا بعد|
Place|地点|مكان|
Address: {address}|地址：{address}|العنوان: {address}|
Hours: {hours}|营业时间：{hours}|ساعات العمل: {hours}|
Phone: {phone}|电话：{phone}|الهاتف: {phone}|
Saved in {lists}|已保存到 {lists}|محفوظ في {lists}|
You gave {stars} of 5|您的评分：{stars}（满分 5）|تقييمك {stars} من 5|
{who}, {stars} of 5 stars|{who}，{stars} 星（满分 5 星）|{who}، {stars} من 5 نجوم|
Directions|路线|الاتجاهات|Route
Rate|评分|تقييم|Give a rating
Call|呼叫|اتصال|
Reviews|评价|المراجعات|
Your location|您的位置|موقعك|
From|起点|من|
Car|驾车|سيارة|Drive
On foot|步行|سيرًا|Walk
Transit|公交|نقل عام|Bus and train
{minutes} min|{minutes} 分钟|{minutes} دقيقة|
{metres} m|{metres} 米|{metres} م|
Turn left onto {street}|左转进入{street}|انعطف يسارًا إلى {street}|Go left on {street}
Turn right onto {street}|右转进入{street}|انعطف يمينًا إلى {street}|Go right on {street}
Arrive at {name}|到达{name}|الوصول إلى {name}|
On {street}|沿{street}行进|على {street}|
Arrival {time}|预计 {time} 到达|الوصول {time}|
End navigation|结束导航|إنهاء التنقل|Stop guidance
You have arrived|您已到达目的地|لقد وصلت|
{km} km|{km} 公里|{km} كم|
Save to list|保存到列表|حفظ في قائمة|
Removed from {name}|已从 {name} 移除|أزيل من {name}|
Saved to {name}|已保存到 {name}|حُفظ في {name}|
List name|列表名称|اسم القائمة|
Choose a name that is not in use|请使用未被占用的名称|اختر اسمًا غير مستخدم|
The list {name} cannot be brought back.|列表 {name} 无法恢复。|لا يمكن استعادة القائمة {name}.|
Delete this list?|删除此列表？|حذف هذه القائمة؟|
Your rating|您的评分|تقييمك|
Thanks for rating|感谢您的评分|شكرًا على تقييمك|
Calling needs a SIM card: {number}|拨打 {number} 需要 SIM 卡|يتطلب الاتصال بطاقة SIM: {number}|
""")
