"""The Recorder's own words in Chinese, Arabic and other English."""

from __future__ import annotations

from kit.simphone.apps import media
from kit.simphone.words import read

WORDS = read(
    media.ROWS
    + """
Recorder|录音机|المسجّل|Voice recorder
Recording name|录音名称|اسم التسجيل|
Save recording|保存录音|حفظ التسجيل|Keep recording
Discard recording?|舍弃录音？|تجاهل التسجيل؟|
What was recorded will be lost.|已录内容将丢失。|سيُفقد ما تم تسجيله.|
Renamed to {name}|已重命名为 {name}|تمت إعادة التسمية إلى {name}|
Delete recording?|删除录音？|حذف التسجيل؟|
“{name}” cannot be brought back.|“{name}”将无法恢复。|لا يمكن استعادة “{name}”.|
Recording quality|录音质量|جودة التسجيل|Sound quality
Recording {number}|录音 {number}|تسجيل {number}|
High quality|高质量|جودة عالية|Best sound
Standard quality|标准质量|جودة عادية|Normal sound
Options of {name}|{name} 的选项|خيارات {name}|More for {name}
Search recordings|搜索录音|البحث في التسجيلات|Find recordings
Recording goes on|正在录音|التسجيل مستمر|
Recording is paused|录音已暂停|التسجيل متوقف مؤقتًا|
No recordings yet|还没有录音|لا توجد تسجيلات بعد|
Record|录音|تسجيل|New recording
Type the name of a recording|输入录音名称|اكتب اسم تسجيل|
Nothing is being recorded|没有正在进行的录音|لا يوجد تسجيل جارٍ|
Resume recording|继续录音|متابعة التسجيل|Go on recording
Pause recording|暂停录音|إيقاف التسجيل مؤقتًا|Hold recording
Stop recording|停止录音|إيقاف التسجيل|End recording
Paused|已暂停|متوقف مؤقتًا|
Recording|正在录音|جارٍ التسجيل|
This recording is no longer here|此录音已不在这里|لم يعد هذا التسجيل هنا|
The words show here while the recording plays|播放时这里显示文字|تظهر الكلمات هنا أثناء التشغيل|
No words in this recording|此录音没有文字|لا توجد كلمات في هذا التسجيل|
Position|进度|الموضع|
"""
)
