import { describe, expect, it } from 'vitest';
import { deductionOf, lawfulDeduction, type DeductionSubject } from '../../../../shared/books/deduction.ts';
import { businessOf } from '../../../../shared/invoice/business.ts';
import { party, bookInvoice, bookLine } from '../../../helpers/book-invoice.ts';

const subject = (over: Partial<DeductionSubject> & { readonly kind?: string } = {}): DeductionSubject => {
  const { kind = '32', ...rest } = over;
  return {
    invoice: { kind, seller: party('某公司') },
    business: null,
    ticket: null,
    goods: null,
    taxRate: null,
    net: 10_000,
    tax: 600,
    ...rest,
  };
};

const byLaw = { farmProduceRate: 9, deductible: undefined } as const;
const taxOf = (over: Parameters<typeof subject>[0], options: Parameters<typeof deductionOf>[1] = byLaw) => {
  const { tax, basis } = deductionOf(subject(over), options);
  return [tax, basis];
};

describe('input tax', () => {
  it.each([
    ['a special invoice', { kind: '31' }, 600, 'special'],
    ['an ordinary one', {}, 0, 'none-kind'],
    [
      'a digital invoice of a motor vehicle, whatever its kind',
      { kind: '99', business: 'vehicle' },
      600,
      'vehicle',
    ],
    ['a vehicle on an ordinary invoice', { business: 'vehicle' }, 0, 'none-kind'],
    ['a fare beside other goods', { goods: '*运输服务*机票款' }, 600, 'passenger'],
    ['a used vehicle', { business: 'used-vehicle' }, 0, 'none-kind'],
    ['a digital toll invoice', { business: 'toll' }, 600, 'toll'],
    ['a toll invoice that is not taxed', { kind: '14', business: 'toll', tax: 0 }, 0, 'none-kind'],
    ['passenger transport', { business: 'passenger-transport' }, 600, 'passenger'],
    ['a rail ticket with tax', { kind: '51', ticket: 'rail' }, 600, 'ticket-printed'],
    [
      'a rail ticket with its fare only',
      { kind: '51', ticket: 'rail', net: 55_300, tax: 0 },
      4566,
      'ticket-9',
    ],
    ['a coach ticket', { ticket: 'coach', net: 10_300, tax: 0 }, 300, 'ticket-3'],
    ['a ship ticket', { ticket: 'ship', net: 10_300, tax: 0 }, 300, 'ticket-3'],
    ['a taxi', { ticket: 'taxi', net: 3000, tax: 0 }, 0, 'none-kind'],
    ['an international flight', { kind: '61', ticket: 'air', tax: 0 }, 0, 'ticket-printed'],
    ['produce from its grower', { business: 'farm-produce', net: 320_000, tax: 0 }, 28_800, 'farm-produce'],
    [
      'a red invoice of produce',
      { business: 'farm-produce', net: -320_000, tax: 0 },
      -28_800,
      'farm-produce',
    ],
    [
      'produce on a special invoice at 9 %',
      { kind: '31', business: 'farm-produce', taxRate: '9%', tax: 900 },
      900,
      'special',
    ],
    [
      'produce on a special invoice at 3 %',
      { kind: '31', business: 'farm-produce', taxRate: '3%', tax: 300 },
      900,
      'farm-produce',
    ],
    ['produce of an exempt wholesaler', { business: 'exempt', tax: 0 }, 0, 'none-wholesale'],
    ['meals, even on a special invoice', { kind: '31', goods: '*餐饮服务*餐费' }, 0, 'none-goods'],
    ['entertainment', { kind: '31', goods: '*娱乐服务*门票' }, 0, 'none-goods'],
    ['international transport', { kind: '31', goods: '*运输服务*国际旅客运输' }, 0, 'none-goods'],
  ] as const)('of %s', (_, over, tax, basis) => {
    expect(taxOf(over)).toEqual([tax, basis]);
  });

  it('follows the user’s rule, and another rate for produce', () => {
    expect(taxOf({ kind: '31' }, { ...byLaw, deductible: false })).toEqual([0, 'none-rule']);
    expect(taxOf({}, { ...byLaw, deductible: true })).toEqual([600, 'rule']);
    const produce = { business: 'farm-produce', net: 320_000, tax: 0 } as const;
    expect(taxOf(produce, { ...byLaw, farmProduceRate: 10 })).toEqual([32_000, 'farm-produce']);
  });

  it('of a whole invoice is that of its lines', () => {
    const lines = [
      bookLine({ name: '*餐饮服务*餐费', amount: '100.00', tax: '6.00' }),
      bookLine({ name: '*纸制品*纸', amount: '200.00', tax: '26.00' }),
    ];
    expect(lawfulDeduction(bookInvoice({ lines }), null, null)).toBe(2600);
    const booked = [
      bookLine({ name: '*运输服务*铁路旅客运输服务', amount: '200.00', tax: '18.00' }),
      bookLine({ name: '*运输服务*优惠', amount: '-20.00', tax: '-1.80' }),
      bookLine({ name: '*经纪代理服务*代订服务费', amount: '10.00', tax: '0.60' }),
    ];
    const mixed = bookInvoice({ kind: '32', lines: booked });
    expect(businessOf({ invoice: mixed })).toBeNull();
    expect(lawfulDeduction(mixed, null, null)).toBe(1620);
    expect(lawfulDeduction(bookInvoice({ lines: [], total: null, grossTotal: null }), null, null)).toBeNull();
  });
});

const of = (over: Partial<Parameters<typeof businessOf>[0]['invoice']>, more: object = {}) =>
  businessOf({ invoice: { ...bookInvoice(), ...over }, ...more });

describe('the business of an invoice', () => {
  it('is named by its special block, its journeys or its goods', () => {
    expect(of({}, { special: [{ name: 'MotorVehicle' }] })).toBe('vehicle');
    expect(of({}, { special: [{ name: 'Used_Vehicle' }] })).toBe('used-vehicle');
    expect(of({}, { special: [{ name: 'VehicleVesselTax' }] })).toBeNull();
    expect(of({}, { special: [{ name: 'FarmProducePurchase' }] })).toBe('farm-produce');
    expect(of({}, { journeys: [{}] })).toBe('passenger-transport');
    expect(of({}, { journeys: [{ until: '2024-05-28' }] })).toBe('toll');
    expect(of({ lines: [bookLine({ name: '*经营租赁*通行费' })] })).toBe('toll');
    expect(of({ lines: [bookLine({ name: '*运输服务*客运服务费' })] })).toBe('passenger-transport');
    expect(of({ kind: '14' })).toBe('toll');
    expect(of({ lines: [bookLine({ name: '*蔬菜*白菜', taxRate: '免税' })] })).toBe('exempt');
    expect(of({})).toBeNull();
  });

  it('is that of its journeys before that of places in its remark', () => {
    const coach = { lines: [bookLine({ name: '*运输服务*服务费' })], remark: '起运地：苏州 到达地：上海' };
    expect(of(coach, { journeys: [{}] })).toBe('passenger-transport');
    expect(of({ ...coach, remark: `${coach.remark} 运输货物：无` }, { journeys: [{}] })).toBe(
      'passenger-transport',
    );
    // Places alone name no load.
    expect(of(coach)).toBeNull();
    expect(of({ ...coach, remark: '运输货物：钢材 到达地：上海 起运地：苏州' })).toBe('freight');
  });

  it('is that of its goods, however it is taxed', () => {
    const special = [{ name: '差额征税-全额开票' }];
    expect(of({ lines: [bookLine({ name: '*建筑服务*工程款' })] }, { special })).toBe('construction');
    expect(of({ lines: [bookLine({ name: '*不动产*房屋' })] }, { special })).toBe('real-estate');
    expect(of({}, { special })).toBe('difference-taxed');
  });

  it.each([
    ['***', '***', null, 'exempt'],
    ['***', '0.00', null, 'exempt'],
    ['***', null, '***', 'exempt'],
    ['***', null, '0.00', 'exempt'],
    ['***', null, '5.00', null],
    ['***', null, null, null],
    ['***', '5.00', '5.00', null],
  ])('with the rate %s, the tax %s and the tax total %s is %s', (taxRate, tax, taxTotal, business) => {
    expect(of({ lines: [bookLine({ taxRate, tax })], taxTotal })).toBe(business);
  });

  it.each([
    ['*运输服务*铁路旅客运输服务', 'passenger-transport'],
    ['*运输服务*城市轨道交通服务', 'passenger-transport'],
    ['*运输服务*公交', 'passenger-transport'],
    ['*运输服务*包车费', 'passenger-transport'],
    ['*运输服务*机场大巴', 'passenger-transport'],
    ['*运输服务*运输费', 'freight'],
    ['*运输服务*航空货运', 'freight'],
    ['*运输服务*客运运输费', 'passenger-transport'],
    ['*不动产经营租赁服务*房租', 'real-estate'],
    ['*经营租赁*办公场所租金', 'real-estate'],
    ['*经营租赁*办公设备租金', null],
    ['*经营租赁*房车租金', null],
    ['*经营租赁*包车', null],
    ['*建筑安装服务*安装费', 'construction'],
    ['*建筑服务*工程款', 'construction'],
    ['*机动车*小型轿车', 'vehicle'],
    ['*乘用车*纯电动轿车', 'vehicle'],
    ['*机动车*二手车', 'used-vehicle'],
    ['*机动车零部件*轮胎', null],
  ])('is named by %s: %s', (name, business) => {
    expect(of({ lines: [bookLine({ name })] })).toBe(business);
  });

  it.each([null, ' ', '折扣', '*运输服务*优惠'])('is not changed by a discount named %s', (name) => {
    const fare = bookLine({ name: '*运输服务*客运服务费', amount: '100.00' });
    const discount = bookLine({ name, amount: '-10.00' });
    expect(of({ lines: [fare, discount] })).toBe('passenger-transport');
    const red = [
      { ...fare, amount: '-100.00' },
      { ...discount, amount: '10.00' },
    ];
    expect(of({ lines: red })).toBe('passenger-transport');
  });

  it('is unknown if the goods disagree', () => {
    expect(of({ lines: [bookLine({ name: '*经营租赁*通行费' }), bookLine()] })).toBeNull();
  });
});
