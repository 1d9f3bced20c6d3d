import type { Bilingual, Language } from '../language.ts';

/** The names of papers that are no VAT invoice. */
export const paperNames = {
  itinerary: { zh: '行程单', en: 'itinerary of a ride' },
  'hotel-bill': { zh: '酒店账单', en: 'hotel bill' },
  'bank-receipt': { zh: '银行回单', en: 'bank receipt' },
  'fiscal-receipt': { zh: '财政票据', en: 'fiscal receipt' },
  'tax-certificate': { zh: '完税证明', en: 'tax payment certificate' },
  'goods-list': { zh: '货物清单', en: 'list of goods' },
  contract: { zh: '合同', en: 'contract' },
  other: { zh: '其他单据', en: 'other paper' },
} as const satisfies Readonly<Record<string, Bilingual>>;

type Stated = {
  readonly type: keyof typeof paperNames;
  readonly number: string | null;
  readonly date: string | null;
  readonly amount: string | null;
  readonly payer: string | null;
  readonly payee: string | null;
};

/** What a paper is, as a title. */
export const paperTitle = (type: keyof typeof paperNames, language: Language): string => {
  const name = paperNames[type][language];
  return name.charAt(0).toUpperCase() + name.slice(1);
};

const statedBy = ({ number, date, amount, payer, payee }: Stated): readonly string[] =>
  [number, date, amount, payer, payee].filter((value) => value !== null);

/** What a paper is and states, for the list of checks. */
export const paperFindingText = (paper: Stated): Bilingual => {
  const [name, values] = [paperNames[paper.type], statedBy(paper)];
  return {
    zh: `${name.zh}，不是发票，不入账${values.length > 0 ? `：${values.join('，')}` : ''}`,
    en: `this is no invoice and is not booked: ${name.en}${values.length > 0 ? ` (${values.join(', ')})` : ''}`,
  };
};

const listed = (papers: readonly Stated[]): Bilingual => ({
  zh: papers
    .map((paper) => `${paperNames[paper.type].zh}（${statedBy(paper).join('，')}）`.replace('（）', ''))
    .join('、'),
  en: papers
    .map((paper) => `${paperNames[paper.type].en} (${statedBy(paper).join(', ')})`.replace(' ()', ''))
    .join('; '),
});

/** The other papers on the pages of an invoice. */
export const paperBesideText = (papers: readonly Stated[]): Bilingual => {
  const { zh, en } = listed(papers);
  return {
    zh: `同页或同一文件中还有其他单据，其内容不计入本发票：${zh}`,
    en: `another paper is on the page or in the file, whose values are not those of the invoice: ${en}`,
  };
};

/** A page whose values may be those of the invoice or of another paper. */
export const pageMixedText = (papers: readonly Stated[]): Bilingual => {
  const { zh, en } = listed(papers);
  return {
    zh: `此页有一张发票和其他单据（${zh}），读到的内容可能混在一起，请逐项核对，或分开后重新添加`,
    en: `this page shows an invoice and another paper (${en}), and the values may be a mix of both: compare each of them, or separate the two and add them again`,
  };
};

/** A paper on a picture whose amount was not read. */
export const paperAmountText: Bilingual = {
  zh: '未读到金额，请对照原件',
  en: 'No amount was read: compare with the picture',
};

/** The uncertain values of a paper. */
export const paperDoubtText = (values: readonly string[]): Bilingual => ({
  zh: `识别不太有把握，请对照原件：${values.join('，')}`,
  en: `Low confidence, compare with the picture: ${values.join(', ')}`,
});

/** The values that a paper states. */
export const paperValueNames = {
  number: { zh: '号码', en: 'Number' },
  date: { zh: '日期', en: 'Date' },
  amount: { zh: '金额', en: 'Amount' },
  payer: { zh: '付款人', en: 'Payer' },
  payee: { zh: '收款人', en: 'Payee' },
} as const satisfies Readonly<Record<Exclude<keyof Stated, 'type'>, Bilingual>>;
