import type { Bilingual } from '../language.ts';

/** Why the rows of the line items are uncertain. */
export const rowFindingTexts = {
  'no-positions': {
    zh: '识别结果没有给出各行的位置，各列按顺序配对',
    en: 'the response contains no positions of the lines, so the columns were paired by their order',
  },
  'no-direction': {
    zh: '文字的方向不一致，或与各行的方向不一致',
    en: 'the text has several directions, or another direction than its rows',
  },
  'upside-down': {
    zh: '识别结果中合计位于票头之上，各行的上下次序不可靠',
    en: 'the totals are above the title, so the order of the lines is unreliable',
  },
  'too-many': {
    zh: '行数过多，无法按位置核对，各列按顺序配对',
    en: 'there are too many lines to match by position, so the columns were paired by their order',
  },
  'amounts-off': {
    zh: '各行金额之和与合计不符，且有的行不完整，可能漏识别了一个金额',
    en: 'the amounts do not add up to the total and some rows are incomplete: an amount may be missing',
  },
  'no-amounts': {
    zh: '未识别到金额列，行数按其他列确定',
    en: 'no amounts were recognized, so the rows were counted in another column',
  },
  'one-place': {
    zh: '同一列有两项处在同一位置',
    en: 'two values of one column have the same position',
  },
  'left-over': {
    zh: '有的单元格与任何金额都不在同一行',
    en: 'some cells are not on a line with any amount',
  },
  ambiguous: {
    zh: '有的单元格处在两行之间，无法确定属于哪一行',
    en: 'some cells are between two rows and could belong to either',
  },
  unnamed: {
    zh: '有的行没有名称，而其他名称占了多行',
    en: 'a row has no name while other names span several lines',
  },
  gap: {
    zh: '名称的各行之间有空隙，可能漏识别了一个金额',
    en: 'a name has a gap between its lines: an amount may be missing',
  },
  'two-names': {
    zh: '一行中似乎有两个名称，可能漏识别了一个金额',
    en: 'a row seems to contain two names: an amount may be missing',
  },
  subtotal: {
    zh: '有一行似乎是小计，但金额与上面各行之和不符',
    en: 'a row looks like a subtotal but is not the sum of the rows above it',
  },
} as const satisfies Record<string, Bilingual>;
