"""The bank's own words in Chinese, Arabic and in other English words."""

from __future__ import annotations

from kit.simphone.words import read

WORDS = read("""
Bank|银行|البنك
Enter your PIN|输入 PIN 码|أدخل رقم PIN|Your PIN, please
{count} of 4 digits|已输入 {count} 位，共 4 位|{count} من 4 أرقام
Delete digit|删除数字|حذف رقم
Wrong PIN|PIN 码错误|رقم PIN خاطئ
Too many tries. Wait 30 seconds|尝试次数过多，请等待 30 秒|محاولات كثيرة. انتظر 30 ثانية
Accounts|账户|الحسابات
Lock|锁定|قفل
Transfer|转账给收款人|تحويل|Send to someone
Cards|银行卡|البطاقات
Standing orders|定期转账|الأوامر الدائمة|Regular payments
Messages from the bank|银行消息|رسائل البنك|Inbox
{count} new|{count} 条新消息|{count} جديدة
Search transactions|搜索交易|ابحث في المعاملات
No transactions|暂无交易|لا توجد معاملات
Type to search|输入以搜索|اكتب للبحث
Account number {number}|账号 {number}|رقم الحساب {number}
Balance: {amount}|余额：{amount}|الرصيد: {amount}
Transaction|交易|المعاملة
From account|付款账户|من حساب
Reference: {words}|附言：{words}|المرجع: {words}
Account: {name}|账户：{name}|الحساب: {name}
To whom?|收款人|إلى من؟
Saved payees|已保存的收款人|المستفيدون المحفوظون
Reference|附言|المرجع
Check transfer|核对转账|مراجعة التحويل|Review
Choose who gets the money|请选择收款人|اختر من يستلم المال
Enter an amount such as 12.50|请输入金额，例如 12.50|أدخل مبلغًا مثل 12.50
Not enough money in this account|账户余额不足|لا يوجد مال كافٍ في هذا الحساب
Transfer {amount}|转账 {amount}|حوّل {amount}
Transfer {amount}?|转账 {amount}？|تحويل {amount}؟
From {account} to {payee}. This cannot be undone.|从{account}转给{payee}。此操作无法撤消。|من {account} إلى {payee}. لا يمكن التراجع.
Transfer done|转账完成|تم التحويل
No standing orders|没有定期转账|لا توجد أوامر دائمة
Standing order|定期转账详情|الأمر الدائم
{amount} on day {day} of each month|每月 {day} 日 {amount}|{amount} في اليوم {day} من كل شهر
Change amount|修改金额|تغيير المبلغ
End standing order|终止定期转账|إنهاء الأمر الدائم|Stop paying
End this standing order?|要终止此定期转账吗？|هل تريد إنهاء هذا الأمر الدائم؟
{payee} will get no more payments.|{payee} 将不再收到付款。|لن يتلقى {payee} أي مدفوعات أخرى.
End it|终止|إنهاء
Keep it|保留|إبقاء
Standing order ended|定期转账已终止|انتهى الأمر الدائم
New amount|新金额|المبلغ الجديد
Card ending {digits}|尾号 {digits} 的银行卡|البطاقة المنتهية بـ {digits}
Frozen|已冻结|مجمّدة
Active|正常|نشطة
Card number|卡号|رقم البطاقة
Show card number|查看卡号|عرض رقم البطاقة|Reveal number
Freeze card|冻结银行卡|تجميد البطاقة|Block card
Nobody can pay with a frozen card|冻结后无法付款|لا يمكن لأحد الدفع ببطاقة مجمّدة
Freeze this card?|要冻结此银行卡吗？|هل تريد تجميد هذه البطاقة؟
Unfreeze this card?|要解冻此银行卡吗？|هل تريد إلغاء تجميد هذه البطاقة؟
Payments with the card ending {digits} stop at once.|尾号 {digits} 的银行卡将立即停止付款。|تتوقف المدفوعات بالبطاقة المنتهية بـ {digits} فورًا.
The card ending {digits} can be used again.|尾号 {digits} 的银行卡可再次使用。|يمكن استخدام البطاقة المنتهية بـ {digits} مجددًا.
Freeze|冻结|تجميد
Unfreeze|解冻|إلغاء التجميد
Payments abroad|境外支付|المدفوعات في الخارج
Online limit|线上限额|حد الدفع عبر الإنترنت
Cash limit|取现限额|حد السحب النقدي
{amount} a day|每天 {amount}|{amount} في اليوم
The limit must be between $0 and $5,000|限额须在 $0 到 $5,000 之间|يجب أن يكون الحد بين $0 و$5,000
No messages|没有消息|لا توجد رسائل
This is gone|已不存在|لم يعد موجودًا
""")
