import { isDigitalNumber } from '../../../../shared/invoice/codes.ts';
import { paperRail } from './slip-descriptions.ts';
import type { PageGlyph } from './glyphs.ts';
import type { TextLabel } from './labels.ts';
import { piecesOf, rowOf, type Piece, type TextRow } from './rows.ts';
import { valueOf } from './values.ts';

/** A place that is the same on each of several invoices. */
type Anchor = Pick<TextLabel, 'x0' | 'y' | 'size' | 'glyphs'>;
/** The number of an invoice, and the place of its label. */
export type Numbered = { readonly number: string; readonly label: Anchor };

type Located = Parameters<typeof valueOf>[2] & { readonly rows: readonly TextRow[] };

const form = /^(?:\d{20}|\d{8})(?!\d)/u;

/** Gap between two texts of a row, in type sizes. */
const apart = 0.8;
const piecesOn = ({ rows }: Located): readonly Piece[] =>
  rows.flatMap(({ glyphs }) => piecesOf(glyphs, apart));
const solid = ({ glyphs }: Piece): string => rowOf(glyphs).text;

/** What precedes the code, number or date of another invoice that the text of this one names, up to that label. */
const naming =
  /(?:对应正数|对应蓝字|原|蓝字|红字|负数)(?:增值税|专用|普通|电子)*(?:(?:发票)?(?:代码|号码|(?:开票)?日期):?[\dA-Z年月日-]*[,，、;；和及]?)*$/u;

/** Whether a label belongs to the name of another invoice in a remark. */
const namesOther = ({ row, x0 }: TextLabel): boolean =>
  naming.test(rowOf(row.glyphs.filter((glyph) => glyph.x0 < x0)).text);

/** Whether nothing stands directly before a label: it is not in a sentence. */
const beginsText = ({ row, x0, size }: TextLabel): boolean =>
  !row.glyphs.some((glyph) => glyph.x1 <= x0 + 0.1 * size && glyph.x1 > x0 - apart * size);

/** Whether a label is a part of the name of another invoice: `蓝字发票号码`. */
export const isPartOfName = (label: TextLabel): boolean => namesOther(label) && !beginsText(label);

/** The labels of the invoices on the page themselves. */
const ownLabels = ({ labels }: Located, key: TextLabel['key']): readonly TextLabel[] =>
  labels.filter((label) => label.key === key && !namesOther(label));

/** The numbers that have a label, wherever they are printed. */
const labelledNumbers = (page: Located): readonly Numbered[] =>
  ownLabels(page, 'number').flatMap((label) => {
    const value = valueOf(label, page.rows, page);
    // The texts of other labels on the next lines may follow.
    const texts = value ? [value.text, ...value.pieces.map(solid)] : [];
    const number = texts
      .map((text) => form.exec(text.replaceAll(/\s/gu, ''))?.[0])
      .find((one) => one !== undefined);
    return number === undefined ? [] : [{ number, label }];
  });

/** Each number once, where it is printed first. */
const onceEach = (numbers: readonly Numbered[]): readonly Numbered[] =>
  numbers.filter(({ number }, at) => numbers.findIndex((one) => one.number === number) === at);

const countIn = (rows: readonly TextRow[], word: RegExp): number =>
  rows.reduce((sum, { text }) => sum + [...text.matchAll(word)].length, 0);

const titles = /(?:发票|客票|车票|船票)(?!代码|号码|联|专用章|监制|信息)/gu;
const days = /日期/gu;

/** A number of a form on paper, whose label is no text: `№ 12345678`. */
const bareForm = /^(?:N[oO0°º]?[.:]?|№)?(?<number>\d{8})$/u;
/** How far right or left of the date and above it the number of a form on paper stands, in type sizes. */
const [beside, above] = [30, 10];

/** The numbers near the dates of issue of forms on paper. */
const numbersAtDates = (page: Located, dates: readonly TextLabel[]): readonly Numbered[] => {
  const bare = piecesOn(page).flatMap((piece) => {
    const number = bareForm.exec(solid(piece))?.groups?.['number'];
    return number === undefined ? [] : [{ number, piece }];
  });
  const labelled = labelledNumbers(page).map(({ number, label }) => ({ number, piece: label }));
  return dates.flatMap((label) => {
    const { x0, y, size } = label;
    const [nearest] = [...labelled, ...bare]
      .map(({ number, piece }) => ({ number, right: Math.abs(piece.x0 - x0), up: y - piece.y }))
      .filter(({ right, up }) => right < beside * size && up > -1.5 * size && up < above * size)
      .toSorted((one, other) => one.right + 2 * Math.abs(one.up) - other.right - 2 * Math.abs(other.up));
    return nearest ? [{ number: nearest.number, label }] : [];
  });
};

const formOf = (path: string): RegExp | null =>
  paperRail.fields.find((field) => field.path === path)?.form ?? null;

/**
 * The numbers of rail tickets on paper, which have no labels; each ticket has a fare, too.
 * @param least how many of the words of such a ticket the page has
 */
const railNumbers = (page: Located, least = 0): readonly Numbered[] => {
  const [number, fare, marks] = [formOf('number'), formOf('grossTotal'), paperRail.marks];
  const isOn = (word: RegExp): boolean => page.rows.some(({ text }) => word.test(text));
  if (!number || !fare || !marks || !isOn(marks.always) || marks.words.filter(isOn).length < least) return [];
  const pieces = piecesOn(page);
  const found = new Map<string, Numbered>();
  for (const piece of pieces) {
    const text = solid(piece);
    if (number.exec(text)?.[0] === text && !found.has(text)) found.set(text, { number: text, label: piece });
  }
  const fares = pieces.filter((piece) => fare.test(solid(piece))).length;
  return fares >= found.size ? [...found.values()] : [];
};

/** Labels that are closer than this stand beside each other, in type sizes. */
const sameHeight = 4;

/** Whether each digital number has an issue date, and each other number an adjacent invoice code, as on paper forms. */
const areMixed = (page: Located, numbers: readonly Numbered[]): boolean => {
  const digital = numbers.filter(({ number }) => isDigitalNumber(number)).length;
  const codes = ownLabels(page, 'code').filter((label) => {
    const value = beginsText(label) ? valueOf(label, page.rows, page) : null;
    return value !== null && /^\d{10,12}(?!\d)/u.test(value.text.replaceAll(/\s/gu, ''));
  });
  const areOwn = codes.every((code) =>
    numbers.some(
      ({ number, label }) => !isDigitalNumber(number) && Math.abs(label.y - code.y) < sameHeight * code.size,
    ),
  );
  return (
    digital > 0 &&
    codes.length > 0 &&
    areOwn &&
    codes.length >= numbers.length - digital &&
    ownLabels(page, 'issueDate').length >= digital
  );
};

/**
 * The numbers of the invoices on a page, from the top and the left; empty if there is only one invoice. Every one of them
 * has a date of issue of its own, or a code (and a title, if there is no digital one): a number in a remark has none.
 */
export const severalNumbers = (page: Located): readonly Numbered[] => {
  const numbers = onceEach(labelledNumbers(page));
  const dates = ownLabels(page, 'issueDate');
  const codes = ownLabels(page, 'code').length;
  const areReceipts =
    codes >= numbers.length && Math.max(countIn(page.rows, titles), countIn(page.rows, days)) > 1;
  // Among other invoices, a rail ticket is known by its words, too.
  const rail = numbers.length > 0 ? railNumbers(page, paperRail.marks?.least) : [];
  if (numbers.length > 1 && (dates.length > 1 || areReceipts || areMixed(page, numbers)))
    return [...numbers, ...rail];
  if (numbers.length === 1 && rail.length > 0) return [...numbers, ...rail];
  const others = dates.length > 1 ? onceEach(numbersAtDates(page, dates)) : railNumbers(page);
  return others.length > 1 ? others : [];
};

/** The numbers of the invoices that a page shows, each once: with a label, or digital ones that stand alone. */
export const numbersOn = (page: Located): readonly string[] => {
  const labelled = onceEach(labelledNumbers(page)).map(({ number }) => number);
  if (labelled.length > 0 || countIn(page.rows, titles) === 0) return labelled;
  return [...new Set(piecesOn(page).map(solid).filter(isDigitalNumber))];
};

/** The places of the number on a page that shows one invoice twice or more; empty if it is printed once. */
export const copiesOn = (page: Located): readonly Numbered[] => {
  const dates = ownLabels(page, 'issueDate');
  if (dates.length < 2) return [];
  const labelled = labelledNumbers(page);
  const all = labelled.length > 1 ? labelled : numbersAtDates(page, dates);
  return all.length > 1 && onceEach(all).length === 1 ? all : [];
};

/** One of several invoices on a page, in the frame in which its text is upright. */
export type Part = {
  readonly glyphs: readonly PageGlyph[];
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

export const partOf = (glyphs: readonly PageGlyph[]): Part => ({
  glyphs,
  left: Math.min(...glyphs.map(({ x0 }) => x0)),
  top: Math.min(...glyphs.map(({ y, size }) => y - size)),
  right: Math.max(...glyphs.map(({ x1 }) => x1)),
  bottom: Math.max(...glyphs.map(({ y, size }) => y + 0.3 * size)),
});

/** The last of several ascending starts that a place has reached. */
const lastReached = (starts: readonly number[], place: number): number =>
  Math.max(
    0,
    starts.findLastIndex((start) => place >= start),
  );

/** How far from its expected place an invoice may begin, in the distance of two labels. */
const gapReach = 0.2;

/** From where to where something reaches, across or down the page. */
type Span = readonly [from: number, to: number];

/**
 * Where an invoice to the right of another one, or below it, begins: behind the widest gap without text that ends near the
 * expected place. Forms have their label at different places.
 */
const gapNear = (spans: readonly Span[], expected: number, reach: number): number => {
  let [place, widest, end] = [expected, 0, -Infinity];
  for (const [from, to] of spans.toSorted(([one], [other]) => one - other)) {
    if (from - end > widest && Math.abs(from - expected) <= reach)
      [place, widest] = [(end + from) / 2, from - end];
    end = Math.max(end, to);
  }
  return place;
};

/** Labels of one form stand in one column. */
const sameColumn = 3;
/** The part of the distance of two labels in which another form below begins. */
const otherFormReach = 0.3;

/**
 * The parts of a page with several invoices, in the order of their numbers from the top and the left. The distance
 * between two numbers, down or across, is the distance between two invoices. The parts share no character, and none
 * is left out.
 */
export const evenParts = (glyphs: readonly PageGlyph[], numbers: readonly Numbered[]): readonly Part[] => {
  const rows: Numbered[][] = [];
  for (const one of numbers.toSorted((first, second) => first.label.y - second.label.y)) {
    const row = rows.at(-1);
    if (row?.[0] && one.label.y - row[0].label.y <= sameHeight * one.label.size) row.push(one);
    else rows.push([one]);
  }
  const firstLabel = rows[0]?.[0]?.label;
  if (!firstLabel) return [];
  const top = Math.min(...glyphs.map((glyph) => glyph.y));
  const heights = glyphs.map(({ y, size }): Span => [y - 0.8 * size, y]);
  const starts = rows.map(([one], at) => {
    if (!one) return Infinity;
    const { x0, y, size } = one.label;
    const expected = top + y - firstLabel.y - 0.6 * size;
    const before = rows[at - 1]?.[0]?.label;
    const isSameForm =
      !before ||
      rows
        .slice(0, at)
        .flat()
        .some(({ label }) => Math.abs(label.x0 - x0) < sameColumn * size);
    return isSameForm ? expected : gapNear(heights, Math.min(expected, y), otherFormReach * (y - before.y));
  });
  return rows.flatMap((row, at) => {
    const inRow = glyphs.filter((glyph) => lastReached(starts, glyph.y) === at);
    const ordered = row.toSorted((first, second) => first.label.x0 - second.label.x0);
    const left = Math.min(...inRow.map((glyph) => glyph.x0));
    const lefts = ordered.map(({ label }, column) => {
      const expected = left + label.x0 - (ordered[0]?.label.x0 ?? 0) - 0.3 * label.size;
      const before = ordered[column - 1]?.label.x0;
      return before === undefined
        ? expected
        : gapNear(
            inRow.map(({ x0, x1 }): Span => [x0, x1]),
            expected,
            gapReach * (label.x0 - before),
          );
    });
    return ordered.map((_, column): Part => {
      const own = inRow.filter((glyph) => lastReached(lefts, glyph.x1) === column);
      return partOf(own);
    });
  });
};
