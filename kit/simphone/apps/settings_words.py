"""What Settings says, in Chinese and Arabic, and in other English words for its main buttons."""

from __future__ import annotations

from kit.simphone.words import read

_PAGES = """\
Settings|设置|الإعدادات|
Search settings|搜索设置|البحث في الإعدادات|Find a setting
Search for a setting|搜索一项设置|ابحث عن إعداد|
Network & internet|网络和互联网|الشبكة والإنترنت|Connections
Mobile, Wi-Fi, hotspot|移动网络、WLAN、热点|الجوّال وWi-Fi ونقطة الاتصال|
Connected devices|已连接的设备|الأجهزة المتصلة|
Bluetooth, pairing|蓝牙、配对|البلوتوث والإقران|
Apps|应用|التطبيقات|Applications
Recent apps, default apps|最近使用的应用、默认应用|التطبيقات الأخيرة والتلقائية|
Notifications|通知|الإشعارات|
Notification history, conversations|通知历史记录、对话|سجلّ الإشعارات والمحادثات|
Battery|电池|البطارية|
Storage|存储空间|مساحة التخزين|
Sound & vibration|声音和振动|الصوت والاهتزاز|Sounds
Volume, haptics, Do Not Disturb|音量、触感反馈、勿扰|مستوى الصوت واللمس وعدم الإزعاج|
Display|显示|الشاشة|Screen
Dark theme, font size, brightness|深色主题、字体大小、亮度|المظهر الداكن وحجم الخط والسطوع|
Security & privacy|安全和隐私|الأمان والخصوصية|
Screen lock, permissions|屏幕锁定、权限|قفل الشاشة والأذونات|
Location|位置信息|الموقع الجغرافي|
System|系统|النظام|
Languages, date & time, reset|语言、日期和时间、重置|اللغات والتاريخ والوقت وإعادة الضبط|
About phone|关于手机|لمحة عن الهاتف|About this device
Internet|互联网|الإنترنت|
SIMs|SIM 卡|شرائح SIM|
Airplane mode|飞行模式|وضع الطيران|Flight mode
Hotspot & tethering|热点和网络共享|نقطة الاتصال والتوصيل|
Wi-Fi|WLAN|شبكة Wi-Fi|
Carrier|运营商|مشغّل شبكة الجوّال|
Mobile data|移动数据|بيانات الجوّال|Cellular data
Access data using mobile network|使用移动网络访问数据|الوصول إلى البيانات عبر شبكة الجوّال|
Wi-Fi hotspot|WLAN 热点|نقطة اتصال Wi-Fi|
Share this phone's connection|共享此手机的网络连接|مشاركة اتصال هذا الهاتف|
Hotspot name|热点名称|اسم نقطة الاتصال|
Bluetooth|蓝牙|البلوتوث|
NFC|近场通信 (NFC)|الاتصال القريب المدى NFC|
Allow data exchange when the phone touches another device|允许手机在接触其他设备时交换数据|السماح بتبادل البيانات عند ملامسة الهاتف لجهاز آخر|
Use Bluetooth|使用蓝牙|استخدام البلوتوث|
Device name|设备名称|اسم الجهاز|
App notifications|应用通知|إشعارات التطبيقات|
Control notifications from individual apps|控制各个应用的通知|التحكّم في إشعارات كل تطبيق|
General|常规|عام|
Notifications on lock screen|锁定屏幕上的通知|الإشعارات على شاشة القفل|
Notification dot on app icon|应用图标上的通知圆点|نقطة الإشعار على رمز التطبيق|
Do Not Disturb|勿扰|عدم الإزعاج|
Use Do Not Disturb|使用勿扰模式|استخدام وضع عدم الإزعاج|
Only get notified by important people and apps|仅接收重要的人和应用的通知|تلقّي إشعارات المهمّين فقط من الأشخاص والتطبيقات|
Battery level|电池电量|مستوى البطارية|
Battery usage|电池用量|استخدام البطارية|
Usage by app since last full charge|上次充满电后各应用的用量|استخدام التطبيقات منذ آخر شحن كامل|
Battery Saver|省电模式|توفير شحن البطارية|
Battery percentage|电池电量百分比|نسبة شحن البطارية|
Show battery percentage in status bar|在状态栏中显示电池电量百分比|عرض نسبة الشحن في شريط الحالة|
Use Battery Saver|使用省电模式|استخدام توفير الشحن|
Limits background activity|限制后台活动|يحدّ من النشاط في الخلفية|
Brightness|亮度|السطوع|
Brightness level|亮度级别|مستوى السطوع|
Adaptive brightness|自动调节亮度|السطوع التكيّفي|Auto brightness
Lock display|锁定显示|قفل الشاشة والعرض|
Screen timeout|屏幕超时|مهلة إيقاف الشاشة|Sleep after
Appearance|外观|المظهر|
Dark theme|深色主题|المظهر الداكن|Dark mode
Font size|字体大小|حجم الخط|Text size
Other display controls|其他显示控件|عناصر أخرى للتحكّم في العرض|
Auto-rotate screen|自动旋转屏幕|تدوير الشاشة تلقائيًا|
Media volume|媒体音量|مستوى صوت الوسائط|
Call volume|通话音量|مستوى صوت المكالمة|
Ring volume|铃声音量|مستوى صوت الرنين|
Alarm volume|闹钟音量|مستوى صوت المنبّه|
{value} of {maximum}|{value}/{maximum}|{value} من {maximum}|
Ringer mode|响铃模式|وضع الرنين|
Vibrate for calls|来电时振动|الاهتزاز عند المكالمات|
Touch sounds|触摸提示音|أصوات اللمس|
Use location|使用位置信息|استخدام الموقع الجغرافي|
App location permissions|应用位置信息权限|أذونات الموقع الجغرافي للتطبيقات|
Screen lock|屏幕锁定|قفل الشاشة|
Permission manager|权限管理器|مدير الأذونات|App permissions
Control app access to your data|控制应用对您数据的访问权限|التحكّم في وصول التطبيقات إلى بياناتك|
Languages & input|语言和输入法|اللغات والإدخال|Language
Languages, spell checker|语言、拼写检查工具|اللغات والمدقّق الإملائي|
Date & time|日期和时间|التاريخ والوقت|
Reset options|重置选项|خيارات إعادة الضبط|
Network, app preferences|网络、应用偏好设置|الشبكة وتفضيلات التطبيقات|
System languages|系统语言|لغات النظام|
Autofill|自动填充|الملء التلقائي|
Fill in forms with saved data|使用已保存的数据填写表单|ملء النماذج بالبيانات المحفوظة|
Set time automatically|自动设置时间|ضبط الوقت تلقائيًا|
Time zone|时区|المنطقة الزمنية|
Use 24-hour format|使用 24 小时制|استخدام نظام 24 ساعة|24-hour clock
Reset Bluetooth & Wi-Fi|重置蓝牙和 WLAN|إعادة ضبط البلوتوث وWi-Fi|
Forgets networks and turns Wi-Fi on, Bluetooth off|忘记网络，打开 WLAN，关闭蓝牙|ينسى الشبكات ويشغّل Wi-Fi ويوقف البلوتوث|
Reset app preferences|重置应用偏好设置|إعادة ضبط تفضيلات التطبيقات|
Enables all apps, resets permissions and notifications|启用所有应用，重置权限和通知|يفعّل كل التطبيقات ويعيد ضبط الأذونات والإشعارات|
Phone number|电话号码|رقم الهاتف|
Model|型号|الطراز|
Android version|Android 版本|إصدار Android|
IP address|IP 地址|عنوان IP|
Wi-Fi MAC address|WLAN MAC 地址|عنوان MAC لشبكة Wi-Fi|
Build number|版本号|رقم الإصدار|
"""

_CHOICES = """\
15 seconds|15 秒|15 ثانية|
30 seconds|30 秒|30 ثانية|
1 minute|1 分钟|دقيقة واحدة|
2 minutes|2 分钟|دقيقتان|
5 minutes|5 分钟|5 دقائق|
10 minutes|10 分钟|10 دقائق|
30 minutes|30 分钟|30 دقيقة|
Small|小|صغير|
Default|默认|تلقائي|
Large|大|كبير|
Largest|最大|أكبر حجم|
Ring|响铃|رنين|
Vibrate|振动|اهتزاز|
Silent|静音|صامت|
None|无|بلا قفل|
Swipe|滑动|التمرير السريع|
PIN|PIN 码|رقم التعريف الشخصي|
London|伦敦|لندن|
Berlin|柏林|برلين|
New York|纽约|نيويورك|
Los Angeles|洛杉矶|لوس أنجلوس|
Shanghai|上海|شنغهاي|
Tokyo|东京|طوكيو|
Kolkata|加尔各答|كولكاتا|
Sydney|悉尼|سيدني|
"""

_REST = """\
Wi-Fi is off|WLAN 已关闭|شبكة Wi-Fi متوقّفة|
To see available networks, turn Wi-Fi on.|要查看可用网络，请打开 WLAN。|لعرض الشبكات المتاحة، شغّل Wi-Fi.|
Connected|已连接|متصل|
Open network|开放网络|شبكة مفتوحة|
Secured|已加密|آمنة|
Password|密码|كلمة المرور|
Connect|连接|اتصال|Join
The password is too short|密码太短|كلمة المرور قصيرة جدًا|
Enter a name|请输入名称|أدخل اسمًا|
Reset Bluetooth & Wi-Fi?|要重置蓝牙和 WLAN 吗？|إعادة ضبط الاتصالات؟|
This will reset all Wi-Fi & Bluetooth settings. You can't undo this action.|这将重置所有 WLAN 和蓝牙设置。此操作无法撤消。|سيؤدي هذا إلى إعادة ضبط جميع إعدادات Wi-Fi والبلوتوث، ولا يمكن التراجع عنه.|
Bluetooth & Wi-Fi have been reset|蓝牙和 WLAN 已重置|تمت إعادة ضبط البلوتوث وWi-Fi|
No need, you are already a developer.|您已处于开发者模式，无需进行此操作。|لا حاجة لذلك، أنت مطوّر بالفعل.|
You are now a developer!|您现在处于开发者模式！|أنت الآن مطوّر!|
You are now {count} steps away from being a developer.|再执行 {count} 步操作即可进入开发者模式。|تفصلك {count} خطوات عن أن تصبح مطوّرًا.|
{time} AM|上午{time}|{time} ص|
{time} PM|下午{time}|{time} م|
{level}% - Charging|{level}% - 正在充电|{level}% - جارٍ الشحن|
{level}% - Not charging|{level}% - 未充电|{level}% - لا يتم الشحن|
Unavailable|无法获取|غير متوفّر|
{percent}% used - {size} free|已使用 {percent}% - 还剩 {size}|{percent}% مستخدَم - {size} متاح|
Images|图片|الصور|
Videos|视频|الفيديوهات|
Audio|音频|الصوتيات|
Documents|文档|المستندات|
Other files|其他文件|ملفات أخرى|
All apps|所有应用|كل التطبيقات|
App info|应用信息|معلومات التطبيق|
Disabled|已停用|غير مفعّل|
Installed|已安装|مثبّت|
Enable|启用|تفعيل|Turn on
Disable|停用|إيقاف التطبيق|Turn off
Force stop|强行停止|إيقاف إجباري|Stop app
Permissions|权限|الأذونات|
No permissions granted|未授予任何权限|لم يتم منح أي أذونات|
Storage & cache|存储空间和缓存|التخزين وذاكرة التخزين المؤقت|
Package|软件包|الحزمة|
Clear storage|清除存储空间|محو مساحة التخزين|Erase data
App permissions|应用权限|أذونات التطبيق|
No permissions requested|未请求任何权限|لم يتم طلب أي أذونات|
Allowed|允许使用|مسموح به|
Not allowed|不允许使用|غير مسموح به|
{permission} permission|{permission}权限|إذن {permission}|
{permission} access for {app}|{app}对{permission}的使用权限|وصول {app} إلى {permission}|
No apps requested this permission|没有应用请求此权限|لم يطلب أي تطبيق هذا الإذن|
{allowed} of {total} apps allowed|已允许 {allowed} 个应用（共 {total} 个）|تم السماح لعدد {allowed} من أصل {total} من التطبيقات|
All {app} notifications|所有“{app}”通知|جميع إشعارات {app}|
Camera|相机|الكاميرا|
Calendar|日历|التقويم|
Contacts|通讯录|جهات الاتصال|
Microphone|麦克风|الميكروفون|
Phone|电话|الهاتف|
SMS|短信|الرسائل القصيرة|
Photos and videos|照片和视频|الصور والفيديوهات|
Uninstall this app?|要卸载此应用吗？|إلغاء تثبيت التطبيق؟|
Do you want to uninstall this app?|您要卸载此应用吗？|هل تريد فعلاً إلغاء تثبيت هذا التطبيق؟|
Disable this app?|要停用此应用吗？|إيقاف هذا التطبيق؟|
Other apps may no longer work as intended.|其他应用可能无法再按预期运行。|قد لا تعمل تطبيقات أخرى على النحو المطلوب.|
Disable app|停用应用|إيقاف التطبيق الآن|
Force stop?|要强行停止吗？|إيقاف إجباري؟|
If you force stop an app, it may misbehave.|强行停止某个应用可能会导致其出现异常。|قد لا يعمل التطبيق بشكل صحيح إذا أوقفته إجباريًا.|
Clear app data?|要清除应用数据吗？|محو بيانات التطبيق؟|
This app's data, including files and settings, will be deleted.|系统将删除此应用的数据，包括文件和设置。|سيتم حذف بيانات هذا التطبيق، بما فيها الملفات والإعدادات.|
Reset app preferences?|要重置应用偏好设置吗？|إعادة ضبط التفضيلات؟|
You will not lose any app data.|您不会丢失任何应用数据。|لن تفقد أي بيانات تطبيقات.|
Reset apps|重置应用|إعادة ضبط التطبيقات|
Data of {app} cleared|已清除“{app}”的数据|تم محو بيانات {app}|
"""

WORDS = read(_PAGES + _CHOICES + _REST)
"""Language -> English -> translation, as `App.words` wants it."""
