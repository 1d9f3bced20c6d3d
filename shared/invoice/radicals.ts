/**
 * Unicode has separate characters for the radicals that dictionaries are sorted by. Some programs write them
 * into PDF and OFD files instead of the ideographs: ⽇ (U+2F47) for 日 or ⻆ (U+2EC6) for 角. The tables come
 * from Unicode: the compatibility decompositions, and EquivalentUnifiedIdeograph.txt for the rest.
 */
const firstSupplement = 0x2e80;
/** U+2E80 to U+2EF3, in order; a character without an equivalent maps to itself. */
const supplement = Array.from(
  '⺀厂乛乚乙亻冂几刀刂卜㔾小小兀尣尢𡯂巳幺彑𫜹忄㣺扌攵⺚旡日月歺母民氵氺灬爫爫丬牛犭王疋目示礻𥫗糹纟罓罒㓁冗𦉫羊𦍌𦍋耂' +
    '肀聿肉𦥑艹艹艹虎衤覀西见角𧢲讠贝𧾷车辶辶辶邑钅長镸长门𨸏阝雨青韦页风飞食𩙿飠饣𩠐马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟',
);

const firstKangxi = 0x2f00;
/** U+2F00 to U+2FD5, in order. */
const kangxi = Array.from(
  '一丨丶丿乙亅二亠人儿入八冂冖冫几凵刀力勹匕匚匸十卜卩厂厶又口囗土士夂夊夕大女子宀寸小尢尸屮山巛工己巾干幺广廴' +
    '廾弋弓彐彡彳心戈戶手支攴文斗斤方无日曰月木欠止歹殳毋比毛氏气水火爪父爻爿片牙牛犬玄玉瓜瓦甘生用田疋疒癶白皮皿' +
    '目矛矢石示禸禾穴立竹米糸缶网羊羽老而耒耳聿肉臣自至臼舌舛舟艮色艸虍虫血行衣襾見角言谷豆豕豸貝赤走足身車辛辰辵' +
    '邑酉釆里金長門阜隶隹雨靑非面革韋韭音頁風飛食首香馬骨高髟鬥鬯鬲鬼魚鳥鹵鹿麥麻黃黍黑黹黽鼎鼓鼠鼻齊齒龍龜龠',
);

/** Unicode gives the traditional form, but invoices of mainland China are written in the simplified one. */
const simplified: ReadonlyMap<string, string> = new Map([['⼾', '户']]);

const radicals = /[\u2e80-\u2fdf]/g;

/** Replaces radicals by their ideographs. All other characters, including full-width ones, are unchanged. */
export const unifyRadicals = (text: string): string =>
  text.replace(radicals, (radical) => {
    const own = simplified.get(radical);
    if (own !== undefined) return own;
    const code = radical.charCodeAt(0);
    return kangxi[code - firstKangxi] ?? supplement[code - firstSupplement] ?? radical;
  });
