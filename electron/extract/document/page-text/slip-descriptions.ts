import { formKinds, rollKind } from '../../../../shared/invoice/kind.ts';
import { numbered, type FormDescription, type FormField, type FormTable } from './form-description.ts';

const taxId = /^[0-9A-Z]{15,20}$/u;
/** The class of a train. */
export const seat =
  /^(?:商务|特等|优选|一等|二等|无|新空调|硬|软|动|高级|一人)\p{Script=Han}{0,4}[座卧席铺]$/u;

/** Printed by a machine on paper: with a unit, and next to other texts. */
const fare = /^(?:人民币|RMB|CNY|[¥Y])?(?<value>-?\d[\d,]*(?:\.\d{1,2})?)(?=元|$)/iu;
/**
 * Blanks are removed before it is looked for, so that a time may follow directly. It begins only where no other day fits:
 * `2026-5-118:30` may be the first at 18:30, or the eleventh at 8:30.
 */
const day =
  /^(?:\d{4}年\d{1,2}月\d{1,2}日|(?:\d{4}年\d{1,2}月\d{1,2}|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|20\d{6})(?!\d)|(?:\d{4}[-/.]\d{1,2}[-/.](?:\d{2}|[4-9])|20\d{6})(?=\d{2}:\d{2})|\d{4}[-/.]0\d[-/.]\d{2}(?=\d:\d{2}))/u;
const place = /^\p{Script=Han}[\p{Script=Han}·()]{0,19}/u;
const person = /^\p{Script=Han}[\p{Script=Han}·]{1,14}$/u;
const company = /^[^\d:*]*\p{L}[^:]{2,}$/u;

/** The ticket on blue or red paper, which has no title. */
export const paperRail: FormDescription = {
  title: null,
  marks: {
    always: /\p{Script=Han}站/u,
    words: [
      /限乘当日当次车/u,
      /仅供报销使用/u,
      /检票/u,
      /12306/u,
      /中国铁路/u,
      /\d{1,2}车(?:\d{1,3}[A-F]?号|无座)/u,
      /\p{Script=Han}站.{0,20}\d.{0,20}\p{Script=Han}站/u,
    ],
    least: 3,
  },
  kind: formKinds.paperRail,
  ticket: 'rail',
  fields: [
    { path: 'number', kind: 'text', form: /^(?:[A-Z]\d{6,7}|(?:[A-Z]?\d{2}[A-Z])\d{6})(?!\d)/u },
    { path: 'issueDate', kind: 'date', form: /^20\d{2}年\d{1,2}月\d{1,2}日/u },
    { path: 'ticket.from', kind: 'text', form: /^\p{Script=Han}{1,9}站(?!\p{Script=Han})/u },
    { path: 'ticket.to', kind: 'text', form: /^\p{Script=Han}{1,9}站(?!\p{Script=Han})/u, at: 1 },
    {
      path: 'ticket.vehicle',
      kind: 'text',
      // Between the stations, or wherever a train is named.
      label: [/\p{Script=Han}站/u, /^/u],
      form: /^(?:[GCDZTKYLSP]\d{1,4}(?:次|$)|\d{1,4}次)/u,
    },
    { path: 'ticket.date', kind: 'date', form: /^20\d{2}年\d{1,2}月\d{1,2}日/u },
    { path: 'ticket.class', kind: 'text', form: seat },
    {
      path: 'ticket.passenger',
      kind: 'text',
      label: /\d{6,10}\*{2,8}[\dXx]{2,4}/u,
      form: /^\p{L}[\p{L}·]+/u,
    },
    { path: 'ticket.number', kind: 'text', form: /^\d{14}[0-9A-Z]\d{6}(?!\d)/u },
    { path: 'ticket.fare', kind: 'money', form: /^[¥Y](?<value>\d+(?:\.\d{1,2})?)元?/u },
    { path: 'grossTotal', kind: 'money', form: /^[¥Y](?<value>\d+(?:\.\d{1,2})?)元?/u },
  ],
  required: ['ticket.from', 'ticket.to', 'ticket.vehicle', 'grossTotal'],
};

export const taxi: FormDescription = {
  title: /出租(?:汽)?车[^,:]{0,10}(?:发票|车票|客票)|出租(?:汽)?车(?:统一)?车费/u,
  marks: {
    always: /发票(?:代码|号码)/u,
    words: [/车牌?号/u, /上车/u, /下车/u, /里程/u, /等候|等时/u, /单价/u, /证号|监督卡|电话/u],
    least: 5,
  },
  kind: formKinds.taxi,
  ticket: 'taxi',
  fields: [
    ...numbered,
    { path: 'issueDate', kind: 'date', label: /日期/u, form: day },
    { path: 'ticket.date', kind: 'date', label: /日期/u, form: day },
    {
      path: 'ticket.vehicle',
      kind: 'text',
      label: /车牌号?码?|车号/u,
      form: /^\p{Script=Han}?[A-Z][A-Z0-9·.-]{4,8}$/u,
    },
    { path: 'ticket.fare', kind: 'money', label: [/车费/u, /(?<!附加)金额/u], form: fare },
    { path: 'ticket.fuelSurcharge', kind: 'money', label: /(?:燃油|燃料)附加费?/u, form: fare },
    {
      path: 'grossTotal',
      kind: 'money',
      label: [/实收(?:金额)?|合计(?:金额)?|总(?:金)?额/u, /(?<!附加)金额|车费/u],
      form: fare,
    },
  ],
  required: ['grossTotal'],
};

const journeyFields = (fareLabels: readonly RegExp[]): readonly FormField[] => [
  ...numbered,
  { path: 'ticket.fare', kind: 'money', label: fareLabels, form: fare },
  { path: 'grossTotal', kind: 'money', label: [/合计(?:金额)?|总(?:金)?额/u, ...fareLabels], form: fare },
  { path: 'ticket.passenger', kind: 'text', label: [/姓名/u, /(?:旅客|乘客)(?=:)/u], form: person },
  { path: 'ticket.number', kind: 'text', label: /票号(?!码)|客票号|车票号/u, form: /^[0-9A-Z]{6,24}$/u },
];

export const coach: FormDescription = {
  title:
    /(?:公路|道路|汽车|长途|班车|巴士)[^,:水]{0,8}(?:客票|车票|客运[^,:]{0,6}发票|旅客运输[^,:]{0,4}发票)|客运汽车票|汽车票$/u,
  kind: formKinds.coach,
  ticket: 'coach',
  fields: [
    ...journeyFields([/票价|全价|半价/u, /金额/u]),
    {
      path: 'issueDate',
      kind: 'date',
      label: [/(?:开票|售票|出票)(?:日期|时间)/u, /(?:乘车|发车|乘坐)(?:日期|时间)|日期/u],
      form: day,
    },
    {
      path: 'ticket.date',
      kind: 'date',
      label: [/(?:乘车|发车|乘坐)(?:日期|时间)/u, /日期/u],
      form: day,
    },
    {
      path: 'ticket.from',
      kind: 'text',
      label: /始发站|起点站?|上车站|发站|出发站|起站|乘车站/u,
      form: place,
    },
    { path: 'ticket.to', kind: 'text', label: /到达站|终点站?|到站|下车站|目的站|抵达站/u, form: place },
    { path: 'ticket.vehicle', kind: 'text', label: /车次|班次/u, form: /^[A-Z0-9-]{1,12}/u },
    { path: 'ticket.class', kind: 'text', label: /车型|座位等级|等级/u, form: person },
  ],
  required: ['grossTotal'],
};

export const ship: FormDescription = {
  title:
    /(?:水路|水运|轮船|客轮|轮渡|渡轮|船舶|港航|海峡)[^,:]{0,8}(?:客票|船票|发票)|(?:^|[^,:]{0,10})船票$/u,
  kind: formKinds.ship,
  ticket: 'ship',
  fields: [
    ...journeyFields([/票价|全价|半价/u, /金额/u]),
    {
      path: 'issueDate',
      kind: 'date',
      label: [/(?:开票|售票|出票)(?:日期|时间)/u, /(?:乘船|开航|开船|航班|航行)(?:日期|时间)|日期/u],
      form: day,
    },
    {
      path: 'ticket.date',
      kind: 'date',
      label: [/(?:乘船|开航|开船|航班|航行)(?:日期|时间)/u, /日期/u],
      form: day,
    },
    { path: 'ticket.from', kind: 'text', label: /起运港|始发港|出发港|起点港?|上船港|登船港/u, form: place },
    { path: 'ticket.to', kind: 'text', label: /到达港|目的港|终点港?|抵达港|下船港/u, form: place },
    {
      path: 'ticket.vehicle',
      kind: 'text',
      label: [/船名(?:\/?航次)?/u, /航次|航班|班次/u],
      form: /^[\p{Script=Han}A-Z0-9-]{2,20}$/u,
    },
    { path: 'ticket.class', kind: 'text', label: /舱位(?:等级)?|舱室(?:等级)?|席位|等级/u, form: person },
  ],
  required: ['grossTotal'],
};

export const quota: FormDescription = {
  title: /定额(?:专用)?发票/u,
  kind: formKinds.quota,
  ticket: null,
  fields: [
    ...numbered,
    { path: 'issueDate', kind: 'date', label: /(?:开票|填开|开具)日期/u, form: day },
    {
      path: 'grossTotal',
      kind: 'money',
      form: /^(?:人民币|金额|面额)?:?[¥Y](?<value>\d[\d,]*(?:\.\d{1,2})?)元?$/u,
    },
    {
      path: 'grossTotalWords',
      kind: 'words',
      form: /^(?:人民币|金额|面额)?:?(?<value>[壹贰叁肆伍陆柒捌玖拾佰仟]+[元圆][整正]?)/u,
    },
    {
      path: 'seller.name',
      kind: 'text',
      label: /(?:收款(?:单位|方)|开票单位|销售方)(?!\(盖?章)/u,
      form: company,
    },
    { path: 'seller.taxId', kind: 'taxId', label: /(?:纳税人)?识别号|税号/u, form: taxId },
  ],
  required: ['grossTotal'],
  isInWords: true,
};

const printedTable: FormTable = {
  columns: {
    name: /(?:经营|开票|服务)?项目(?:名称)?|品名|商品名称|货物名称/u,
    specification: /规格(?:型号)?/u,
    unit: /单位/u,
    quantity: /数量/u,
    unitPrice: /单价/u,
    amount: /金额(?:\(元\))?/u,
  },
  end: /合计|小写|大写/u,
};

const inWords =
  /^(?:人民币)?(?<value>[⊗ⓧ×]?[零壹贰叁肆伍陆柒捌玖拾佰仟万亿]+[元圆][零壹贰叁肆伍陆柒捌玖拾佰仟角分整正]*)/u;

export const machinePrinted: FormDescription = {
  title: /(?:通用|统一|专用)?机打[^,:]{0,8}发票|通用机打/u,
  kind: formKinds.machinePrinted,
  ticket: null,
  fields: [
    ...numbered,
    { path: 'issueDate', kind: 'date', label: [/(?:开票|填开|开具)日期/u, /日期/u], form: day },
    {
      path: 'buyer.name',
      kind: 'text',
      label: /(?:付款(?:方|单位|人)|购买方|购货方|客户)(?:名称)?(?!识|纳|税)/u,
      form: company,
    },
    {
      path: 'buyer.taxId',
      kind: 'taxId',
      label: /(?:付款(?:方|单位|人)|购买方|购货方)(?:纳税人)?(?:识别号|税号)/u,
      form: taxId,
    },
    {
      path: 'seller.name',
      kind: 'text',
      label: /(?:收款(?:方|单位)|销售方|销货方|开票单位)(?:名称)?(?!识|纳|税|\(盖?章\))/u,
      form: company,
    },
    {
      path: 'seller.taxId',
      kind: 'taxId',
      label: [/(?:收款(?:方|单位)|销售方|销货方)(?:纳税人)?(?:识别号|税号)/u, /^(?:纳税人识别号|税号)/u],
      form: taxId,
    },
    { path: 'machineNumber', kind: 'code', label: /机器(?:编号|号码)/u, form: /^\d{8,16}$/u },
    { path: 'remark', kind: 'text', label: /备注/u, form: /^.+$/u },
    { path: 'drawer', kind: 'text', label: /开票人/u, form: person },
    {
      path: 'grossTotal',
      kind: 'money',
      label: [/\(?小写\)?(?:合计|金额)?/u, /(?:金额)?合计|总(?:金)?额/u],
      form: fare,
    },
    {
      path: 'grossTotalWords',
      kind: 'words',
      label: /\(?大写\)?(?:合计|金额)?/u,
      form: inWords,
    },
  ],
  table: printedTable,
  required: ['grossTotal'],
};

export const roll: FormDescription = {
  title: /增值税普通发票\(卷[式票]?\)|^\(?卷票\)?$/u,
  marks: { always: /机打号码/u, words: [/增值税普通发票/u, /合计金额/u, /购买方名称/u], least: 3 },
  kind: rollKind,
  ticket: null,
  fields: [
    ...numbered,
    { path: 'issueDate', kind: 'date', label: /开票日期/u, form: day },
    { path: 'machineNumber', kind: 'code', label: /机器编号/u, form: /^\d{8,16}$/u },
    { path: 'checkCode', kind: 'code', label: /校验码/u, form: /^\d{20}$/u },
    { path: 'seller.name', kind: 'text', label: /销售方名称/u, form: company },
    { path: 'seller.taxId', kind: 'taxId', label: /(?<!购买方)(?:纳税人识别号|税号)/u, form: taxId },
    { path: 'buyer.name', kind: 'text', label: /购买方名称/u, form: company },
    { path: 'buyer.taxId', kind: 'taxId', label: /(?:纳税人识别号|税号)/u, form: taxId, at: 1 },
    { path: 'payee', kind: 'text', label: /收款员/u, form: person },
    { path: 'grossTotal', kind: 'money', label: [/\(小写\)/u, /合计金额/u], form: fare },
    { path: 'grossTotalWords', kind: 'words', label: /\(大写\)/u, form: inWords },
  ],
  table: printedTable,
  required: ['seller.name', 'grossTotal'],
  isVatForm: true,
};
