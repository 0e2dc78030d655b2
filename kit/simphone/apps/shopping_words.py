"""The shop's own words in Chinese, Arabic and in other English words."""

from __future__ import annotations

from kit.simphone.words import read

WORDS = read("""
Shop|商店|المتجر
Search products|搜索商品|ابحث عن المنتجات
Wish list|心愿单|قائمة الأمنيات|Saved for later
Cart|购物车|سلة التسوق|Basket
Orders|订单|الطلبات|My orders
Categories|分类|الفئات
Recommended|推荐|موصى به|Picked for you
Kitchen|厨房|المطبخ
Sports|运动|الرياضة
Books|图书|الكتب
Garden|园艺|الحديقة
Electronics|电子产品|الإلكترونيات
Clothing|服装|الملابس
Sort by|排序方式|ترتيب حسب
Relevance|相关度|الصلة
Price: low to high|价格：从低到高|السعر: من الأقل إلى الأعلى
Price: high to low|价格：从高到低|السعر: من الأعلى إلى الأقل
Best rated|评分最高|الأعلى تقييمًا
Filters|筛选条件|عوامل التصفية
In stock only|仅看有货|المتوفر فقط
Any price|任意价格|أي سعر
Under {amount}|低于 {amount}|أقل من {amount}
Clear filters|清除筛选|مسح عوامل التصفية|Remove all filters
Show results|显示结果|عرض النتائج
Filters are on|筛选已开启|عوامل التصفية مفعّلة
Nothing here with these filters|没有符合筛选条件的商品|لا شيء بهذه العوامل
No products found|未找到商品|لم يتم العثور على منتجات
Type to search|输入以搜索|اكتب للبحث
Size|尺码|المقاس
Colour|颜色|اللون
Edition|版本|الإصدار
In stock|有货|متوفر
Only {count} left|仅剩 {count} 件|بقي {count} فقط
Out of stock|缺货|غير متوفر
Out of stock. Next delivery: {day}|缺货。下次到货：{day}|غير متوفر. التوريد التالي: {day}
Out of stock. No delivery planned|缺货。暂无到货计划|غير متوفر. لا يوجد توريد مخطط
Add to cart|加入购物车|أضف إلى السلة|Put in basket
Add to wish list|加入心愿单|أضف إلى قائمة الأمنيات|Save for later
Remove from wish list|移出心愿单|إزالة من قائمة الأمنيات|Forget this one
Choose an option first|请先选择规格|اختر خيارًا أولًا
Added to cart|已加入购物车|تمت الإضافة إلى السلة
There are no more in stock|库存不足|لا يوجد المزيد في المخزون
Reviews|评价|المراجعات
No reviews yet|暂无评价|لا توجد مراجعات بعد
{count} of 5 stars|{count} 星（满分 5 星）|{count} من 5 نجوم
This product is gone|该商品已下架|هذا المنتج لم يعد موجودًا
Your wish list is empty|心愿单是空的|قائمة أمنياتك فارغة
Your cart is empty|购物车是空的|سلتك فارغة
One less: {name}|减少一件：{name}|أقل بواحد: {name}
One more: {name}|增加一件：{name}|أكثر بواحد: {name}
Remove {name}|移除 {name}|إزالة {name}
Voucher code|优惠码|رمز القسيمة|Promo code
Apply voucher|使用优惠码|استخدم القسيمة|Redeem
Remove voucher|移除优惠码|إزالة القسيمة
This voucher code is not valid|优惠码无效|رمز القسيمة غير صالح
This voucher needs an order of {amount} or more|订单需满 {amount} 才能使用|تتطلب هذه القسيمة طلبًا بقيمة {amount} أو أكثر
Voucher {code}: {percent}% off|优惠码 {code}：减 {percent}%|القسيمة {code}: خصم {percent}%
Subtotal: {amount}|小计：{amount}|المجموع الفرعي: {amount}
Discount: {amount}|优惠：{amount}|الخصم: {amount}
Delivery: {amount}|运费：{amount}|التوصيل: {amount}
Total: {amount}|合计：{amount}|الإجمالي: {amount}
Go to checkout|去结算|الانتقال إلى الدفع|Proceed
Checkout|结算|إتمام الشراء
Deliver to|送货至|التوصيل إلى
How to deliver|配送方式|طريقة التوصيل
Standard|标准配送|عادي
Express|快速配送|سريع
Pick-up point|自提点|نقطة استلام
{name}, {amount}|{name}，{amount}|{name}، {amount}
Card ending {digits}|尾号 {digits} 的银行卡|البطاقة المنتهية بـ {digits}
Review and pay|核对并付款|المراجعة والدفع|Check and settle
Pay {amount}?|支付 {amount}？|دفع {amount}؟
Pay {amount}|支付 {amount}|ادفع {amount}
{count} items to {place}. {card} will be charged.|{count} 件商品，送至{place}。将从{card}扣款。|{count} من السلع إلى {place}. سيتم الخصم من {card}.
Payment is being processed|正在处理付款|جارٍ معالجة الدفع
Order placed|下单成功|تم تقديم الطلب
Your order number is {number}|您的订单号是 {number}|رقم طلبك هو {number}
Back to the shop|返回商店|العودة إلى المتجر
No orders yet|暂无订单|لا توجد طلبات بعد
Order {number}|订单 {number}|الطلب {number}
In preparation|备货中|قيد التحضير
Shipped|已发货|تم الشحن
Delivered|已送达|تم التوصيل
Cancelled|已取消|أُلغي
Cancel order|取消订单|إلغاء الطلب|Call off order
Keep order|保留订单|الاحتفاظ بالطلب
Cancel this order?|要取消此订单吗？|هل تريد إلغاء هذا الطلب؟
This cannot be undone. {amount} will be paid back.|此操作无法撤消。将退还 {amount}。|لا يمكن التراجع. سيُرد {amount}.
Order cancelled|订单已取消|أُلغي الطلب
Return items|退货|إرجاع السلع|Send items back
What do you want to return?|您想退哪些商品？|ماذا تريد أن تُرجع؟
Why?|原因|لماذا؟
Does not fit|尺寸不合适|المقاس غير مناسب
Damaged|商品损坏|تالف
Changed my mind|不想要了|غيّرت رأيي
Wrong item|发错商品|سلعة خاطئة
Request return|申请退货|طلب الإرجاع|Ask for return
Choose what to return and why|请选择退货商品和原因|اختر ما تريد إرجاعه والسبب
Request this return?|要申请退货吗？|هل تريد طلب الإرجاع؟
{count} items, {amount}. A courier will pick them up.|{count} 件商品，{amount}。快递员将上门取件。|{count} من السلع، {amount}. سيأخذها مندوب التوصيل.
Return requested|已申请退货|تم طلب الإرجاع
Returned: {reason}|退货：{reason}|مُرجَع: {reason}
""")
