"""The drawing app's own words in Chinese, Arabic and in other English words."""

from __future__ import annotations

from kit.simphone.words import read

WORDS = read("""
Drawings|画作|الرسومات|My drawings
New drawing|新建画作|رسم جديد|Start a drawing
Drawing name|画作名称|اسم الرسم
Choose a name that is not in use|请使用未被占用的名称|اختر اسمًا غير مستخدم
No drawings yet|暂无画作|لا توجد رسومات بعد
This drawing is gone|该画作已不存在|هذا الرسم لم يعد موجودًا
{count} strokes|{count} 笔|{count} خطوط
Black|黑色|أسود
Red|红色|أحمر
Blue|蓝色|أزرق
Green|绿色|أخضر
Orange|橙色|برتقالي
Purple|紫色|بنفسجي
Thin|细|رفيع
Medium|中|متوسط
Thick|粗|سميك
Undo stroke|撤消一笔|تراجع عن خط|Take back
Clear drawing|清空画作|محو الرسم|Wipe
Save as picture|保存为图片|حفظ كصورة|Export
Rename drawing|重命名画作|إعادة تسمية الرسم
Delete drawing|删除画作|حذف الرسم|Throw away
Show guide|显示参考线|إظهار الدليل
Hide guide|隐藏参考线|إخفاء الدليل
Clear this drawing?|要清空此画作吗？|هل تريد محو هذا الرسم؟
All {count} strokes will be gone.|全部 {count} 笔都将消失。|ستختفي كل الخطوط وعددها {count}.
Delete this drawing?|要删除此画作吗？|هل تريد حذف هذا الرسم؟
“{name}” cannot be brought back.|“{name}”将无法恢复。|لا يمكن استعادة «{name}».
Picture name|图片名称|اسم الصورة
A picture name has letters and digits only|图片名称只能包含字母和数字|اسم الصورة من حروف وأرقام فقط
Replace the picture?|要替换图片吗？|هل تريد استبدال الصورة؟
There is a picture named {name} already.|已有名为 {name} 的图片。|توجد صورة باسم {name} بالفعل.
Replace|替换|استبدال
Saved to Pictures as {name}|已保存到 Pictures：{name}|حُفظت في Pictures باسم {name}
Drawing area|画布|مساحة الرسم
""")
