"""Words every app says, in Chinese and Arabic, and in other English words; dates.

English is the key. An app adds its own words (`App.words`), in the same form: language -> English -> translation.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import lru_cache

Words = Mapping[str, Mapping[str, str]]

LANGUAGES = ("zh", "ar", "alt")
"""What there are translations for; "alt" is English in other words, as another maker would label the same control."""

_ROWS = """
OK|确定|حسنًا|
Cancel|取消|إلغاء|Dismiss
Save|保存|حفظ|Save changes
Delete|删除|حذف|Remove
Edit|编辑|تعديل|Modify
Add|添加|إضافة|Create new
Create|创建|إنشاء|Make
Done|完成|تم|Finish
Close|关闭|إغلاق|
Send|发送|إرسال|
Share|分享|مشاركة|Send to
Copy|复制|نسخ|
Paste|粘贴|لصق|
Search|搜索|بحث|Find
Clear|清除|محو|
Back|返回|رجوع|
Navigate up|向上导航|التنقل إلى أعلى|
Next|下一步|التالي|Continue
Previous|上一步|السابق|
More options|更多选项|خيارات أخرى|More
Menu|菜单|القائمة|
Settings|设置|الإعدادات|
Rename|重命名|إعادة التسمية|Change name
Move|移动|نقل|
Select all|全选|تحديد الكل|
Undo|撤消|تراجع|
Retry|重试|إعادة المحاولة|Try again
Refresh|刷新|تحديث|
Open|打开|فتح|
Yes|是|نعم|
No|否|لا|
On|开启|مفعّل|
Off|关闭|غير مفعّل|
Allow|允许|سماح|
Don't allow|不允许|عدم السماح|
Name|名称|الاسم|
Title|标题|العنوان|
Date|日期|التاريخ|
Time|时间|الوقت|
Amount|金额|المبلغ|
Note|备注|ملاحظة|
Category|类别|الفئة|
Quantity|数量|الكمية|
Price|价格|السعر|
Total|总计|الإجمالي|
All|全部|الكل|
Today|今天|اليوم|
Tomorrow|明天|غدًا|
Yesterday|昨天|أمس|
No results|无结果|لا توجد نتائج|Nothing found
Loading|正在加载|جارٍ التحميل|
Saved|已保存|تم الحفظ|
Deleted|已删除|تم الحذف|
Sent|已发送|تم الإرسال|
Copied to clipboard|已复制到剪贴板|تم النسخ إلى الحافظة|
Start|开始|بدء|
Stop|停止|إيقاف|
Pause|暂停|إيقاف مؤقت|
Resume|继续|استئناف|
Reset|重置|إعادة تعيين|
Play|播放|تشغيل|
Download|下载|تنزيل|
Install|安装|تثبيت|Get
Uninstall|卸载|إلغاء التثبيت|
Update|更新|تحديث التطبيق|
Favourite|收藏|مفضلة|
Archive|归档|أرشفة|
Reply|回复|رد|
Forward|转发|إعادة توجيه|
To|收件人|إلى|
Subject|主题|الموضوع|
Message|消息|رسالة|
Discard|舍弃|تجاهل|
Continue|继续|متابعة|
Confirm|确认|تأكيد|
Pay|支付|ادفع|
Sign in|登录|تسجيل الدخول|Log in
Sign out|退出登录|تسجيل الخروج|Log out
Help|帮助|مساعدة|
Home|首页|الصفحة الرئيسية|
List|列表|القائمة كاملة|
New|新建|جديد|
Sort|排序|ترتيب|
Filter|筛选|تصفية|
Something went wrong|出了点问题|حدث خطأ ما|
No internet connection|没有网络连接|لا يوجد اتصال بالإنترنت|
"""

_SYSTEM_ROWS = """
Search apps|搜索应用|البحث عن التطبيقات|Find apps
Clear all|全部清除|محو الكل|Dismiss all
Split screen: {app}|分屏：{app}|تقسيم الشاشة: {app}|
Split-screen divider|分屏分隔线|فاصل تقسيم الشاشة|
Expand|展开|توسيع|
System update available|系统更新可用|يتوفّر تحديث للنظام|
Security fixes are ready to install. The phone restarts once.|安全更新已就绪，手机将重启一次。|إصلاحات الأمان جاهزة للتثبيت. سيُعاد تشغيل الهاتف مرة واحدة.|
Later|稍后|لاحقًا|Not today
Restart now|立即重启|إعادة التشغيل الآن|
Battery is low|电池电量低|البطارية منخفضة|
{about}% remaining. Battery Saver makes it last longer.|剩余 {about}%。省电模式可延长续航。|المتبقي {about}%. يطيل وضع توفير الطاقة عمر البطارية.|
Turn on Battery Saver|开启省电模式|تشغيل توفير شحن البطارية|
Enjoying {about}?|喜欢{about}吗？|هل يعجبك {about}؟|
Tell others what you think of it.|告诉其他人您的看法。|أخبر الآخرين برأيك.|
Not now|以后再说|ليس الآن|Maybe later
Rate it|去评分|تقييم|
Incoming call|来电|مكالمة واردة|
Ongoing call|通话中|مكالمة جارية|
Decline|拒绝|رفض|
Answer|接听|رد|
Hang up|挂断|إنهاء المكالمة|
No recent items|最近没有运行任何应用|ما من عناصر حديثة|Nothing was open lately
No apps found|未找到应用|لم يتم العثور على تطبيقات|No such app
Close {app}|关闭{app}|إغلاق {app}|
Wi-Fi|WLAN|واي فاي|
Bluetooth|蓝牙|بلوتوث|
Airplane mode|飞行模式|وضع الطيران|
Do Not Disturb|勿扰|عدم الإزعاج|
Flashlight|手电筒|المصباح اليدوي|Torch
Auto-rotate|自动旋转|التدوير التلقائي|
Battery Saver|省电模式|توفير شحن البطارية|
Mobile data|移动数据|بيانات الجوّال|
No notifications|没有通知|ما من إشعارات|Nothing new
Display brightness|显示亮度|سطوع الشاشة|
Dismiss|关闭|تجاهل الإشعار|
{app} notification|{app}通知|إشعار من {app}|
Battery {level} percent.|电量为百分之 {level}。|مستوى البطارية {level} بالمائة.|
Ringer silent.|响铃静音。|الرنين صامت.|
Ringer vibrate.|响铃振动。|الرنين اهتزاز.|
Bluetooth on.|蓝牙已开启。|البلوتوث قيد التفعيل.|
Hotspot|热点|نقطة الاتصال|
Wifi signal full.|WLAN 信号满格。|إشارة واي فاي كاملة.|
Phone signal full.|手机信号满格。|إشارة الهاتف كاملة.|
Allow {app} to {what}?|要允许{app}{what}吗？|هل تريد السماح لتطبيق {app} بأن {what}؟|
While using the app|使用时允许|أثناء استخدام التطبيق|Only while using the app
Only this time|仅限这一次|هذه المرة فقط|Just once
Don’t allow|不允许|عدم السماح|
take pictures and record video|拍摄照片和录制视频|يلتقط الصور ويسجّل الفيديو|
access your contacts|访问您的通讯录|يصل إلى جهات اتصالك|
access this device’s location|访问此设备的位置信息|يصل إلى الموقع الجغرافي لهذا الجهاز|
record audio|录制音频|يسجّل الصوت|
send you notifications|向您发送通知|يرسل إليك إشعارات|
access photos and media on your device|访问您设备上的照片和媒体内容|يصل إلى الصور والوسائط على جهازك|
access your calendar|访问您的日历|يصل إلى تقويمك|
make and manage phone calls|拨打电话和管理通话|يجري المكالمات الهاتفية ويديرها|
send and view SMS messages|发送和查看短信|يرسل الرسائل القصيرة ويعرضها|
{app} isn't responding|{app}没有响应|{app} لا يستجيب|
Close app|关闭应用|إغلاق التطبيق|
Wait|等待|انتظار|
System UI|系统界面|واجهة النظام|
Space|空格|مسافة|
Shift|大写|تبديل الأحرف|
Go|前往|انتقال|
Enter|换行|سطر جديد|
Switch language|切换语言|تبديل اللغة|
Hide keyboard|收起键盘|إخفاء لوحة المفاتيح|
More candidates|更多候选|اقتراحات أخرى|
"""

_WEEKDAYS = {
    "zh": ("周一", "周二", "周三", "周四", "周五", "周六", "周日"),
    "ar": ("الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت", "الأحد"),
}
_MONTHS_AR = (
    "يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر",
)  # fmt: skip


def read(rows: str) -> dict[str, dict[str, str]]:
    """A table written as lines "English|Chinese|Arabic" or "English|Chinese|Arabic|other English"; the last may be empty.

    Raises:
        ValueError: a line lacks a translation or has too many parts.
    """
    found: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}
    for line in rows.strip().splitlines():
        english, *others = line.split("|")
        if not (english and 2 <= len(others) <= len(LANGUAGES) and all(others[:2])):
            raise ValueError(f"A line of translations has 3 or 4 parts, only the last of them empty: {line!r}")
        for language, words in zip(LANGUAGES, others, strict=False):
            if words:
                found[language][english] = words
    return found


COMMON: Words = read(_ROWS)
"""What any app may say."""

SYSTEM: Words = read(_SYSTEM_ROWS)
"""What the system itself says: launcher, shade, status bar, permission dialogs, keyboard."""


def table(language: str, own: Words) -> Mapping[str, str]:
    """English -> this language: the common words under an app's own. Empty for English."""
    return {**COMMON.get(language, {}), **own.get(language, {})}


def system(language: str, english: str, /, **values: object) -> str:
    """One of the system's own texts in this language, holes filled; English where there is no translation."""
    own = SYSTEM.get(language, {})
    found = own.get(english) or COMMON.get(language, {}).get(english, english)
    return found.format(**values) if values else found


def day(language: str, when: date, *, year: bool = False) -> str:
    """A date as a person reads it: "Mon, Sep 1", "9月1日周一"."""
    return _day(language, date(when.year, when.month, when.day), year)


@lru_cache(maxsize=2048)
def _day(language: str, when: date, year: bool) -> str:
    if language == "zh":
        return f"{when.year}年" * year + f"{when.month}月{when.day}日" + _WEEKDAYS["zh"][when.weekday()]
    if language == "ar":
        words = f"{_WEEKDAYS['ar'][when.weekday()]}، {when.day} {_MONTHS_AR[when.month - 1]}"
        return f"{words} {when.year}" if year else words
    return f"{when:%a, %b} {when.day}" + (f", {when.year}" if year else "")
