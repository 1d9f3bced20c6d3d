import type { FieldPath } from './model.ts';
import type { Doubt } from './read-lines.ts';

/** A file states a value twice, and not the same: neither is taken. */
export const statedTwiceDoubt = (path: FieldPath, stated: readonly string[]): Doubt => ({
  id: 'values-differ',
  fields: [path],
  message: {
    zh: `文件中有不同的值：${stated.map((text) => `“${text}”`).join('、')}，未采用`,
    en: `the file states different values: ${stated.map((text) => `"${text}"`).join(', ')}; none was taken`,
  },
});

/** The file says that the invoice is red, and its total is not negative; or the other way round. */
export const redSignDoubt = (isRed: boolean): Doubt => ({
  id: 'red-invoice-sign',
  fields: ['grossTotal'],
  message: isRed
    ? {
        zh: '标记为红字发票，价税合计却不是负数',
        en: 'marked as a red invoice, yet its total is not negative',
      }
    : { zh: '标记为蓝字发票，价税合计却是负数', en: 'marked as a blue invoice, yet its total is negative' },
});

/** What the labels of the file say about the kind does not fit together. */
export const kindLabelsDoubt: Doubt = {
  id: 'kind-labels-differ',
  fields: ['kind'],
  message: {
    zh: '文件中关于发票种类的标签互相矛盾，种类留空',
    en: 'the labels of the file contradict each other about the kind: it is left unknown',
  },
};

/** The file is the bookkeeping record of an invoice: it has neither goods nor the whole of the parties. */
export const bookingSideDoubt: Doubt = {
  id: 'booking-record',
  fields: [],
  message: {
    zh: '此文件是接收方的入账信息，不是发票本身：没有商品明细',
    en: 'this file is the receiver’s bookkeeping record, not the invoice itself: it has no goods lines',
  },
};
