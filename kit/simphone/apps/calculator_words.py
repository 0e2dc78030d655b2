"""What the Calculator says, in Chinese, Arabic and other English words. Digits and signs are the same everywhere."""

from __future__ import annotations

from kit.simphone.words import read

WORDS = read("""
Calculator|计算器|الآلة الحاسبة|
History|历史记录|السجل|Past sums
Clear history?|要清除历史记录吗？|هل تريد محو السجل؟|Forget all past sums?
No history|没有历史记录|لا يوجد سجل|
Delete this entry?|要删除此条记录吗？|هل تريد حذف هذا الإدخال؟|
No formula|没有算式|لا توجد صيغة|
No result|没有结果|لا توجد نتيجة|
clear|清空|محو|all clear
delete|退格|حذف رقم|backspace
equals|等于|يساوي|
divide|除以|قسمة|divided by
multiply|乘以|ضرب|times
minus|减|ناقص|
plus|加|زائد|
parentheses|括号|أقواس|brackets
percent|百分号|بالمائة|
point|小数点|الفاصلة العشرية|decimal point
Can't divide by 0|不能除以 0|لا يمكن القسمة على 0|
Bad expression|算式有误|صيغة غير صالحة|
""")
