"""The Gallery's own words in Chinese, Arabic and other English."""

from __future__ import annotations

from kit.simphone.apps import media
from kit.simphone.words import read

WORDS = read(
    media.ROWS
    + """
Gallery|相册|معرض الصور|Photo album
Photos|照片|الصور|Pictures
Albums|影集|الألبومات|Folders
Open camera|打开相机|فتح الكاميرا|Take a picture
Search pictures|搜索图片|البحث في الصور|Find pictures
No pictures here|这里没有图片|لا توجد صور هنا|
Film|视频|مقطع فيديو|
Play again|重新播放|إعادة التشغيل من البداية|Replay
Position|进度|الموضع|
This film cannot be played|无法播放此视频|لا يمكن تشغيل هذا المقطع|
1 item|1 项|عنصر واحد|
{count} items|{count} 项|{count} عناصر|
{count} selected|已选择 {count} 项|تم تحديد {count}|
Favourites|收藏夹|المفضلة|Starred
No favourites yet|还没有收藏|لا توجد مفضلات بعد|
Trash|回收站|سلة المهملات|Bin
No pictures found|未找到图片|لم يُعثر على صور|
Type a name or a caption|输入名称或说明|اكتب اسمًا أو وصفًا|
This picture is no longer here|这张图片已不在这里|لم تعد هذه الصورة هنا|
Add to favourites|加入收藏|إضافة إلى المفضلة|Star this picture
Remove from favourites|取消收藏|إزالة من المفضلة|Unstar this picture
Details|详细信息|التفاصيل|Information
Edit caption|编辑说明|تعديل الوصف|Change caption
Caption|说明|الوصف|
Move to album|移到影集|نقل إلى ألبوم|Put into album
New album|新建影集|ألبوم جديد|Create album
Album name|影集名称|اسم الألبوم|
There is an album with this name already|已有同名影集|يوجد ألبوم بهذا الاسم بالفعل|
File name|文件名|اسم الملف|
Renamed to {name}|已重命名为 {name}|تمت إعادة التسمية إلى {name}|
Moved to {album}|已移到 {album}|تم النقل إلى {album}|
Share pictures one at a time|一次只能分享一张图片|شارك الصور واحدة تلو الأخرى|
Move to trash?|移到回收站？|نقل إلى سلة المهملات؟|
Move {count} items to trash?|将 {count} 项移到回收站？|نقل {count} عناصر إلى سلة المهملات؟|
Move to trash|移到回收站|نقل إلى سلة المهملات|Put in the bin
You can restore it from the trash.|可以从回收站恢复。|يمكنك استعادتها من سلة المهملات.|
Moved to trash|已移到回收站|تم النقل إلى سلة المهملات|
Restore|恢复|استعادة|Put back
Restored|已恢复|تمت الاستعادة|
Delete forever|永久删除|حذف نهائيًا|Erase
Delete forever?|永久删除？|حذف نهائيًا؟|
Empty trash|清空回收站|إفراغ السلة|Empty bin
Empty trash?|清空回收站？|إفراغ السلة؟|
Trash is empty|回收站是空的|السلة فارغة|
This cannot be undone.|此操作无法撤消。|لا يمكن التراجع عن هذا.|
Size|大小|الحجم|
Folder|文件夹|المجلد|
None|无|لا يوجد|
Length|时长|المدة|
Resolution|分辨率|الدقة|
Taken with|拍摄方式|التُقطت باستخدام|
Front camera|前置摄像头|الكاميرا الأمامية|
Back camera|后置摄像头|الكاميرا الخلفية|
Flash on|闪光灯开启|الفلاش مفعّل|
No flash|无闪光灯|بدون فلاش|
"""
)
