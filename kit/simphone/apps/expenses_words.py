"""The texts of Expenses in Chinese and Arabic, and main buttons in other English words."""

from __future__ import annotations

from kit.simphone.words import read

WORDS = read("""
Expenses|记账|المصاريف|
Entries|明细|القيود|Records
Months|按月|الأشهر|By month
Budgets|各类预算|الميزانيات|
Search expenses|搜索账目|البحث في المصاريف|Find an expense
New entry|新增账目|قيد جديد|Add an expense
Edit entry|编辑账目|تعديل القيد|Change this expense
Delete entry|删除账目|حذف القيد|Remove this expense
Delete entry?|删除此账目？|حذف القيد؟|
{amount} of {date} will be gone for good.|{date} 的 {amount} 将被永久删除。|سيُحذف المبلغ {amount} بتاريخ {date} نهائيًا.|
Entry deleted|账目已删除|حُذف القيد|
Entry saved|账目已保存|حُفظ القيد|
This entry was deleted|此账目已删除|حُذف هذا القيد|
Show account|显示账户|عرض الحساب|Choose account
All accounts|所有账户|كل الحسابات|
Account|账户|الحساب|Paid from
Month|月份|الشهر|
Entry|账目|القيد|
Enter an amount such as 12.40|请输入金额，例如 12.40|أدخل مبلغًا مثل 12.40|
Enter the date as yyyy-mm-dd|请按 yyyy-mm-dd 输入日期|أدخل التاريخ بصيغة yyyy-mm-dd|
Budget|预算|الميزانية|
Budget for {category}|{category}的预算|ميزانية {category}|
For a month. Leave it empty for none.|按月计算，留空表示无预算。|لكل شهر. اتركه فارغًا لإلغاء الميزانية.|
No budget|无预算|بلا ميزانية|
{amount} a month|每月 {amount}|{amount} شهريًا|
{left} left of {budget}|预算 {budget}，剩余 {left}|بقي {left} من {budget}|
{over} over the budget of {budget}|超出预算 {budget}：{over}|تجاوز الميزانية {budget} بمقدار {over}|
Nothing was spent here|这里没有支出|لا توجد مصاريف هنا|
No matching entries|没有匹配的账目|لا توجد قيود مطابقة|
Type to search|输入以搜索|اكتب للبحث|
Total of {month}|{month} 合计|إجمالي {month}|
Food|餐饮|الطعام|
Transport|交通|المواصلات|
Housing|居住|السكن|
Leisure|娱乐|الترفيه|
Health|健康|الصحة|
Travel|旅行|السفر|
Gifts|礼物|الهدايا|
Clothes|服装|الملابس|
""")
