import {
  airKind,
  blockchainCheckCode,
  blockchainCode,
  formKinds,
  railKind,
} from '../../../../shared/invoice/kind.ts';
import { numbered, type FormDescription, type VatDescription } from './form-description.ts';
import { coach, machinePrinted, paperRail, quota, roll, seat, ship, taxi } from './slip-descriptions.ts';

/** Not the rest of a label, or its next line. */
const name =
  /^(?!及|\/|(?:个人|单位|名称|号码)$|.*(?:身份证|机构代码|组织机构|识别号|信用代码))[^\d:*]*\p{L}[^:]+$/u;
const taxId = /^[0-9A-Z]{15,20}$/u;
/** A reader of pictures may take the sign for a letter. */
const money = /^(?:Y(?<value>-?[\d,]+\.\d{1,2})|(?:CNY|¥)?-?[\d,]+\.\d{1,2})$/u;
const words = /^[⊗ⓧ×]?[零壹贰叁肆伍陆柒捌玖拾佰仟万亿圆元角分整正负()]+$/u;

/** The second label goes on over two rows, and the value stands beside the last one. */
const vehicleBuyer = [
  /购买方名称|购货单位(?:\(人\))?|买方名称/u,
  /身份证(?:明)?号码?\/?组织(?:机构代码)?/u,
  /^身份证(?:明)?号码?\//u,
  /(?:组织)?机构代码/u,
];

/** The label may stand in rows above and below its value. */
const vehicleRate = [/增值税税率(?:或征收率)?/u, /^(?=\d{1,2}%增值税税额)/u];

const vehicle: FormDescription = {
  title: /机动车销售统一发票/u,
  kind: '03',
  ticket: null,
  statesTax: true,
  fields: [
    { path: 'buyer.name', kind: 'text', label: vehicleBuyer, form: name },
    { path: 'buyer.taxId', kind: 'taxId', label: vehicleBuyer, form: taxId },
    { path: 'seller.name', kind: 'text', label: /销货单位名称|销售单位名称|销售方名称/u, form: name },
    { path: 'seller.taxId', kind: 'taxId', label: /^纳税人识别号/u, form: taxId },
    { path: 'lines.0.name', kind: 'text', label: /车辆类型/u, form: name },
    { path: 'lines.0.specification', kind: 'text', label: /厂牌型号/u, form: /^.*\p{L}.*$/u },
    { path: 'lines.0.amount', kind: 'money', label: /不含税价(?:\(?小写\)?)?/u, form: money },
    { path: 'lines.0.taxRate', kind: 'rate', label: vehicleRate, form: /^\d{1,2}%$/u },
    { path: 'lines.0.tax', kind: 'money', label: /增值税税额/u, form: money },
    { path: 'total', kind: 'money', label: /不含税价(?:\(?小写\)?)?/u, form: money },
    { path: 'taxTotal', kind: 'money', label: /增值税税额/u, form: money },
    { path: 'grossTotal', kind: 'money', label: /\(?小写\)?/u, form: money },
    { path: 'grossTotalWords', kind: 'words', label: /价税合计(?:\(大写\))?/u, form: words },
  ],
  required: ['buyer.name', 'seller.name', 'seller.taxId', 'total', 'taxTotal', 'grossTotal'],
  addsUp: ['total', 'taxTotal'],
};

const usedVehicle: FormDescription = {
  title: /二手车销售统一发票/u,
  kind: '15',
  ticket: null,
  statesTax: true,
  fields: [
    { path: 'buyer.name', kind: 'text', label: /买方单位(?:\/?个人|\(个人\))?/u, form: name },
    { path: 'buyer.taxId', kind: 'taxId', label: /单位代码\/?身份证(?:明)?号码?/u, form: taxId },
    { path: 'seller.name', kind: 'text', label: /卖方单位(?:\/?个人|\(个人\))?/u, form: name },
    { path: 'seller.taxId', kind: 'taxId', label: /单位代码\/?身份证(?:明)?号码?/u, form: taxId, at: 1 },
    { path: 'lines.0.name', kind: 'text', label: /车辆类型/u, form: name },
    { path: 'lines.0.specification', kind: 'text', label: /厂牌型号/u, form: /^.*\p{L}.*$/u },
    { path: 'grossTotal', kind: 'money', label: /\(?小写\)?/u, form: money },
    { path: 'grossTotalWords', kind: 'words', label: /车价合计(?:\(大写\))?/u, form: words },
  ],
  required: ['buyer.name', 'seller.name', 'grossTotal'],
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
    {
      path: 'ticket.date',
      kind: 'date',
      // Not the day of issue, whose label may stand apart.
      label: [/^(?!.*(?:开票|填开)日期)/u, /^/u],
      form: /^(?<value>\d{4}年\d{1,2}月\d{1,2}日)(?:\d{1,2}:\d{2}开?)?$/u,
    },
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
};

/** Of a ticket: its net amount is not printed, and it has charges that bear no tax. */
const air: FormDescription = {
  title: /航空运输电子客票行程单/u,
  marks: {
    always: /航空运输电子客票行程单/u,
    words: [/旅客姓名/u, /票价/u, /燃油附加费/u, /民航发展基金/u],
    least: 2,
  },
  kind: airKind,
  ticket: 'air',
  statesTax: true,
  fields: [
    // Of any length: a number of the wrong length is a finding, not a missing value.
    ...numbered.flatMap((one) => (one.path === 'number' ? [{ ...one, form: /^\d{8,20}(?!\d)/u }] : [])),
    {
      path: 'issueDate',
      kind: 'date',
      label: /填开日期/u,
      form: /^\d{4}年\d{1,2}月\d{1,2}日?|^\d{4}-\d{2}-\d{2}/u,
    },
    { path: 'checkCode', kind: 'code', label: /验证码/u, form: /^\d+$/u },
    { path: 'buyer.name', kind: 'text', label: /购买方名称/u, form: name },
    { path: 'buyer.taxId', kind: 'taxId', label: /纳税人识别号/u, form: taxId },
    { path: 'seller.name', kind: 'text', label: /填开单位/u, form: /^(?!\d{4}[-年])[^:]+$/u },
    { path: 'ticket.number', kind: 'code', label: /电子客票号码/u, form: /^[\d-]{6,}$/u },
    { path: 'ticket.passenger', kind: 'text', head: /^旅客姓名$/u, form: /./u },
    { path: 'ticket.passengerId', kind: 'text', head: /^有效身份证件号码$/u, form: /./u },
    { path: 'ticket.fare', kind: 'money', head: /^票价$/u, form: money },
    { path: 'ticket.fuelSurcharge', kind: 'money', head: /^燃油附加费$/u, form: money },
    { path: 'ticket.fund', kind: 'money', head: /^民航发展基金$/u, form: money },
    { path: 'ticket.otherTaxes', kind: 'money', head: /^其他税费$/u, form: money },
    { path: 'lines.0.taxRate', kind: 'rate', head: /^增值税税率$/u, form: /^\d{1,2}%$/u },
    { path: 'lines.0.tax', kind: 'money', head: /^增值税税额$/u, form: money },
    { path: 'taxTotal', kind: 'money', head: /^增值税税额$/u, form: money },
    { path: 'grossTotal', kind: 'money', head: /^合计$/u, form: money },
  ],
  journeys: {
    from: /^自:/u,
    to: /^至:/u,
    unused: /^VOID$/iu,
    columns: [
      { key: 'vehicle', kind: 'text', head: /^航班号$/u, form: /^[A-Z0-9]{2}\d{2,4}[A-Z]?$/u },
      { key: 'class', kind: 'text', head: /^座位等级$/u, form: /^[A-Z]\d?$/u },
      { key: 'date', kind: 'date', head: /^日期$/u, form: /^\d{4}-\d{2}-\d{2}$/u },
    ],
    end: /^(?:票价|电子客票号码)/u,
  },
  // The base of the tax.
  sums: (['total', 'lines.0.amount'] as const).map((path) => ({
    path,
    of: ['ticket.fare', 'ticket.fuelSurcharge'],
    step: { id: 'fare-and-surcharge-added' },
  })),
  required: ['total', 'grossTotal'],
  addsUp: ['total', 'taxTotal', 'ticket.fund', 'ticket.otherTaxes'],
};

/** The code of an airline's charge precedes its amount: `CN50.00`. */
const charge = /^(?:(?:CN|YQ|Y)(?<value>-?[\d,]+\.\d{1,2})|(?:CNY|¥)?-?[\d,]+\.\d{1,2})$/u;

/** The itinerary on paper, with heads in two languages. Its number is the one that is printed on the form. */
const paperAir: FormDescription = {
  title: /航空运输电子客票行程单/u,
  besideTitle: /印刷序号/u,
  kind: formKinds.paperAir,
  ticket: 'air',
  fields: [
    {
      path: 'number',
      kind: 'code',
      label: /印刷序号(?:SERIALNUMBER|SERIALNO\.?)?/iu,
      form: /^\d{10,11}(?!\d)/u,
    },
    {
      path: 'issueDate',
      kind: 'date',
      label: /填开日期(?:DATEOFISSUE)?/iu,
      form: /^\d{4}年\d{1,2}月\d{1,2}日?|^\d{4}-\d{2}-\d{2}/u,
    },
    { path: 'checkCode', kind: 'code', label: /验证码(?:CK\.?)?/iu, form: /^\d{4}$/u },
    { path: 'seller.name', kind: 'text', label: /填开单位(?:ISSUEDBY)?/iu, form: /^(?!\d{4}[-年])[^:]+$/u },
    {
      path: 'ticket.number',
      kind: 'code',
      label: /电子客票号码(?:E-?TICKETNO\.?)?/iu,
      form: /^\d{3}-?\d{10}(?!\d)/u,
    },
    { path: 'ticket.passenger', kind: 'text', head: /^旅客姓名$/u, form: /./u },
    { path: 'ticket.passengerId', kind: 'text', head: /^有效身份证件号码$/u, form: /./u },
    { path: 'ticket.fare', kind: 'money', head: /^票价$/u, form: charge },
    { path: 'ticket.fuelSurcharge', kind: 'money', head: /^燃油附加费$/u, form: charge },
    { path: 'ticket.fund', kind: 'money', head: /^(?:民航发展基金|机场建设费)$/u, form: charge },
    { path: 'ticket.otherTaxes', kind: 'money', head: /^其他税费$/u, form: charge },
    { path: 'grossTotal', kind: 'money', head: /^合计$/u, form: charge },
  ],
  ...(air.journeys && { journeys: { ...air.journeys, from: /^自(?:FROM)?:/u, to: /^至(?:TO)?:/u } }),
  sums: [
    { path: 'total', of: ['ticket.fare', 'ticket.fuelSurcharge'], step: { id: 'fare-and-surcharge-added' } },
  ],
  required: ['total', 'grossTotal'],
  addsUp: ['total', 'ticket.fund', 'ticket.otherTaxes'],
};

const day = /^\d{4}[-/.年]?\d{1,2}[-/.月]?\d{1,2}日?$/u;

/** Both toll invoices: of the digital kind, and the one with a code before. */
const toll: VatDescription = {
  fields: [],
  passages: [
    { key: 'vehicle', kind: 'text', head: /车牌号/u },
    { key: 'class', kind: 'text', head: /(?<!规格)类型/u },
    { key: 'date', kind: 'date', head: /通行日期起/u, form: day },
    { key: 'until', kind: 'date', head: /通行日期止/u, form: day },
  ],
};

/** The e-invoice of Shenzhen. Its check code has letters. */
const blockchain: VatDescription = {
  code: blockchainCode,
  fields: [{ path: 'checkCode', kind: 'text', label: /校?验码/u, form: blockchainCheckCode }],
  passages: [],
};

const vatForms = [toll, blockchain];

/** The columns of all VAT forms that state a passage. */
export const passageColumns = vatForms.flatMap(({ passages }) => passages);

/** The fields of the VAT form that a code names. */
export const fieldsOfCode = (code: string | null): VatDescription['fields'] =>
  vatForms.find((form) => code !== null && form.code?.test(code) === true)?.fields ?? [];

/** The first that fits: a used vehicle is a motor vehicle, too, and a form of a carrier may be a quota invoice. */
export const formDescriptions: readonly FormDescription[] = [
  paperAir,
  air,
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
