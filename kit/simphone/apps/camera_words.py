"""The Camera's own words in Chinese, Arabic and other English."""

from __future__ import annotations

from kit.simphone.words import read

WORDS = read("""
Flash|闪光灯|الفلاش|Flashlight
Timer|定时器|المؤقت|Self-timer
Flash off|闪光灯关闭|الفلاش مغلق|No flash
Flash on|闪光灯开启|الفلاش مفعّل|Always flash
Flash auto|闪光灯自动|الفلاش تلقائي|Automatic flash
Timer off|定时器关闭|المؤقت مغلق|No timer
Timer {seconds} s|定时 {seconds} 秒|مؤقت {seconds} ث|Delay {seconds} s
Timer cancelled|已取消定时|تم إلغاء المؤقت|
Photo saved|照片已保存|تم حفظ الصورة|
Video saved|视频已保存|تم حفظ الفيديو|
The camera needs your permission|相机需要您的授权|تحتاج الكاميرا إلى إذنك|
Allow it to take pictures and record video.|请允许拍摄照片和录制视频。|اسمح بالتقاط الصور وتسجيل الفيديو.|
Grant permission|授予权限|منح الإذن|Allow access
Camera settings|相机设置|إعدادات الكاميرا|Camera options
Photo in {count}|{count} 秒后拍照|صورة خلال {count}|
Recording {time}|正在录制 {time}|جارٍ التسجيل {time}|
Viewfinder|取景器|معاينة الكاميرا|
Front camera|前置摄像头|الكاميرا الأمامية|
Back camera|后置摄像头|الكاميرا الخلفية|
Photo|照片|صورة|Picture
Video|视频|فيديو|Movie
Cancel timer|取消定时|إلغاء المؤقت|
Stop recording|停止录制|إيقاف التسجيل|End recording
Start recording|开始录制|بدء التسجيل|Record
Take photo|拍照|التقاط صورة|Shutter
Last shot|上一张|آخر لقطة|Latest picture
Switch camera|切换摄像头|تبديل الكاميرا|Flip camera
Grid lines|网格线|خطوط الشبكة|
Thirds over the viewfinder|在取景器上显示三分线|أثلاث فوق المعاينة|
Shots are saved in|照片保存位置|تُحفظ اللقطات في|
""")
