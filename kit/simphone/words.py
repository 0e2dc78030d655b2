"""Words every app says, in Chinese and Arabic, and in other English words; dates; all spellings of a text.

English is the key. An app adds its own words (`App.words`), in the same form: language -> English -> translation.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cache

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

_WEEKDAYS = {
    "zh": ("周一", "周二", "周三", "周四", "周五", "周六", "周日"),
    "ar": ("الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت", "الأحد"),
}
_MONTHS_AR = (
    "يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر",
)  # fmt: skip


def _common() -> dict[str, dict[str, str]]:
    rows = [line.split("|") for line in _ROWS.strip().splitlines()]
    return {lang: {r[0]: r[n] for r in rows if r[n]} for n, lang in enumerate(LANGUAGES, start=1)}


COMMON: Words = _common()


def table(language: str, own: Words) -> Mapping[str, str]:
    """English -> this language: the common words under an app's own. Empty for English."""
    return {**COMMON.get(language, {}), **own.get(language, {})}


def day(language: str, when: date, *, year: bool = False) -> str:
    """A date as a person reads it: "Mon, Sep 1", "9月1日周一"."""
    if language == "zh":
        return f"{when.year}年" * year + f"{when.month}月{when.day}日" + _WEEKDAYS["zh"][when.weekday()]
    if language == "ar":
        words = f"{_WEEKDAYS['ar'][when.weekday()]}، {when.day} {_MONTHS_AR[when.month - 1]}"
        return f"{words} {when.year}" if year else words
    return f"{when:%a, %b} {when.day}" + (f", {when.year}" if year else "")


@cache
def _index() -> Mapping[str, frozenset[str]]:
    from kit.simphone.apps import ALL

    found: dict[str, set[str]] = {}
    for words in (COMMON, *(app.words for app in ALL)):
        for table in words.values():
            for english, other in table.items():
                found.setdefault(english, {english}).add(other)
    return {english: frozenset(all_of) for english, all_of in found.items()}


def spellings(english: str, /, **values: object) -> frozenset[str]:
    """Every way a text of the phone can be written: in each language and variant, holes filled."""
    return frozenset(s.format(**values) if values else s for s in _index().get(english, {english}))
