import type { Language } from '../language.ts';

type Naming = readonly [pattern: RegExp, zh: string, en: string];

/**
 * Names of blocks, the first that matches. Programs write them in several ways, so parts of the names decide; an
 * unknown name is shown as its words.
 */
const blockNames: readonly Naming[] = [
  [/used|secondhand|二手车/, '二手车销售', 'Used-vehicle sale'],
  [/vessel|vehicletax|vehicleship/, '代收车船税', 'Vehicle and vessel tax'],
  [/vehicle|automobile|机动车/, '机动车', 'Motor vehicle'],
  [/medical|hospital|health/, '医疗服务', 'Medical service'],
  [
    /(?:agri|farm).*(?:purchas|acqui|procure)|(?:purchas|acqui|procure).*(?:agri|farm)|农产品收购/,
    '农产品收购',
    'Purchase of farm products',
  ],
  [/agri|farm|农产品/, '自产农产品销售', 'Sale of own farm products'],
  [/photovoltaic|solar/, '光伏收购', 'Purchase of solar power'],
  [/construct|building|建筑服务/, '建筑服务', 'Construction service'],
  [/freight|cargo|goodstransport|货物运输/, '货物运输服务', 'Freight transport'],
  [
    /(?:estate|immovable|property).*(?:leas|rent)|(?:leas|rent).*(?:estate|immovable|property)|不动产.*租赁/,
    '不动产经营租赁服务',
    'Lease of real estate',
  ],
  [/estate|immovable|property|不动产销售/, '不动产销售', 'Sale of real estate'],
  [/oil|fuel|成品油/, '成品油', 'Refined oil'],
  [/tobacco|cigarette/, '卷烟', 'Tobacco'],
  [/rareearth/, '稀土', 'Rare earth'],
  [/mineral/, '矿产品', 'Minerals'],
  [/lottery/, '彩票', 'Lottery'],
  [/旅客运输/, '旅客运输服务', 'Passenger transport'],
  [/不动产/, '不动产', 'Real estate'],
  [/差额征税/, '差额征税', 'Taxed on a difference'],
];

/** Names of values, the first that matches. */
const valueNames: readonly Naming[] = [
  [/^特定业务$/, '特定业务', 'Special business'],
  [
    /(?:vehicleidentification|frame|chassis|vin)(?:no|num|number|code)?$/,
    '车辆识别代号/车架号',
    'Vehicle identification number',
  ],
  [/engine/, '发动机号码', 'Engine number'],
  [/brand|modelnum|vehiclemodel|^model/, '厂牌型号', 'Brand and model'],
  [/origin(?:place)?$|placeoforigin|produc.*(?:place|area)/, '产地', 'Place of origin'],
  [/importcert|certificateofimport/, '进口证明书号', 'Import certificate'],
  [/inspection|commodityinsp/, '商检单号', 'Inspection certificate'],
  [/conformity|qualif|^certificate(?:no|num|number)$/, '合格证号', 'Certificate of conformity'],
  [/registration.*cert|regist(?:ration)?(?:no|num|number)$/, '登记证号', 'Registration certificate'],
  [/tonnage|ton$/, '吨位', 'Tonnage'],
  [/(?:passenger|seat).*(?:number|num|limit|capacity)|(?:number|num|limit).*passenger/, '限乘人数', 'Seats'],
  [/taxpay(?:ment)?cert|taxcertificate|taxreceipt/, '完税凭证号码', 'Tax payment certificate'],
  [/taxauthorit.*code/, '主管税务机关代码', 'Code of the tax authority'],
  [/taxauthorit/, '主管税务机关', 'Tax authority'],
  [/insurancepolicy|policy(?:no|num|number)/, '保险单号', 'Insurance policy'],
  [/(?:plate|licen[cs]e).*(?:no|num|number)?$/, '车牌号', 'Plate number'],
  [/taxperiod|periodoftax/, '税款所属期', 'Tax period'],
  [/vessel.*(?:amount|tax)$|taxamount$|amountoftax/, '代收车船税金额', 'Tax collected'],
  [/late|overdue/, '滞纳金金额', 'Late payment charge'],
  [/total.*amount|amount.*total|sum$/, '金额合计', 'Total'],
  [/outpatient|clinic(?:no|num|number)/, '门诊号', 'Outpatient number'],
  [/inpatient|hospitaliz.*(?:no|num|number)/, '住院号', 'Inpatient number'],
  [/patient.*name|nameofpatient|patient$/, '患者姓名', 'Patient'],
  [/(?:visit|treatment|admission|consult).*date/, '就诊日期', 'Date of treatment'],
  [/(?:medical|hospital).*(?:institution)?type/, '医疗机构类型', 'Kind of medical institution'],
  [/insurance.*type/, '医保类型', 'Kind of medical insurance'],
  [/insurance.*(?:no|num|number|id)$/, '医保编号', 'Medical insurance number'],
  [/fund.*pay/, '医保统筹基金支付', 'Paid by insurance fund'],
  [/personalaccount|accountpay/, '个人账户支付', 'Paid from personal account'],
  [/cashpay|personalcash/, '个人现金支付', 'Paid in cash'],
  [/otherpay/, '其他支付', 'Other payments'],
  [/selfpay|personalpay/, '个人自付', 'Paid by the patient'],
  [/ownexpense|selfexpense/, '个人自费', 'At own expense'],
  [/gender|sex/, '性别', 'Sex'],
  [/serial|businessflow/, '业务流水号', 'Serial number'],
  [/(?:construction|building)?project.*(?:name)$/, '建筑项目名称', 'Construction project'],
  [
    /landvalue|landappreciation|project.*(?:no|num|number|code)$/,
    '土地增值税项目编号',
    'Land value-added tax project',
  ],
  [
    /(?:construct|building|service|occurrence).*(?:place|location|address|area)/,
    '建筑服务发生地',
    'Place of construction',
  ],
  [/cross|acrosscit/, '跨地（市）标志', 'Across cities'],
  [/(?:start|departure|origin).*(?:place|address|location)?$/, '起运地', 'Place of departure'],
  [/(?:destination|arrival)/, '到达地', 'Destination'],
  [
    /(?:transport|vehicle|tool|means).*(?:type|kind)|(?:type|kind)of(?:transport|vehicle)/,
    '运输工具种类',
    'Means of transport',
  ],
  [/(?:goods|cargo).*name|nameof(?:goods|cargo)/, '运输货物名称', 'Goods'],
  [/(?:property|ownership|estate).*(?:cert|right)/, '产权证书/不动产权证号', 'Property certificate'],
  [/(?:estate|property|leas).*(?:address|location|place)/, '不动产地址', 'Address of the real estate'],
  [/(?:lease|rent).*(?:period|term|date|start|end)/, '租赁期起止', 'Lease term'],
  [/area.*unit|unitofarea/, '面积单位', 'Unit of area'],
  [
    /(?:online|net).*(?:contract|sign)|contract.*(?:no|num|number|code)$/,
    '网签合同备案编号',
    'Registered contract',
  ],
  [/assess|verified.*price|taxableprice/, '核定计税价格', 'Assessed price'],
  [/actual.*(?:amount|price)|transaction.*(?:amount|price)/, '实际成交含税金额', 'Price paid, with tax'],
  [
    /vehiclemanagement|transferin|vehicleadministration/,
    '转入地车辆管理所',
    'Vehicle office of the new place',
  ],
  [
    /(?:auction|market|dealer).*name|(?:auction|market)$/,
    '经营、拍卖单位或二手车市场',
    'Auction house or market',
  ],
  [/(?:buyer|purchaser).*name/, '买方', 'Buyer'],
  [/(?:seller).*name/, '卖方', 'Seller'],
  [/(?:farmer|producer).*name/, '农户', 'Farmer'],
  [/vehicletype|typeofvehicle/, '车辆类型', 'Kind of vehicle'],
  [/id(?:no|num|number)|idcard/, '身份证件号码', 'ID number'],
  [/phone|tel(?:no|num|number)?$/, '电话', 'Phone'],
  [/address/, '地址', 'Address'],
  [/remark|note$/, '备注', 'Remark'],
];

const han = /\p{Script=Han}/u;

/** `PlateNumber` as `Plate number`. */
const wordsOf = (name: string): string => {
  const words = name
    .replaceAll(/[-_.]+/gu, ' ')
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/gu, ' ')
    .trim();
  return words.replaceAll(/(?<=\s)[A-Z](?=[a-z])/gu, (letter) => letter.toLowerCase());
};

const named = (name: string, names: readonly Naming[], language: Language): string => {
  if (han.test(name)) return name;
  const key = name.toLowerCase().replaceAll(/[-_.]/gu, '');
  const known = names.find(([pattern]) => pattern.test(key));
  if (!known) return wordsOf(name);
  return language === 'zh' ? known[1] : known[2];
};

type Part = { readonly name: string };
type Block = Part & { readonly values: readonly (Part & { readonly value: string })[] };

/** The name of a block: `代收车船税`. */
export const specialBlockName = ({ name }: Part, language: Language): string =>
  named(name, blockNames, language);

export const specialValueName = ({ name }: Part, language: Language): string =>
  named(name, valueNames, language);

const marks = {
  zh: { after: '：', between: '；' },
  en: { after: ': ', between: '; ' },
} as const satisfies Record<Language, Record<string, string>>;

/** Each block on a line: `代收车船税：保险单号 PDZA1；车牌号 浙A12345`. */
export const describeSpecial = (blocks: readonly Block[], language: Language): string => {
  const { after, between } = marks[language];
  return blocks
    .map((block) => {
      const values = block.values.map((value) => `${specialValueName(value, language)} ${value.value}`);
      return `${specialBlockName(block, language)}${after}${values.join(between)}`;
    })
    .join('\n');
};
