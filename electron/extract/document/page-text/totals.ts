import { parseCapitalAmount } from '../../../../shared/invoice/capital-amount.ts';
import type { Invoice } from '../../../../shared/invoice/model.ts';
import { taxCents } from '../../../../shared/invoice/checks/tax-cents.ts';
import { centsOf } from '../../../../shared/invoice/money.ts';
import { missingFinding, sumsFinding } from './findings.ts';
import { isSumRow, readSums, rowPieces, type CellText } from './goods.ts';
import type { Notes, TextSource } from './note.ts';
import type { ReadPage, PageTable } from './page.ts';
import { lineOf, pieceOf, type TextRow } from './rows.ts';

type TextTotals = Pick<Invoice, 'total' | 'taxTotal' | 'grossTotal' | 'grossTotalWords'>;

type Placed = { readonly row: TextRow; readonly page: ReadPage };

/** The row of sums of the last table that has one. */
const sumRowOf = (pages: readonly ReadPage[]): (Placed & { readonly table: PageTable }) | null => {
  for (const page of pages.toReversed())
    for (const table of page.tables.toReversed()) {
      const line = table.goods.sums.find(({ rows: [label] }) => label && isSumRow(label));
      if (line) return { row: line.row, page, table };
    }
  return null;
};

const figure = /^-?¥?-?[\d,]+\.\d{1,2}$/u;

/** The rows of the total with tax: in words, and in figures after 小写. */
const grossRowOf = (pages: readonly ReadPage[]): Placed | null => {
  for (const page of pages.toReversed()) {
    const found = page.rows.findLast(({ text }) => /价税合计|\(大写\)|\(小写\)/u.test(text));
    if (!found) continue;
    const ofSums = new Set(page.tables.flatMap(({ goods }) => goods.sums.flatMap(({ rows }) => rows)));
    return {
      row: lineOf(
        found,
        page.rows.filter((row) => !ofSums.has(row)),
      ).row,
      page,
    };
  }
  return null;
};

/** What stands instead of a sum may have the sign of one: `¥***`. */
const sourceOf = (cell: CellText | undefined, page: ReadPage): TextSource | null =>
  cell ? { text: cell.text.replace(/^¥(?=\*+$)/u, ''), pieces: cell.pieces, page } : null;

const capital = /[零〇壹贰貳叁参參肆伍陆陸柒捌玖拾佰仟万萬亿億圆圓元角分整正负負数()（）]/u;

const wordsIn = ({ row, page }: Placed): TextSource | null => {
  const from = /价税合计(?:\(大写\))?|\(大写\)/u.exec(row.text);
  const to = row.text.search(/\(小写\)|¥/u);
  const start = from ? from.index + from[0].length : 0;
  const inside = [...row.glyphs].slice(start, to < 0 ? undefined : to);
  const first = inside.findIndex(({ text }) => capital.test(text));
  const glyphs = first < 0 ? [] : inside.slice(first).filter(({ text }) => capital.test(text));
  if (glyphs.length === 0) return null;
  return { text: glyphs.map(({ text }) => text).join(''), pieces: [pieceOf(glyphs)], page };
};

const grossIn = ({ row, page }: Placed): TextSource | null => {
  const label = /\(小写\)/u.exec(row.text);
  const pieces = rowPieces({ ...row, glyphs: row.glyphs.slice(label ? label.index + label[0].length : 0) });
  const signed = pieces.flatMap((piece) => {
    const text = piece.text.replace(/^.*?(?=-?[¥￥]?-?[\d,]+\.\d{1,2}$)/u, '');
    return figure.test(text) ? [{ ...piece, text }] : [];
  });
  const chosen = signed.find(({ text }) => text.includes('¥')) ?? signed.at(-1);
  return chosen ? { text: chosen.text, pieces: [chosen], page } : null;
};

export const readTotals = (pages: readonly ReadPage[], notes: Notes): TextTotals => {
  const sums = sumRowOf(pages);
  const cells = sums ? readSums(sums.row, sums.table.head) : null;
  const gross = grossRowOf(pages);
  const words = gross ? wordsIn(gross) : null;
  const isWords = words !== null && parseCapitalAmount(words.text) !== null;
  return {
    total: sums ? notes.read('total', sourceOf(cells?.get('amount'), sums.page), 'money') : null,
    taxTotal: sums ? notes.read('taxTotal', sourceOf(cells?.get('tax'), sums.page), 'money') : null,
    grossTotal: gross ? notes.read('grossTotal', grossIn(gross), 'money') : null,
    grossTotalWords: isWords ? notes.read('grossTotalWords', words, 'words') : null,
  };
};

/** The sum of values in cents; null if one of them is missing or unreadable. */
const sum = (values: readonly (number | null)[]): number | null => {
  let total = 0;
  for (const cents of values) {
    if (cents === null) return null;
    total += cents;
  }
  return total;
};

/** If figures don't add up, at least one was misread: all of them become findings. */
export const checkSums = ({ lines, ...invoice }: Invoice, notes: Notes): void => {
  const [total, tax, gross] = [
    centsOf(invoice.total),
    taxCents(invoice.taxTotal),
    centsOf(invoice.grossTotal),
  ];
  const words = invoice.grossTotalWords === null ? null : parseCapitalAmount(invoice.grossTotalWords);
  const paths = (key: string): readonly string[] => lines.map((_, index) => `lines.${index}.${key}`);
  const missing = (['total', 'grossTotal', 'grossTotalWords'] as const).filter(
    (key) => invoice[key] === null,
  );
  if (missing.length > 0) notes.findings.push(missingFinding(missing));
  if (lines.length === 0) notes.findings.push(missingFinding(['lines.0.name']));
  if (words !== null && gross !== null && words !== gross)
    notes.findings.push(sumsFinding(['grossTotal', 'grossTotalWords']));
  if (total !== null && gross !== null && total + (tax ?? 0) !== gross)
    notes.findings.push(sumsFinding(['total', 'taxTotal', 'grossTotal']));
  const amounts = sum(lines.map(({ amount }) => centsOf(amount)));
  if (lines.length > 0 && amounts !== total) notes.findings.push(sumsFinding([...paths('amount'), 'total']));
  const taxes = sum(lines.map((line) => taxCents(line.tax ?? '0.00')));
  if (lines.length > 0 && taxes !== (tax ?? 0))
    notes.findings.push(sumsFinding([...paths('tax'), 'taxTotal']));
};
