"""Pinyin typed letter by letter to Chinese: a small dictionary, and the candidates of what was typed so far.

A few hundred syllables and everyday words, no more: what it does not know stands as it was typed.
"""

from __future__ import annotations

from functools import cache, lru_cache

_SYLLABLES = """
a 啊阿|ai 爱矮哀碍|an 安按暗岸|ang 昂|ao 奥熬傲|ba 把八吧爸|bai 白百摆败|ban 半办班般|bang 帮棒邦|bao 包报保宝
bei 被北备杯|ben 本奔笨|bi 比必笔毕|bian 边变便遍|biao 表标|bie 别|bin 宾彬|bing 并病冰兵|bo 波播伯博
bu 不部步布|ca 擦|cai 才菜财采|can 参餐残|cang 藏仓|cao 草操|ce 测策册|ceng 层曾|cha 查茶差|chai 拆柴|chan 产馋
chang 长常场厂|chao 超朝炒|che 车彻|chen 陈晨沉|cheng 成城程称|chi 吃持迟尺|chong 重虫充|chou 抽愁丑
chu 出处初除|chuan 船穿传|chuang 床窗创|chui 吹垂|chun 春纯|ci 次此词|cong 从聪|cu 粗促|cui 催脆|cun 村存
cuo 错措|da 大打达答|dai 带代待戴|dan 但单蛋淡|dang 当党|dao 到道倒刀|de 的得地|deng 等灯登|di 地第低弟
dian 点电店|diao 掉调|ding 定订顶|diu 丢|dong 东动懂冬|dou 都豆斗|du 读度独|duan 段短断|dui 对队|dun 顿吨
duo 多朵|e 饿俄额|en 恩嗯|er 二而儿耳|fa 发法|fan 饭反翻|fang 方放房|fei 飞非费|fen 分份|feng 风封丰|fo 佛
fou 否|fu 付服父福|gai 该改|gan 干感敢|gang 刚港|gao 高告搞|ge 个各哥歌|gei 给|gen 跟根|geng 更|gong 工公共
gou 够狗购|gu 古故顾|gua 挂瓜|guai 怪|guan 关管馆|guang 光广|gui 贵归|gun 滚|guo 过国果|ha 哈|hai 还海孩
han 汉喊寒|hang 行航|hao 好号|he 和喝河合|hei 黑|hen 很|hong 红|hou 后候|hu 湖户|hua 话花画|huai 坏怀|huan 换欢
huang 黄|hui 会回|hun 婚|huo 或活火|ji 几机记|jia 家加价|jian 见件间|jiang 将讲江|jiao 叫交教|jie 接姐节
jin 今进近|jing 经京静|jiu 就九酒|ju 局句举|juan 卷|jue 觉决|jun 军|ka 卡咖|kai 开|kan 看|kang 康|kao 考靠
ke 可课客|ken 肯|kong 空|kou 口|ku 苦哭|kuai 快块|kuan 宽款|kun 困|la 拉|lai 来|lan 蓝|lang 狼|lao 老|le 了乐
lei 累|leng 冷|li 里李力|lian 连脸|liang 两亮|liao 聊|lie 列|lin 林|ling 零领|liu 六留|long 龙|lou 楼|lu 路
lv 绿旅|lun 论|luo 落|ma 吗妈马|mai 买卖|man 慢满|mang 忙|mao 猫|me 么|mei 没每美|men 们门|meng 梦|mi 米|mian 面
miao 秒|min 民|ming 明名|mo 末|mu 木母|na 那拿|nai 奶|nan 南男难|nao 脑|ne 呢|nei 内|neng 能|ni 你泥|nian 年
niao 鸟|nin 您|niu 牛|nong 农|nu 努|nv 女|nuan 暖|o 哦|pa 怕|pai 拍|pan 盘|pang 旁|pao 跑|pei 陪|peng 朋|pi 皮
pian 片|piao 票|pin 品|ping 平瓶|po 破|pu 普|qi 七起气|qian 前钱千|qiang 强|qiao 桥|qie 切|qin 亲|qing 请清
qiu 球秋|qu 去区|quan 全|que 却|qun 群|ran 然|rang 让|re 热|ren 人认|ri 日|rong 容|rou 肉|ru 如|ruan 软|san 三
se 色|sha 沙|shan 山|shang 上|shao 少|she 社|shei 谁|shen 什身|sheng 生|shi 是时十|shou 手收|shu 书|shua 刷
shuang 双|shui 水睡|shun 顺|shuo 说|si 四|song 送|su 速|suan 算|sui 岁|sun 孙|suo 所|ta 他她它|tai 太|tan 谈
tang 汤|tao 套|te 特|teng 疼|ti 题|tian 天|tiao 条|tie 铁|ting 听|tong 同|tou 头|tu 图|tui 推|tuo 托|wa 哇
wai 外|wan 完晚|wang 网王|wei 为|wen 问|wo 我|wu 五|xi 西|xia 下|xian 先|xiang 想|xiao 小|xie 写|xin 新|xing 行
xiong 兄|xiu 修|xu 需|xuan 选|xue 学|ya 呀|yan 眼|yang 样|yao 要|ye 也|yi 一|yin 因|ying 应|yong 用|you 有|yu 鱼
yuan 元|yue 月|yun 云|za 杂|zai 在|zan 咱|zao 早|ze 则|zen 怎|zeng 增|zha 炸|zhai 摘|zhan 站|zhang 张|zhao 找
zhe 这|zhen 真|zheng 正|zhi 只|zhong 中|zhou 周|zhu 住|zhuan 转|zhuang 装|zhun 准|zhuo 桌|zi 字|zong 总|zou 走
zu 组|zui 最|zuo 做
"""
"""Syllable, then the characters it may be, the likeliest first."""

_WORDS = """
nihao 你好|women 我们|nimen 你们|tamen 他们|xiexie 谢谢|zaijian 再见|zaoshang 早上|wanshang 晚上|wanan 晚安
xiawu 下午|shangwu 上午|zhongwu 中午|jintian 今天|mingtian 明天|zuotian 昨天|xianzai 现在|shihou 时候
shijian 时间 事件|shenme 什么|weishenme 为什么|zenme 怎么|zenmeyang 怎么样|nali 哪里 那里|zheli 这里|keyi 可以
meiyou 没有|meiguanxi 没关系|duibuqi 对不起|buyao 不要|buhui 不会|zhidao 知道|xihuan 喜欢|xiwang 希望
gaoxing 高兴|kuaile 快乐|shengri 生日|pengyou 朋友|laoshi 老师|xuesheng 学生|xuexiao 学校|gongsi 公司
gongzuo 工作|shouji 手机|dianhua 电话|diannao 电脑|xinxi 信息|biji 笔记|tongxunlu 通讯录|jisuanqi 计算器
rili 日历|shizhong 时钟|wenjian 文件|shezhi 设置|beijing 北京|shanghai 上海|zhongguo 中国|zhongwen 中文
yingwen 英文|hanyu 汉语|pinyin 拼音|chifan 吃饭|heshui 喝水|hecha 喝茶|kafei 咖啡|niunai 牛奶|mianbao 面包
jidan 鸡蛋|pingguo 苹果|xiangjiao 香蕉|shuiguo 水果|shucai 蔬菜|doufu 豆腐|mifan 米饭|chaoshi 超市|huoche 火车
chezhan 车站|feiji 飞机|jichang 机场|ditie 地铁|chuzuche 出租车|huzhao 护照|menpiao 门票|jiudian 酒店
fandian 饭店|yisheng 医生|yiyuan 医院|baba 爸爸|mama 妈妈|gege 哥哥|jiejie 姐姐|didi 弟弟|meimei 妹妹|haizi 孩子
xiaoming 小明|wangjing 王静|xingqi 星期|zhoumo 周末|zhouyi 周一|zhouer 周二|zhousan 周三|zhousi 周四|zhouwu 周五
zhouliu 周六|zhouri 周日|kaihui 开会|huiyi 会议 回忆|xuexi 学习|yinyue 音乐|dianying 电影|zhaopian 照片
tupian 图片|dizhi 地址|mima 密码|yaoshi 钥匙|piaoliang 漂亮|haochi 好吃|yiqi 一起|yijing 已经|mashang 马上
dengyixia 等一下|meishi 没事|haode 好的|shide 是的|xian 西安|wenti 问题|bangzhu 帮助|bangmang 帮忙|qingwen 请问
duoshao 多少|duoshaoqian 多少钱|kuaidi 快递|waimai 外卖|tianqi 天气|xiayu 下雨|xiaxue 下雪
"""
"""Syllables of a word without gaps, then the words they may be."""

_MOST = 40


@cache
def _dictionary() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for cell in (c for line in _WORDS.split("\n") for c in line.split("|") if c):
        letters, *words = cell.split()
        found[letters] = tuple(words)
    for cell in (c for line in _SYLLABLES.split("\n") for c in line.split("|") if c):
        letters, characters = cell.split()
        found[letters] = (*characters, *found.get(letters, ()))
    return found


def spells(key: str) -> bool:
    """Whether a key's letter can be a part of pinyin: a to z in lower case."""
    return len(key) == 1 and "a" <= key <= "z"


@lru_cache(maxsize=256)
def candidates(letters: str) -> tuple[tuple[str, int], ...]:
    """What the letters may stand for, as (text, how many of the letters it takes), the likeliest first.

    First what takes all of them (a word, or the fewest known words one after the other), then what takes a shorter
    beginning; last the letters themselves. Nothing for no letters.
    """
    if not letters:
        return ()
    book = _dictionary()
    found: list[tuple[str, int]] = [(words, len(letters)) for words in book.get(letters, ())]
    if (sentence := _sentence(letters)) and len(sentence) > 1:
        found.append((sentence, len(letters)))
    for end in range(len(letters) - 1, 0, -1):
        found += [(words, end) for words in book.get(letters[:end], ())]
    known = list(dict.fromkeys(found))[: _MOST - 1]
    return (*known, (letters, len(letters)))


def _sentence(letters: str) -> str:
    """The letters cut into the fewest entries of the dictionary, the first reading of each; empty when they cannot be."""
    book = _dictionary()
    longest = max(map(len, book))
    best: list[tuple[str, ...] | None] = [(), *(None for _ in letters)]
    for end in range(1, len(letters) + 1):
        for start in range(max(0, end - longest), end):
            before, words = best[start], book.get(letters[start:end])
            if before is None or words is None:
                continue
            now = best[end]
            if now is None or len(before) + 1 < len(now):
                best[end] = (*before, words[0])
    return "".join(best[-1] or ())
