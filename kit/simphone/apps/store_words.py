"""What Store says, in Chinese and Arabic, and its main controls in other English words."""

from __future__ import annotations

from kit.simphone.words import read

WORDS = read("""
Search apps and games|搜索应用和游戏|ابحث عن تطبيقات وألعاب|Find apps
My apps|我的应用|تطبيقاتي|Manage apps
Counters|计数|عدادات|
Dice|骰子|نرد|
Bills|账单|فواتير|
Other|其他|أخرى|
Installed|已安装|مثبت|
Free|免费|مجاني|
{rating} of 5|{rating} 分（满分 5 分）|{rating} من 5|
Nothing on offer|没有可用的应用|لا توجد تطبيقات|
Type the name of an app or of who made it|输入应用或开发者的名称|اكتب اسم تطبيق أو مطوّر|
App|应用|تطبيق|
Version {version}|版本 {version}|الإصدار {version}|
Version {version}, update {newer} available|版本 {version}，可更新到 {newer}|الإصدار {version}، يتوفر التحديث {newer}|
Size: {size} MB|大小：{size} MB|الحجم: {size} م.ب|
Price: {price}|价格：{price}|السعر: {price}|
Permissions: {list}|权限：{list}|الأذونات: {list}|
None|无|لا شيء|
camera|相机|الكاميرا|
contacts|通讯录|جهات الاتصال|
location|位置|الموقع|
microphone|麦克风|الميكروفون|
storage|存储|التخزين|
{who}, {stars} of 5 stars|{who}，{stars} 星（满分 5 星）|{who}، {stars} من 5 نجوم|
Rate|评分|تقييم|Give a rating
You gave {stars} of 5|您的评分：{stars}（满分 5）|تقييمك {stars} من 5|
Reviews|评价|المراجعات|
Installing, {percent}%|正在安装，{percent}%|جارٍ التثبيت، {percent}%|
Buy for {price}|以 {price} 购买|شراء مقابل {price}|
Balance: {balance}|余额：{balance}|الرصيد: {balance}|
Redeem a gift code|兑换礼品码|استرداد رمز هدية|Enter a gift code
Updates: {count}|更新：{count}|التحديثات: {count}|
Update all|全部更新|تحديث الكل|
On this phone|在此手机上|على هذا الهاتف|
No apps from the store|没有来自商店的应用|لا تطبيقات من المتجر|
Check Wi-Fi or mobile data.|请检查 Wi-Fi 或移动数据。|تحقق من الواي فاي أو بيانات الجوال.|
Not available|不可用|غير متاح|
{name} does not run on this phone.|{name} 无法在此手机上运行。|لا يعمل {name} على هذا الهاتف.|
{name} updated|{name} 已更新|تم تحديث {name}|
{name} installed|{name} 已安装|تم تثبيت {name}|
{name} uninstalled|{name} 已卸载|أُلغي تثبيت {name}|
{name} and its data will be removed.|{name} 及其数据将被移除。|سيُزال {name} وبياناته.|
Uninstall this app?|卸载此应用？|إلغاء تثبيت هذا التطبيق؟|
Your balance is {balance}. Redeem a gift code first.|您的余额为 {balance}，请先兑换礼品码。|رصيدك {balance}. استرد رمز هدية أولًا.|
Not enough balance|余额不足|الرصيد غير كافٍ|
Buy|购买|شراء|
{name} costs {price}.|{name} 的价格为 {price}。|سعر {name} هو {price}.|
Buy this app?|购买此应用？|شراء هذا التطبيق؟|
Gift code|礼品码|رمز الهدية|
Redeem|兑换|استرداد|
{amount} added|已添加 {amount}|أضيف {amount}|
This code is not valid|此兑换码无效|هذا الرمز غير صالح|
Your rating|您的评分|تقييمك|
""")
