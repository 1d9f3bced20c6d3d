import { taxCents } from './checks/tax-cents.ts';
import type { Journey, SpecialBlock } from './extraction.ts';
import { airKind, formKinds, railKind } from './kind.ts';
import type { Invoice } from './model.ts';
import { centsOf } from './money.ts';

/** What was traded, as far as law and books ask. */
export const businesses = [
  'vehicle',
  'used-vehicle',
  'toll',
  'passenger-transport',
  'farm-produce',
  'construction',
  'real-estate',
  'freight',
  'refined-oil',
  'difference-taxed',
  'exempt',
  'other',
] as const;
export type Business = (typeof businesses)[number];

/** As the ledger stores it: `none` if nothing names the business. */
export const storedBusinesses = [...businesses, 'none'] as const;
export type StoredBusiness = (typeof storedBusinesses)[number];

/** What names the business of an invoice: its goods, remark, and the blocks of special business. */
type BusinessData = {
  readonly invoice: Pick<Invoice, 'kind' | 'lines' | 'remark' | 'taxTotal'>;
  readonly special?: readonly Pick<SpecialBlock, 'name'>[] | undefined;
  readonly journeys?: readonly Pick<Journey, 'until'>[];
};

type Naming = readonly [pattern: RegExp, business: Business];

/** Names of special blocks, folded: programs write them in several ways. The first that matches. */
const blocks: readonly Naming[] = [
  [/used|secondhand|二手车/, 'used-vehicle'],
  [/vessel|vehicletax|vehicleship|车船税/, 'other'],
  [/vehicle|automobile|机动车/, 'vehicle'],
  [/agri|farm|农产品/, 'farm-produce'],
  [/construct|building|建筑/, 'construction'],
  [/freight|cargo|goodstransport|货物运输/, 'freight'],
  [/estate|immovable|property|不动产/, 'real-estate'],
  [/oil|fuel|成品油/, 'refined-oil'],
  [/passenger|旅客/, 'passenger-transport'],
  [/toll|通行费/, 'toll'],
];

/**
 * Names of goods, as the classes of goods of the tax authority group them (`*class*name`). The first that matches; all
 * lines must agree.
 */
const goods: readonly Naming[] = [
  [/通行费/, 'toll'],
  // One class has freight and travellers: the name tells them apart, also by air. City lines and chartered coaches with
  // their driver carry travellers (财税〔2016〕36 号, notes on services: 交通运输服务); a car alone is *经营租赁*.
  [/^[*＊]运输服务[*＊].*(?:货运|货物|快递)/, 'freight'],
  [
    /^[*＊]运输服务[*＊].*(?:客运|旅客|出行|打车|网约车|出租车|机票|航空|火车|车票|船票|轮渡|轨道交通|地铁|公交|公共汽车|包车|大巴|班车)/,
    'passenger-transport',
  ],
  // Without travellers in its name, transport that is charged for is that of goods.
  [/^[*＊]运输服务[*＊].*(?:运费|运输费)/, 'freight'],
  [/^[*＊](?:汽油|柴油|成品油|航空煤油|石脑油|溶剂油|润滑油|燃料油)/, 'refined-oil'],
  [/^[*＊]建筑(?:安装)?服务[*＊]/, 'construction'],
  [/^[*＊]不动产(?:经营)?(?:租赁)?(?:服务)?[*＊]/, 'real-estate'],
  // The class has movables, too: vehicles and equipment.
  [
    /^[*＊]经营租赁(?:服务)?[*＊].*(?:房(?!车)|不动产|场地|场所|厂房|仓库|土地|写字楼|商铺|车位)/,
    'real-estate',
  ],
  // Which invoice of a vehicle carries input tax is a matter of its kind.
  [/^[*＊](?:机动车|乘用车|商用车)[*＊].*(?:二手|旧车)/, 'used-vehicle'],
  [/^[*＊](?:机动车|乘用车|商用车)[*＊]/, 'vehicle'],
];

/** What the law wants in the remark of some business. Travellers have places, too, but no load. */
const remarks: readonly Naming[] = [
  [/建筑服务发生地/, 'construction'],
  [/不动产(?:详细)?地址|不动产坐落/, 'real-estate'],
  [/^(?=[\s\S]*起运地)(?=[\s\S]*到达地)(?=[\s\S]*(?:车种|运输工具|货物|货名))/, 'freight'],
];

const ofTravellers: ReadonlySet<string> = new Set([
  railKind,
  airKind,
  formKinds.paperRail,
  formKinds.paperAir,
  formKinds.coach,
  formKinds.ship,
  formKinds.taxi,
]);

const namedBy = (names: readonly Naming[], text: string): Business | null =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? null;

const ofBlocks = (special: BusinessData['special'] = []): Business | null => {
  for (const { name } of special) {
    const business = namedBy(blocks, name.toLowerCase().replaceAll(/[-_.]/gu, ''));
    if (business !== null && business !== 'other') return business;
  }
  return null;
};

/** The business that the name of a line names. */
export const businessOfGoods = (name: string | null): Business | null => namedBy(goods, name?.trim() ?? '');

/**
 * For each line, the name of what was sold: that of the line above for a discount, or for a line without a name. On a red
 * invoice, the discount is positive.
 */
export const soldNames = (lines: Invoice['lines']): readonly (string | null)[] => {
  const sum = lines.reduce((all, { amount }) => all + (centsOf(amount) ?? 0), 0);
  let last: string | null = null;
  return lines.map(({ name, amount }) => {
    const isDiscount = last !== null && Math.sign(centsOf(amount) ?? 0) * Math.sign(sum) < 0;
    if (!isDiscount && (name?.trim() ?? '') !== '') last = name;
    return last;
  });
};

const ofGoods = (lines: Invoice['lines']): Business | null => {
  const found = new Set(soldNames(lines).flatMap((name) => (name === null ? [] : [businessOfGoods(name)])));
  const [only = null] = found;
  return found.size === 1 ? only : null;
};

/** Whether the seller paid tax only on a difference, as the remark or the label of such an invoice must say. */
export const isDifferenceTaxed = ({
  invoice: { remark },
  special = [],
}: {
  readonly invoice: Pick<Invoice, 'remark'>;
  readonly special?: BusinessData['special'];
}): boolean => [remark ?? '', ...special.map(({ name }) => name)].some((text) => /差额征税/u.test(text));

/** Some invoices print stars instead of both the rate and the tax. A tax that was not read says nothing. */
const isStarred = ({ taxRate, tax }: Invoice['lines'][number], taxTotal: string | null): boolean =>
  /^\*+$/u.test(taxRate ?? '') && taxCents(tax ?? taxTotal) === 0;

const isExempt = ({ lines, taxTotal }: Pick<Invoice, 'lines' | 'taxTotal'>): boolean =>
  lines.length > 0 &&
  lines.every((line) => /免税|不征税/u.test(line.taxRate ?? '') || isStarred(line, taxTotal));

/**
 * The business of an invoice; null if nothing names it. The one place that knows: everything that deducts, books or
 * filters by business asks here.
 */
export const businessOf = ({ invoice, special, journeys = [] }: BusinessData): Business | null => {
  const named = ofBlocks(special) ?? ofGoods(invoice.lines);
  if (named !== null) return named;
  if (ofTravellers.has(invoice.kind)) return 'passenger-transport';
  if (invoice.kind === '14') return 'toll';
  if (invoice.kind === '15') return 'used-vehicle';
  if (invoice.kind === '03') return 'vehicle';
  if (journeys.length > 0)
    return journeys.some(({ until }) => until !== undefined) ? 'toll' : 'passenger-transport';
  const remarked = namedBy(remarks, invoice.remark ?? '');
  if (remarked !== null) return remarked;
  // How an invoice is taxed says less than what was traded.
  if (isDifferenceTaxed({ invoice, special })) return 'difference-taxed';
  return isExempt(invoice) ? 'exempt' : null;
};
