"""The puzzle game's own words in Chinese, Arabic and in other English words."""

from __future__ import annotations

from kit.simphone.words import read

WORDS = read("""
Puzzle|谜题|ألغاز
Sliding tiles|滑块拼图|القطع المنزلقة
Lights out|熄灯游戏|إطفاء الأضواء
{kind} · {count} moves|{kind} · {count} 步|{kind} · {count} نقلات
{kind} · solved in {count} moves|{kind} · 已用 {count} 步完成|{kind} · حُلّت في {count} نقلات
{kind} · locked|{kind} · 已锁定|{kind} · مقفلة
Moves: {count}|步数：{count}|النقلات: {count}
Best: {count}|最佳：{count}|الأفضل: {count}
Solved!|已完成！|حُلّت!|Done, well played!
Read the board|朗读棋盘|اقرأ اللوحة|Say what is shown
Row {row}: {fields}|第 {row} 行：{fields}|الصف {row}: {fields}
on|亮|مضاء
off|灭|مطفأ
empty|空|فارغ
Start again|重新开始|البدء من جديد|Begin anew
Start again?|要重新开始吗？|هل تريد البدء من جديد؟
Your {count} moves in “{name}” will be lost.|“{name}”中的 {count} 步将丢失。|ستضيع نقلاتك وعددها {count} في «{name}».
Restart|重来|إعادة
How to play|玩法|كيف تلعب
Slide the numbers into order. The empty field ends at the lower right.|滑动数字排好顺序，空格最后在右下角。|حرّك الأرقام لترتيبها. ينتهي الحقل الفارغ أسفل اليمين.
A touch switches a field and its neighbours. Switch every light off.|点一下会切换该格及其相邻格。把所有灯都熄灭。|لمسة تبدّل الحقل وجيرانه. أطفئ كل الأضواء.
Game board|棋盘|لوحة اللعب
This level is locked|此关卡已锁定|هذه المرحلة مقفلة
Level code|关卡密码|رمز المرحلة
Unlock|解锁|فتح القفل|Open up
This code is wrong|密码错误|هذا الرمز خاطئ
Tip of the day|每日提示|نصيحة اليوم
No levels|没有关卡|لا توجد مراحل
This level is gone|该关卡已不存在|هذه المرحلة لم تعد موجودة
""")
