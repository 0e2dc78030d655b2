"""The Music app's own words in Chinese, Arabic and other English."""

from __future__ import annotations

from kit.simphone.apps import media
from kit.simphone.words import read

WORDS = read(
    media.ROWS
    + """
Music|音乐|الموسيقى|Tunes
Songs|歌曲|الأغاني|Tracks
Artists|歌手|الفنانون|Performers
Albums|专辑|الألبومات|Records
Playlists|播放列表|القوائم|Mixes
1 song|1 首歌曲|أغنية واحدة|1 track
{count} songs|{count} 首歌曲|{count} أغانٍ|{count} tracks
Unknown artist|未知歌手|فنان غير معروف|
Unknown album|未知专辑|ألبوم غير معروف|
Search music|搜索音乐|البحث في الموسيقى|Find music
Sleep timer|睡眠定时|مؤقت النوم|Stop timer
New playlist|新建播放列表|قائمة تشغيل جديدة|Create playlist
No playlists yet|还没有播放列表|لا توجد قوائم تشغيل بعد|
No music on this phone|手机上没有音乐|لا توجد موسيقى على هذا الهاتف|
Options of {title}|{title} 的选项|خيارات {title}|More for {title}
Play all|全部播放|تشغيل الكل|Play everything
Shuffle all|随机播放全部|تشغيل عشوائي|Mix everything
Type a song, an artist or an album|输入歌曲、歌手或专辑|اكتب أغنية أو فنانًا أو ألبومًا|
Playlist|播放列表|قائمة التشغيل|
This playlist was deleted|此播放列表已删除|حُذفت قائمة التشغيل هذه|
No songs in this playlist yet|此播放列表还没有歌曲|لا توجد أغانٍ في القائمة بعد|
Missing song|歌曲已丢失|أغنية مفقودة|
Now playing|正在播放|قيد التشغيل الآن|Player
Queue|播放队列|قائمة الانتظار|Up next
Nothing is playing|没有正在播放的歌曲|لا شيء قيد التشغيل|
Repeat off|不循环|التكرار مغلق|
Repeat all|全部循环|تكرار الكل|
Repeat one|单曲循环|تكرار واحدة|
Shuffle on|随机播放开启|العشوائي مفعّل|
Shuffle off|随机播放关闭|العشوائي مغلق|
Cover|封面|الغلاف|
Position|进度|الموضع|
Lyrics|歌词|كلمات الأغنية|Song text
No lyrics|没有歌词|لا توجد كلمات|
Music stops in {minutes} min|音乐将在 {minutes} 分钟后停止|تتوقف الموسيقى بعد {minutes} دقيقة|
Remove {title} from the queue|从队列中移除 {title}|إزالة {title} من القائمة|
Clear queue|清空队列|محو القائمة|Empty queue
The queue is empty|队列是空的|القائمة فارغة|
Play next|下一首播放|التشغيل التالي|Play after this
Add to queue|加入队列|إضافة إلى الانتظار|Play later
Added to queue|已加入队列|تمت الإضافة إلى الانتظار|
Add to playlist|加入播放列表|إضافة إلى قائمة تشغيل|Put on playlist
This song is in the playlist already|这首歌已在播放列表中|هذه الأغنية في القائمة بالفعل|
Added to {name}|已加入 {name}|تمت الإضافة إلى {name}|
Playlist name|播放列表名称|اسم القائمة|
Rename playlist|重命名播放列表|إعادة تسمية القائمة|Change playlist name
Delete playlist|删除播放列表|حذف القائمة|Remove playlist
Delete playlist?|删除播放列表？|حذف القائمة؟|
“{name}” will be deleted. The songs stay.|将删除“{name}”，歌曲会保留。|ستُحذف “{name}” وتبقى الأغاني.|
There is a playlist with this name already|已有同名播放列表|توجد قائمة بهذا الاسم بالفعل|
Playlist created|已创建播放列表|تم إنشاء القائمة|
Move up|上移|نقل إلى أعلى|Earlier
Move down|下移|نقل إلى أسفل|Later
Remove from playlist|从播放列表移除|إزالة من القائمة|Take off playlist
{minutes} minutes|{minutes} 分钟|{minutes} دقيقة|
"""
)
