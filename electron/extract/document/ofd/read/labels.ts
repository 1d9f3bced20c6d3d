import type { LineKey } from '../../../../../shared/invoice/fields.ts';
import { emsOf } from '../text-layout.ts';
import type { Run } from './runs.ts';

/** The meanings of the printed labels of a form. */
export type LabelKey =
  | 'code'
  | 'number'
  | 'issueDate'
  | 'checkCode'
  | 'machineNumber'
  | 'party.name'
  | 'party.taxId'
  | 'party.addressPhone'
  | 'party.bankAccount'
  | 'payee'
  | 'reviewer'
  | 'drawer'
  | 'grossWords'
  | 'grossFigure'
  | 'sums'
  | 'buyer'
  | 'seller'
  | 'remark'
  | 'cipher'
  | 'nothing';

export type Label = { readonly key: LabelKey; readonly run: Run };
export type Head = { readonly column: LineKey | null; readonly run: Run };

const plainText = (text: string): string =>
  text.replace(/\s+/g, '').replaceAll('：', ':').replaceAll('（', '(').replaceAll('）', ')');

const known = new WeakMap<Run, string>();
/** A run's text without blanks, its colons and parentheses half-width. */
const plain = (run: Run): string => {
  const text = known.get(run) ?? plainText(run.text);
  known.set(run, text);
  return text;
};

/** Label texts; if a value may follow in the same run, a colon separates them. */
const labelWords: readonly (readonly [RegExp, LabelKey])[] = [
  [/^发票代码/, 'code'],
  [/^发票号码/, 'number'],
  [/^开票日期/, 'issueDate'],
  [/^校验码/, 'checkCode'],
  [/^机器编号/, 'machineNumber'],
  [/^(?:统一社会信用代码\/)?纳税人识别号/, 'party.taxId'],
  [/^名称/, 'party.name'],
  [/^地址[、,]?电话/, 'party.addressPhone'],
  [/^开户行及[账帐]号/, 'party.bankAccount'],
  [/^收款人/, 'payee'],
  [/^复核人?/, 'reviewer'],
  [/^开票人/, 'drawer'],
  [/^价税合计(?:\(大写\))?/, 'grossWords'],
  [/^\(小写\)/, 'grossFigure'],
  [/^合计$/, 'sums'],
  [/^(?:销售方|收款单位|销货单位):?\(章\)/, 'nothing'],
];

/** Labels in pieces: side by side on a line, or one below the other in a column. */
const rows: readonly (readonly [string, LabelKey])[] = [
  ['合计', 'sums'],
  ['名称', 'party.name'],
  ['校验码', 'checkCode'],
  ['收款人', 'payee'],
  ['复核', 'reviewer'],
  ['开票人', 'drawer'],
];
const columns: readonly (readonly [string, LabelKey])[] = [
  ['购买方信息', 'buyer'],
  ['购买方', 'buyer'],
  ['购货单位', 'buyer'],
  ['销售方信息', 'seller'],
  ['销售方', 'seller'],
  ['销货单位', 'seller'],
  ['备注', 'remark'],
  ['密码区', 'cipher'],
];

const headWords: readonly (readonly [RegExp, LineKey | null])[] = [
  [/^(?:项目名称|货物或应税劳务[、,]?(?:服务)?名称|货物或应税劳务名称)$/, 'name'],
  [/^规格型号$/, 'specification'],
  [/^(?:面积)?单位$/, 'unit'],
  [/^数量$/, 'quantity'],
  [/^单价$/, 'unitPrice'],
  [/^金额$/, 'amount'],
  [/^税率(?:\/征收率)?$|^征收率$/, 'taxRate'],
  [/^税额$/, 'tax'],
  [/^(?:车牌号|类型|通行日期起|通行日期止)$/, null],
];
const headPieces: readonly string[] = ['单位', '数量', '单价', '金额', '税率', '税额'];

const right = ({ box }: Run): number => box.x + box.w;
const middle = ({ box }: Run): number => box.y + box.h / 2;
const centre = ({ box }: Run): number => box.x + box.w / 2;

const around = (runs: readonly Run[]): Run | null => {
  const [first] = runs;
  if (!first) return null;
  const x = Math.min(...runs.map(({ box }) => box.x));
  const y = Math.min(...runs.map(({ box }) => box.y));
  const w = Math.max(...runs.map(right)) - x;
  const h = Math.max(...runs.map(({ box }) => box.y + box.h)) - y;
  return { ...first, text: runs.map(({ text }) => text).join(''), box: { x, y, w, h } };
};

type Follows = (one: Run, other: Run) => boolean;
const beside: Follows = (one, other) =>
  one.page === other.page &&
  Math.abs(middle(one) - middle(other)) < 0.5 * one.size &&
  other.box.x >= right(one) - 0.1 * one.size &&
  other.box.x - right(one) < 8 * one.size;
const below: Follows = (one, other) =>
  one.page === other.page &&
  Math.abs(centre(one) - centre(other)) < 0.5 * one.size &&
  other.box.y > one.box.y &&
  other.box.y - (one.box.y + one.box.h) < 3.5 * one.size;

/** Runs of single characters that form a word in this direction. */
const chain = (word: string, runs: readonly Run[], follows: Follows): readonly (readonly Run[])[] => {
  const [firstCharacter = '', ...rest] = Array.from(word);
  return runs
    .filter((run) => plain(run) === firstCharacter)
    .flatMap((first) => {
      const found = [first];
      for (const character of rest) {
        const last = found.at(-1);
        const next = runs.find(
          (run) => plain(run).replace(/:$/, '') === character && last && follows(last, run),
        );
        if (!next) return [];
        found.push(next);
      }
      return [found];
    });
};

const emsIn = (text: string): number =>
  Array.from(text).reduce((sum, character) => sum + emsOf(character), 0);

/** The part of a run after a number of its characters. */
const behind = (run: Run, length: number): Run | null => {
  const rest = run.text.slice(length);
  const value = rest.trimStart();
  if (value.trim() === '') return null;
  const share = emsIn(run.text.slice(0, run.text.length - value.length)) / Math.max(0.5, emsIn(run.text));
  const { x, w } = run.box;
  return { ...run, text: value, box: { ...run.box, x: x + w * share, w: w * (1 - share) }, whole: run };
};

/** The length of a prefix with blanks that has a given number of other characters. */
const lengthOf = (text: string, count: number): number => {
  let seen = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (seen === count) return at;
    if (!/\s/.test(text.charAt(at))) seen += 1;
  }
  return text.length;
};

export type Form = {
  readonly labels: readonly Label[];
  readonly heads: readonly Head[];
  /** Everything that is not a label: the values. */
  readonly values: readonly Run[];
};

const headOf = (run: Run): Head | null => {
  const found = headWords.find(([words]) => words.test(plain(run)));
  return found ? { column: found[1], run } : null;
};

const leastHeads = 4;
const mostHeads = 24;
/** The head row of a page: the line with the most heads. Single words elsewhere are not heads. */
const headRow = (heads: readonly Head[]): readonly Head[] => {
  const rowsOfHeads = heads
    .slice(0, 10 * mostHeads)
    .map(({ run }) => heads.filter((other) => Math.abs(middle(other.run) - middle(run)) < 0.9 * run.size));
  const best = rowsOfHeads.toSorted((one, other) => other.length - one.length)[0] ?? [];
  const hasAmount = best.some(({ column }) => column === 'amount');
  return best.length >= leastHeads && hasAmount
    ? best.toSorted((a, b) => a.run.box.x - b.run.box.x).slice(0, mostHeads)
    : [];
};

const isHeadWords = (run: Run): boolean => /^[\p{Script=Han}/()、]{2,}$/u.test(plain(run));

/** Heads of special business on the row of heads (建筑服务发生地, 产权证书…): their values are left out. */
const otherHeads = (
  heads: readonly Head[],
  runs: readonly Run[],
  used: ReadonlySet<Run>,
): readonly Head[] => {
  const [first] = heads;
  if (!first) return [];
  return runs
    .filter(
      (run) =>
        !used.has(run) && isHeadWords(run) && Math.abs(middle(run) - middle(first.run)) < 0.5 * run.size,
    )
    .map((run) => ({ column: null, run }));
};

/** Separates the labels of a page from its values. */
export const readForm = (runs: readonly Run[]): Form => {
  const labels: Label[] = [];
  const used = new Set<Run>();
  const rest: Run[] = [];
  const take = (found: readonly Run[], key: LabelKey): void => {
    const run = around(found);
    if (!run || found.some((part) => used.has(part))) return;
    labels.push({ key, run });
    for (const part of found) used.add(part);
  };
  for (const [word, key] of columns) {
    for (const found of chain(word, runs, below)) take(found, key);
    for (const run of runs) if (plain(run) === word && !used.has(run)) take([run], key);
  }
  const pieces = headPieces.flatMap((word) =>
    chain(word, runs, beside).map((found) => ({ found, head: { run: around(found), word } })),
  );
  const columnHeads = headRow([
    ...runs.map(headOf).filter((head) => head !== null),
    ...pieces.flatMap(({ head: { run, word } }) => (run ? (headOf({ ...run, text: word }) ?? []) : [])),
  ]);
  for (const { run } of columnHeads) {
    used.add(run);
    for (const { found, head } of pieces)
      if (head.run?.box.x === run.box.x && head.run.box.y === run.box.y)
        for (const part of found) used.add(part);
  }
  const others = otherHeads(columnHeads, runs, used);
  for (const { run } of others) used.add(run);
  const heads = [...columnHeads, ...others].toSorted((a, b) => a.run.box.x - b.run.box.x);
  for (const [word, key] of rows) for (const found of chain(word, runs, beside)) take(found, key);
  for (const run of runs) {
    if (used.has(run)) continue;
    const text = plain(run);
    const label = labelWords.find(([words]) => words.test(text));
    const matched = label?.[0].exec(text)?.[0].length ?? 0;
    const hasColon = text.charAt(matched) === ':';
    const isAlone = text.length === matched + Number(hasColon);
    if (!label || !(hasColon || isAlone || /^[)\d¥￥]/.test(text.slice(matched)))) {
      if (!run.isTemplate) rest.push(run);
      continue;
    }
    labels.push({ key: label[1], run: isAlone ? run : { ...run, box: { ...run.box, w: run.size } } });
    const value = isAlone ? null : behind(run, lengthOf(run.text, matched + Number(hasColon)));
    if (value) rest.push(value);
  }
  return { labels, heads, values: rest };
};
