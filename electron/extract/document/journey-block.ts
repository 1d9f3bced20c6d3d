import type { Journey } from '../../../shared/invoice/extraction.ts';

/** A word on a page, in the page's units, y downwards. */
export type BlockWord = {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly size: number;
};

/** Columns of the block of passenger transport; values of other columns are left out. */
export type JourneyKey = 'passenger' | 'passengerId' | 'date' | 'from' | 'to' | 'class' | 'vehicle';

const heads: readonly (readonly [JourneyKey, RegExp])[] = [
  ['passenger', /^出行人$/u],
  ['passengerId', /身份证件号码?$/u],
  ['date', /^出行日期$/u],
  ['from', /^出发地$/u],
  ['to', /^到达地$/u],
  ['class', /^等级$/u],
  ['vehicle', /^交通工具类型$/u],
];

const plain = (text: string): string => text.replace(/\s+/gu, '');

const isHeadWord = (text: string): boolean => /^[\p{Script=Han}/()（）、]{2,}$/u.test(plain(text));
const known = /^(?:出行人|有效身份证件号码?|出行日期|运输工具种类|运输工具牌号|起运地)$/u;
/** A wrapped line item has words in its name and in a few other columns, never in this many. */
const leastWords = 4;

/**
 * Whether a line is the head of another block below the goods: passenger transport, goods transport, or an unknown
 * block (words in all columns, no figures).
 */
export const isBlockHead = (words: readonly { readonly text: string }[]): boolean =>
  words.every(({ text }) => isHeadWord(text)) &&
  (words.length >= leastWords || words.filter(({ text }) => known.test(plain(text))).length > 1);

type Column = { readonly key: JourneyKey | null; readonly x0: number; readonly x1: number };

/** The words of one journey by their columns. */
export type JourneyWords<Word> = ReadonlyMap<JourneyKey, readonly Word[]>;

const opening: ReadonlySet<JourneyKey> = new Set(['passenger', 'passengerId', 'date']);

/**
 * The column that contains the middle of a word; null if its ends are in other columns, because it may then be two
 * values.
 */
const columnOf = (word: BlockWord, columns: readonly Column[]): Column | null => {
  const at = (x: number): number =>
    columns.findIndex((column, index) => {
      const next = columns[index + 1];
      return !next || x < (column.x1 + next.x0) / 2;
    });
  const middle = at((word.x0 + word.x1) / 2);
  const [first, last] = [at(word.x0 + word.size), at(word.x1 - word.size)];
  return first > middle || last < middle || last - first > 1 ? null : (columns[middle] ?? null);
};

/**
 * The journeys of a block: its head, then its lines. A line that repeats a passenger, an id or a date begins the
 * next journey; others continue wrapped values. Empty if it is not a block of passenger transport.
 */
export const journeysIn = <Word extends BlockWord>(
  head: readonly Word[],
  lines: readonly (readonly Word[])[],
): readonly JourneyWords<Word>[] => {
  const columns = head
    .map(({ text, x0, x1 }) => ({
      key: heads.find(([, word]) => word.test(plain(text)))?.[0] ?? null,
      x0,
      x1,
    }))
    .toSorted((a, b) => a.x0 - b.x0);
  if (!columns.some(({ key }) => key === 'passenger' || key === 'date')) return [];
  const journeys: Map<JourneyKey, Word[]>[] = [];
  for (const line of lines) {
    const cells = line.flatMap((word) => {
      const key = columnOf(word, columns)?.key ?? null;
      return key === null ? [] : [{ key, word }];
    });
    const last = journeys.at(-1);
    const isNext = cells.some(({ key }) => opening.has(key) && last?.has(key) === true);
    const journey = last && !isNext ? last : new Map<JourneyKey, Word[]>();
    if (journey !== last && cells.length > 0) journeys.push(journey);
    for (const { key, word } of cells) journey.set(key, [...(journey.get(key) ?? []), word]);
  }
  return journeys;
};

/** Makes a journey from the values of its keys. */
export const journeyOf = (read: (key: JourneyKey) => string | null): Journey => ({
  passenger: read('passenger'),
  passengerId: read('passengerId'),
  from: read('from'),
  to: read('to'),
  date: read('date'),
  class: read('class'),
  vehicle: read('vehicle'),
});
