import { railKind } from '../../../../shared/invoice/kind.ts';
import type { FormDescription } from './form-description.ts';
import { coach, machinePrinted, paperRail, quota, roll, seat, ship, taxi } from './slip-descriptions.ts';

const name = /^[^\d:*]*\p{L}[^:]+$/u;
const taxId = /^[0-9A-Z]{15,20}$/u;
/** A reader of pictures may take the sign for a letter. */
const money = /^(?:Y(?<value>-?[\d,]+\.\d{1,2})|(?:CNY|¥)?-?[\d,]+\.\d{1,2})$/u;
const words = /^[⊗ⓧ×]?[零壹贰叁肆伍陆柒捌玖拾佰仟万亿圆元角分整正负()]+$/u;

const vehicle: FormDescription = {
  title: /机动车销售统一发票/u,
  kind: '03',
  ticket: null,
  statesTax: true,
  fields: [
    { path: 'buyer.name', kind: 'text', label: /购买方名称|购货单位(?:\(人\))?|买方名称/u, form: name },
    { path: 'buyer.taxId', kind: 'taxId', label: /购买方名称|购货单位(?:\(人\))?|买方名称/u, form: taxId },
    { path: 'seller.name', kind: 'text', label: /销货单位名称|销售单位名称|销售方名称/u, form: name },
    { path: 'seller.taxId', kind: 'taxId', label: /^纳税人识别号/u, form: taxId },
    { path: 'lines.0.name', kind: 'text', label: /车辆类型/u, form: name },
    { path: 'lines.0.specification', kind: 'text', label: /厂牌型号/u, form: /^.*\p{L}.*$/u },
    { path: 'lines.0.amount', kind: 'money', label: /不含税价/u, form: money },
    { path: 'lines.0.taxRate', kind: 'rate', label: /增值税税率(?:或征收率)?/u, form: /^\d{1,2}%$/u },
    { path: 'lines.0.tax', kind: 'money', label: /增值税税额/u, form: money },
    { path: 'total', kind: 'money', label: /不含税价/u, form: money },
    { path: 'taxTotal', kind: 'money', label: /增值税税额/u, form: money },
    { path: 'grossTotal', kind: 'money', label: /\(?小写\)?/u, form: money },
    { path: 'grossTotalWords', kind: 'words', label: /价税合计(?:\(大写\))?/u, form: words },
  ],
  required: ['buyer.name', 'seller.name', 'seller.taxId', 'total', 'taxTotal', 'grossTotal'],
  addsUp: true,
};

const usedVehicle: FormDescription = {
  title: /二手车销售统一发票/u,
  kind: '15',
  ticket: null,
  statesTax: true,
  fields: [
    { path: 'buyer.name', kind: 'text', label: /买方单位(?:\/个人|\(个人\))?/u, form: name },
    { path: 'buyer.taxId', kind: 'taxId', label: /单位代码\/?身份证(?:明)?号码?/u, form: taxId },
    { path: 'seller.name', kind: 'text', label: /卖方单位(?:\/个人|\(个人\))?/u, form: name },
    { path: 'seller.taxId', kind: 'taxId', label: /单位代码\/?身份证(?:明)?号码?/u, form: taxId, at: 1 },
    { path: 'lines.0.name', kind: 'text', label: /车辆类型/u, form: name },
    { path: 'lines.0.specification', kind: 'text', label: /厂牌型号/u, form: /^.*\p{L}.*$/u },
    { path: 'grossTotal', kind: 'money', label: /\(?小写\)?/u, form: money },
    { path: 'grossTotalWords', kind: 'words', label: /车价合计(?:\(大写\))?/u, form: words },
  ],
  required: ['buyer.name', 'seller.name', 'grossTotal'],
  addsUp: false,
};

const rail: FormDescription = {
  title: /铁路电子客票/u,
  kind: railKind,
  ticket: 'rail',
  statesTax: true,
  fields: [
    { path: 'ticket.from', kind: 'text', form: /^\p{Script=Han}{1,10}站$/u },
    { path: 'ticket.to', kind: 'text', form: /^\p{Script=Han}{1,10}站$/u, at: 1 },
    { path: 'ticket.vehicle', kind: 'text', form: /^[GCDZTKYLSP]\d{1,5}$/u },
    { path: 'ticket.date', kind: 'date', form: /^\d{4}年\d{1,2}月\d{1,2}日$/u },
    { path: 'ticket.class', kind: 'text', form: seat },
    {
      path: 'ticket.passenger',
      kind: 'text',
      label: /\d{6,10}\*{2,8}[\dXx]{2,4}/u,
      form: /^\p{L}[\p{L}·]+$/u,
    },
    { path: 'ticket.number', kind: 'code', label: /电子客票号码?/u, form: /^[0-9A-Z]{10,30}$/u },
    { path: 'ticket.fare', kind: 'money', label: /票价/u, form: money },
    { path: 'grossTotal', kind: 'money', label: /票价|退票费/u, form: money },
    { path: 'buyer.name', kind: 'text', label: /购买方名称/u, form: name },
    { path: 'buyer.taxId', kind: 'taxId', label: /统一社会信用代码(?:\/纳税人识别号)?/u, form: taxId },
  ],
  required: ['grossTotal'],
  addsUp: false,
};

/** The first that fits: a used vehicle is a motor vehicle, too, and a form of a carrier may be a quota invoice. */
export const formDescriptions: readonly FormDescription[] = [
  usedVehicle,
  vehicle,
  rail,
  roll,
  quota,
  taxi,
  ship,
  coach,
  machinePrinted,
  paperRail,
];
