import type { FieldPath } from '../../../../shared/invoice/model.ts';
import type { Doubt } from '../../../../shared/invoice/read-lines.ts';

/** Figures that have to make a sum do not: one of them was read wrong, or the file is. */
export const sumsDoubt = (fields: readonly FieldPath[]): Doubt => ({
  id: 'text-sums-differ',
  fields,
  message: {
    zh: '按版面文字读出的金额相互不平，请核对',
    en: 'the figures read from the page do not add up: compare them with the page',
  },
});

export const rowsDoubt = (fields: readonly FieldPath[]): Doubt => ({
  id: 'rows-settled',
  fields,
  message: {
    zh: '商品行的划分不能确定，请核对',
    en: 'it is not certain which texts belong to which goods line: compare them with the page',
  },
});

export const tornNameDoubt = (path: FieldPath): Doubt => ({
  id: 'name-wrapped',
  fields: [path],
  message: {
    zh: '名称在字母或数字之间换行，此处是否有空格无法确定',
    en: "the name is broken between two letters: whether a blank stands there can't be seen",
  },
});

export const productDoubt = (fields: readonly FieldPath[]): Doubt => ({
  id: 'text-product-differs',
  fields,
  message: {
    zh: '数量乘以单价不等于金额，请核对',
    en: 'quantity times unit price does not make the amount: compare them with the page',
  },
});

export const sidesDoubt = (fields: readonly FieldPath[]): Doubt => ({
  id: 'party-sides',
  fields,
  message: {
    zh: '版面上没有标明哪一方是购买方，请核对',
    en: 'the page does not say which party is the buyer: compare them',
  },
});

export const missingDoubt = (fields: readonly FieldPath[]): Doubt => ({
  id: 'text-incomplete',
  fields,
  message: {
    zh: '版面文字中没有读到此栏，请核对',
    en: 'the text of the page does not have this field, or it was not found: compare it with the page',
  },
});

export const malformedDoubt = (path: FieldPath, raw: string): Doubt => ({
  id: 'value-unreadable',
  fields: [path],
  message: {
    zh: `“${raw}”无法按此栏的规则读取`,
    en: `"${raw}" can't be read as a value of this field`,
  },
});
