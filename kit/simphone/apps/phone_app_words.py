"""Phone in Chinese and Arabic, and in other English words."""

from __future__ import annotations

from kit.simphone.words import read

WORDS = read("""
Favourites|收藏|المفضلة|Speed dial
Recents|通话记录|السجل|Call log
Contacts|联系人|جهات الاتصال|People
Voicemail|语音信箱|البريد الصوتي|Messages left
Keypad|拨号键盘|لوحة المفاتيح|Dial pad
Hide keypad|隐藏键盘|إخفاء لوحة المفاتيح
Phone number|电话号码|رقم الهاتف
Call|拨打|اتصال|Dial
Call {number}|拨打 {number}|الاتصال بـ {number}
Erase|退格|مسح رقم|Backspace
Missed|未接|فائتة
Incoming|来电|واردة
Outgoing|去电|صادرة
Declined|已拒接|مرفوضة
Mobile|手机|الجوال
Work|工作|العمل
No calls yet|没有通话记录|لا توجد مكالمات بعد
No missed calls|没有未接来电|لا توجد مكالمات فائتة
No favourites yet|还没有收藏|لا توجد أرقام مفضلة بعد
No contacts with a number|没有带号码的联系人|لا توجد جهات اتصال لها رقم
No voicemail|没有留言|لا توجد رسائل صوتية
No blocked numbers|没有屏蔽的号码|لا توجد أرقام محظورة
Search contacts|搜索联系人|البحث في جهات الاتصال|Find people
No matching contacts|没有匹配的联系人|لا توجد جهات اتصال مطابقة
Type a name or a number|输入姓名或号码|اكتب اسمًا أو رقمًا
Add to favourites|添加到收藏|إضافة إلى المفضلة|Star
Remove from favourites|从收藏中移除|إزالة من المفضلة|Unstar
Block number|屏蔽号码|حظر الرقم|Block this number
Unblock number|取消屏蔽|إلغاء حظر الرقم|Stop blocking
Unblock|取消屏蔽|إلغاء الحظر
Block|屏蔽|حظر
Blocked|已屏蔽|محظور
Block {number}?|屏蔽 {number}？|حظر {number}؟
Calls and messages from this number will not reach you.|来自此号码的来电和短信将不会送达。|لن تصلك مكالمات هذا الرقم أو رسائله.
Unblock {number}?|取消屏蔽 {number}？|إلغاء حظر {number}؟
Blocked numbers|已屏蔽的号码|الأرقام المحظورة|Block list
Number to block|要屏蔽的号码|الرقم المراد حظره
Enter a valid phone number|请输入有效的电话号码|أدخل رقم هاتف صالحًا
This number is blocked already|此号码已被屏蔽|هذا الرقم محظور من قبل
History|历史记录|السجل السابق
Delete from history|从历史记录中删除|حذف من السجل
Delete this call?|删除此通话记录？|حذف هذه المكالمة؟
It will be removed from the call history.|它将从通话记录中移除。|ستُزال من سجل المكالمات.
Clear call history|清除通话记录|محو سجل المكالمات|Erase call log
Clear call history?|清除通话记录？|محو سجل المكالمات؟
All calls will be removed. This cannot be undone.|所有通话记录都将被移除，且无法撤消。|ستُزال كل المكالمات ولا يمكن التراجع.
Calling…|正在呼叫…|جارٍ الاتصال…
On hold|已保持|قيد الانتظار
Connected at {time}|{time} 接通|متصل منذ {time}
Mute|静音|كتم|Mic off
Unmute|取消静音|إلغاء الكتم|Mic on
Speaker|扬声器|مكبر الصوت|Loudspeaker
Speaker off|关闭扬声器|إيقاف مكبر الصوت|Loudspeaker off
Hold|保持|تعليق
Resume call|恢复通话|استئناف المكالمة
End call|挂断|إنهاء المكالمة|Hang up
Live caption|实时字幕|ترجمة فورية
Keys pressed: {keys}|已按：{keys}|المفاتيح المضغوطة: {keys}
Call ended|通话已结束|انتهت المكالمة
Ongoing call|正在通话|مكالمة جارية|Call in progress
Return to call|返回通话|العودة إلى المكالمة
End the running call first|请先结束当前通话|أنهِ المكالمة الجارية أولًا
That key is not in use.|该按键无效。|هذا المفتاح غير مستخدم.
Transcript|文字转录|النص
New voicemail|新留言|رسالة صوتية جديدة
{seconds} seconds|{seconds} 秒|{seconds} ثانية
Delete voicemail|删除留言|حذف الرسالة الصوتية|Remove voicemail
Delete this voicemail?|删除此留言？|حذف هذه الرسالة الصوتية؟
It cannot be brought back.|此操作无法恢复。|لا يمكن استعادتها.
This voicemail was deleted|此留言已删除|حُذفت هذه الرسالة الصوتية
Voicemail deleted|留言已删除|حُذفت الرسالة الصوتية
Call settings|通话设置|إعدادات المكالمات|Calling options
Show my caller ID|显示我的号码|إظهار رقمي
Block unknown callers|屏蔽未知来电|حظر المتصلين المجهولين
Numbers that are not in Contacts do not ring|不在通讯录中的号码不响铃|الأرقام غير المحفوظة لا ترن
Call forwarding|来电转接|تحويل المكالمات
Not forwarding|未转接|غير محوّلة
All calls go to {number}|所有来电转接到 {number}|تحوَّل كل المكالمات إلى {number}
Calls are now forwarded to {number}|来电现已转接到 {number}|تحوَّل المكالمات الآن إلى {number}
Call forwarding is off|来电转接已关闭|تحويل المكالمات متوقف
The network does not know this code|网络无法识别此代码|الشبكة لا تعرف هذا الرمز
""")
