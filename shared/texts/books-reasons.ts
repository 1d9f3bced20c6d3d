import type { Bilingual } from '../language.ts';

/** Why input tax is deducted, or why not, with the law. */
export const deductionTexts = {
  special: { zh: '凭专用发票抵扣', en: 'deducted: special invoice' },
  vehicle: { zh: '凭机动车发票抵扣', en: 'deducted: motor vehicle invoice' },
  toll: { zh: '凭通行费发票抵扣（财税〔2017〕90号）', en: 'deducted: toll (财税〔2017〕90号)' },
  passenger: {
    zh: '凭旅客运输发票抵扣（2019年第39号公告）',
    en: 'deducted: passenger transport (announcement 39 of 2019)',
  },
  'ticket-printed': { zh: '客票按票面税额抵扣', en: 'deducted: tax printed on the ticket' },
  'ticket-9': {
    zh: '客票计算抵扣（2019年第39号公告）',
    en: 'deducted from the fare (announcement 39 of 2019) at',
  },
  'ticket-3': {
    zh: '客票计算抵扣（2019年第39号公告）',
    en: 'deducted from the fare (announcement 39 of 2019) at',
  },
  'farm-produce': {
    zh: '农产品按买价计算抵扣（财税〔2017〕37号）',
    en: 'deducted: farm produce (财税〔2017〕37号) at',
  },
  rule: { zh: '按规则抵扣', en: 'deducted by a rule' },
  'none-kind': { zh: '此类发票不抵扣', en: 'not deducted: this kind of invoice' },
  'none-goods': {
    zh: '餐饮、娱乐、国际运输等不抵扣（财税〔2016〕36号）',
    en: 'not deducted: meals, entertainment, international travel (财税〔2016〕36号)',
  },
  'none-wholesale': { zh: '免税，不抵扣', en: 'not deducted: exempt' },
  'none-rule': { zh: '按规则不抵扣', en: 'not deducted by a rule' },
} as const satisfies Record<string, Bilingual>;

/** What is not as usual in how an invoice is booked. */
export const bookedHowTexts = {
  both: { zh: '双方都是本企业，进项销项各记一次', en: 'between own companies: booked on both sides' },
  assumed: { zh: '票面无购方税号，视为进项', en: 'names no buyer: taken for a purchase' },
} as const satisfies Record<string, Bilingual>;

/** Why the gate marks an invoice, holds it back or never uses it. */
export const gateReasonTexts = {
  demo: { zh: '演示数据，不入账不归档', en: 'demo data, which the books never use' },
  'no-invoice': { zh: '不是发票', en: 'not an invoice' },
  aside: { zh: '已搁置', en: 'set aside' },
  elsewhere: { zh: '与另一个文件是同一张发票', en: 'the same invoice as another file' },
  'side-unknown': { zh: '买卖双方都不是本企业', en: 'neither party is an own company' },
  undated: { zh: '没有开票日期', en: 'no issue date' },
  error: { zh: '有未处理的错误', en: 'has errors' },
  warning: { zh: '有未处理的疑问', en: 'has warnings' },
  unconfirmed: { zh: '未确认', en: 'not confirmed' },
  booked: { zh: '已入账', en: 'already booked' },
  changed: { zh: '入账或归档后有改动', en: 'changed since it was booked or archived' },
} as const satisfies Record<string, Bilingual>;

/** Why an invoice is not in an archive. */
export const archiveGapTexts = {
  aside: { zh: '已搁置，未归档', en: 'set aside, and not archived' },
  undated: { zh: '没有开票日期，不属于任何期间，未归档', en: 'has no issue date, so it is in no archive' },
  unread: { zh: '未能识别，不属于任何期间，未归档', en: 'was not read, so it is in no archive' },
} as const satisfies Record<string, Bilingual>;

/** Why a file without data is not missing in an archive. */
export const unreadAsideText: Bilingual = {
  zh: '未能识别，已由用户搁置',
  en: 'was not read, and set aside by the user',
};

/** Why an archive is not written over what is there. */
export const archiveWayTexts = {
  'not-an-archive': { zh: '此处已有别的文件，未写入', en: 'something else is there; nothing was written' },
  'other-period': {
    zh: '此处是另一期间的归档，未写入',
    en: 'the archive of another period is there; nothing was written',
  },
  changed: {
    zh: '此处的归档有改动或多出文件，未写入',
    en: 'the archive there was changed, or other files lie in it; nothing was written',
  },
  exists: {
    zh: '此处已有同一期间的归档：如要替换，请加 --replace',
    en: 'the archive of this period is there: add --replace to replace it',
  },
  lost: {
    zh: '此处归档中的这些原件不在新归档中，未写入',
    en: 'originals of the archive there are not in the new one; nothing was written',
  },
} as const satisfies Record<string, Bilingual>;
