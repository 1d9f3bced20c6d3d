import type { VoucherRule } from './voucher-rules.ts';

type Account = readonly [code: string, name: string];

const rule = (
  [code, name]: Account,
  when: VoucherRule['when'],
  more: Partial<Omit<VoucherRule, 'account' | 'when'>> = {},
): VoucherRule => ({ when, account: { code, name }, ...more });

/** Accounts of 企业会计准则, which an accountant adjusts to the own chart. */
const travel: Account = ['660203', '管理费用_差旅费'];
const entertaining: Account = ['660204', '管理费用_业务招待费'];
const vehicles: Account = ['660205', '管理费用_车辆使用费'];
const office: Account = ['660202', '管理费用_办公费'];
const rent: Account = ['660206', '管理费用_租赁费'];
const fees: Account = ['660207', '管理费用_中介服务费'];
const other: Account = ['660299', '管理费用_其他'];
const assets: Account = ['1601', '固定资产'];

/** What both companies buy, the narrow rules first. Tickets are owed to the traveller. */
const common: readonly VoucherRule[] = [
  rule(travel, { side: 'purchase', kind: ['51', '61'] }, { summary: '{passenger} 差旅费' }),
  rule(travel, { side: 'purchase', business: ['passenger-transport'] }),
  rule(travel, { side: 'purchase', goods: ['*住宿服务*', '*生活服务*住宿'] }),
  rule(entertaining, { side: 'purchase', goods: '*餐饮服务*' }, { deductible: false }),
  rule(vehicles, { side: 'purchase', business: ['toll', 'refined-oil'] }),
  rule(assets, { side: 'purchase', business: ['vehicle', 'used-vehicle'] }),
  rule(rent, { side: 'purchase', goods: '*经营租赁*' }),
  rule(fees, { side: 'purchase', goods: ['*鉴证咨询服务*', '*现代服务*'] }),
  rule(office, { side: 'purchase', goods: ['*纸制品*', '*文具*', '*电信服务*', '*计算机外部设备*'] }),
];

const revenue = rule(['6001', '主营业务收入'], { side: 'sale' });
const anyService = '服务*';

/**
 * Rules to start from: an accountant changes the accounts to those of the company. What they don't name is asked for,
 * never booked on a guess.
 */
export const starterRules = {
  trading: [
    revenue,
    ...common,
    rule(['660101', '销售费用_运输费'], { side: 'purchase', business: ['freight'] }),
    rule(['660101', '销售费用_运输费'], { side: 'purchase', goods: ['*运输服务*', '*物流辅助服务*'] }),
    rule(other, { side: 'purchase', goods: anyService }),
    rule(['1405', '库存商品'], { side: 'purchase', kind: ['01', '08', '31'] }),
  ],
  service: [
    revenue,
    ...common,
    rule(['6401', '主营业务成本_外购服务'], {
      side: 'purchase',
      goods: ['*信息技术服务*', '*研发和技术服务*', '*劳务*', '*人力资源服务*'],
    }),
    rule(other, { side: 'purchase', goods: anyService }),
  ],
} as const satisfies Readonly<Record<string, readonly VoucherRule[]>>;
export type StarterRules = keyof typeof starterRules;
