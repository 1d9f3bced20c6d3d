import type { Invoice } from '../../../../shared/invoice/model.ts';
import type { PageGlyph } from '../../document/page-text/glyphs.ts';
import { piecesOf, type Piece } from '../../document/page-text/rows.ts';
import type { Areas } from './areas.ts';
import type { ScanNotes, ScanText } from './scan-notes.ts';

type Totals = Pick<Invoice, 'total' | 'taxTotal' | 'grossTotal' | 'grossTotalWords'>;

const figure = /^[¥￥YV羊半]?[-−]?[¥￥YV]?[\d,OoIlB]+[.·,:]?\d{2}$/u;
const stars = /^[*★☆]{1,4}$/u;

const compact = (glyphs: readonly PageGlyph[]): string => glyphs.map(({ text }) => text).join('');

/** A figure without the signs that recognizers return for ¥. */
const asAmount = (glyphs: readonly PageGlyph[]): ScanText => ({
  text: compact(glyphs)
    .replace(/^[羊半V]/u, '¥')
    .replace(/·|:/gu, '.')
    .replace(/[★☆]/gu, '*'),
  glyphs,
});

const centre = ({ x0, x1 }: Piece): number => (x0 + x1) / 2;

/** The figures on the row of sums: under the amounts, and under the taxes. */
const sumsIn = ({
  rows,
  head,
  sums,
  gross,
}: Areas): { readonly total: ScanText | null; readonly tax: ScanText | null } => {
  const { size } = head;
  const y = sums ?? gross - 1.6 * size;
  const pieces = rows
    .filter((row) => Math.abs(row.y - y) < 1.05 * size && row.y < gross - 0.5 * size)
    .flatMap(({ glyphs }) => piecesOf(glyphs, 1))
    .filter(({ glyphs }) => figure.test(compact(glyphs)) || stars.test(compact(glyphs)));
  const [amount, tax] = ['amount', 'tax'].map((key) => head.columns.find((column) => column.key === key));
  const edge = amount && tax ? (amount.x1 + tax.x0) / 2 : Infinity;
  const signed = (found: readonly Piece[]): Piece | undefined =>
    found.toSorted(
      (a, b) =>
        Number(b.text.startsWith('¥')) - Number(a.text.startsWith('¥')) ||
        Math.abs(a.y - y) - Math.abs(b.y - y),
    )[0];
  const left = signed(
    pieces.filter((piece) => centre(piece) < edge && centre(piece) > (amount?.x0 ?? 0) - 6 * size),
  );
  const right = signed(pieces.filter((piece) => centre(piece) >= edge));
  return { total: left ? asAmount(left.glyphs) : null, tax: right ? asAmount(right.glyphs) : null };
};

const capital = /[零〇壹贰貳叁叄参參肆伍陆陸柒捌玖拾佰仟万萬亿億圆圓园元角分整正负負数]/u;

/** Whether a bracket stands next to the word for a negative amount, which begins some words. */
const isBracketed = (glyphs: readonly PageGlyph[], [first, second]: readonly PageGlyph[]): boolean => {
  const [from, to] = [first, second].map((glyph) => (glyph ? glyphs.indexOf(glyph) : -1));
  const [before, after] = [glyphs[(from ?? 0) - 1], glyphs[(to ?? 0) + 1]];
  return /[(（]/u.test(before?.text ?? '') || /[)）]/u.test(after?.text ?? '');
};

/** The words of the total: the longest run of capital numerals on the row of the total with tax. */
const wordsIn = (glyphs: readonly PageGlyph[]): ScanText | null => {
  const label = glyphs.findLastIndex(
    ({ text }, at) => text === '写' && /大/u.test(glyphs[at - 1]?.text ?? ''),
  );
  const after = glyphs.slice(label + 1).filter(({ text }) => !/[)）]/u.test(text));
  const first = after.findIndex(({ text }) => capital.test(text));
  if (first < 0) return null;
  const end = after.findIndex(
    ({ text }, at) => at > first && !capital.test(text) && !/[¥￥\d]/u.test(text) && /[(（小]/u.test(text),
  );
  const own = after.slice(first, end < 0 ? undefined : end).filter(({ text }) => capital.test(text));
  // `（负数）`: a bracket is no capital numeral, and one of the two is lost easily.
  const text = compact(own)
    .replace(/^负数/u, isBracketed(glyphs, own) ? '（负数）' : '负数')
    .replace(/[叄参參]/gu, '叁')
    .replace(/[圓园元]/gu, '圆');
  return own.length > 1 ? { text, glyphs: own } : null;
};

const grossIn = (glyphs: readonly PageGlyph[]): ScanText | null => {
  const label = glyphs.findLastIndex(({ text }, at) => text === '写' && glyphs[at - 1]?.text === '小');
  const after = glyphs.slice(label + 1).filter(({ text }) => !/[)）:：]/u.test(text));
  const pieces = piecesOf(after, 1.5);
  const fitting = pieces.flatMap(({ glyphs: own }) => {
    const sign = own.findIndex(({ text }) => /[¥￥]/u.test(text));
    const isNegative = own[sign - 1]?.text === '-';
    const start = sign < 0 ? own.findIndex(({ text }) => /[\d-]/u.test(text)) : isNegative ? sign - 1 : sign;
    const kept = start < 0 ? [] : own.slice(start);
    const end = kept.findIndex(({ text }) => !/[¥￥\d.,·:OolIB-]/u.test(text));
    const cut = end < 0 ? kept : kept.slice(0, end);
    return figure.test(compact(cut)) ? [cut] : [];
  });
  const chosen = fitting.find((own) => /^[¥￥]/u.test(compact(own))) ?? fitting.at(0);
  return chosen ? asAmount(chosen) : null;
};

/** Reads the sums below the goods, and the total with tax in words and figures. */
export const readScanTotals = (areas: Areas, notes: ScanNotes): Totals => {
  const { rows, gross, head } = areas;
  const { total, tax } = sumsIn(areas);
  const near = rows.filter((row) => Math.abs(row.y - gross) < 0.85 * head.size);
  const glyphs = near.flatMap((row) => row.glyphs).toSorted((a, b) => a.x0 - b.x0);
  return {
    total: notes.read('total', total, 'money'),
    taxTotal: notes.read('taxTotal', tax, 'money'),
    grossTotal: notes.read('grossTotal', grossIn(glyphs), 'money'),
    grossTotalWords: notes.read('grossTotalWords', wordsIn(glyphs), 'words'),
  };
};
