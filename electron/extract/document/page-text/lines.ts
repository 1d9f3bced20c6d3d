import { emptyLine } from '../../../../shared/invoice/empty-invoice.ts';
import { lineKeys, type LineKey, fieldOf, type ValueKind } from '../../../../shared/invoice/fields.ts';
import type { InvoiceLine } from '../../../../shared/invoice/model.ts';
import type { Journey } from '../../../../shared/invoice/extraction.ts';
import { centsOf } from '../../../../shared/invoice/money.ts';
import { productFinding, rowsFinding, tornNameFinding } from './findings.ts';
import { passageColumns } from './form-descriptions.ts';
import { rowPieces, type CellText, type GoodsRow } from './goods.ts';
import { journeyOf, journeysIn, type JourneyKey } from '../journey-block.ts';
import type { Notes, TextSource } from './note.ts';
import type { ReadPage, PageTable } from './page.ts';

/** The kind of a column's values, which determines the rules for reading them. */
const lineFieldKind = (key: LineKey): ValueKind => fieldOf(`lines.0.${key}`)?.kind ?? 'text';

type Sourced = { readonly row: GoodsRow; readonly page: ReadPage };

/** `(详见销货清单)` represents lines on other pages. */
const standsForList = ({ cells }: GoodsRow): boolean =>
  /详见(?:销货|商品)?清单/u.test(cells.get('name')?.text ?? '');

/** All goods rows of the pages of one invoice. A line that only refers to a list is left out if the list exists. */
const goodsOf = (pages: readonly ReadPage[]): readonly Sourced[] => {
  const all = pages.flatMap((page) =>
    page.tables.flatMap(({ goods }: PageTable) => goods.rows.map((row) => ({ row, page }))),
  );
  const listed = all.filter(({ row }) => !standsForList(row));
  return listed.length > 0 ? listed : all;
};

const sourceOf = ({ text, pieces }: CellText, page: ReadPage): TextSource => ({ text, pieces, page });

/** As a decimal fraction: its digits, and the number of decimals. */
const exactly = (text: string): { readonly digits: bigint; readonly places: number } | null => {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/u.exec(text);
  if (!parts) return null;
  const [, sign = '', whole = '', fraction = ''] = parts;
  return { digits: BigInt(`${sign}${whole}${fraction}`), places: fraction.length };
};

/** A cent that printed amounts may be off, and what binary fractions may add. */
const amountTolerance = 0.011;

/**
 * Whether quantity times price equals the amount, within the rounding of the printed values.
 * @param amount in cents
 */
export const matchesAmount = (quantity: string, unitPrice: string, amount: number): boolean => {
  const [q, p] = [exactly(quantity), exactly(unitPrice)];
  if (!q || !p) return false;
  const product = Number(q.digits * p.digits) / 10 ** (q.places + p.places);
  const slack =
    (Math.abs(Number(p.digits)) / 10 ** p.places) * 0.5 * 10 ** -q.places * (q.places > 0 ? 1 : 0) +
    (Math.abs(Number(q.digits)) / 10 ** q.places) * 0.5 * 10 ** -p.places;
  return Math.abs(product - amount / 100) <= amountTolerance + slack;
};

const checkProduct = ({ quantity, unitPrice, amount }: InvoiceLine, path: string, notes: Notes): void => {
  const cents = centsOf(amount);
  const fields = [`${path}.quantity`, `${path}.unitPrice`, `${path}.amount`];
  if (quantity === null && unitPrice === null) return;
  if (quantity === null || unitPrice === null || cents === null || !matchesAmount(quantity, unitPrice, cents))
    notes.findings.push(productFinding(fields));
};

const readLine = ({ row, page }: Sourced, path: string, notes: Notes): InvoiceLine => {
  const line: Record<LineKey, string | null> = { ...emptyLine };
  for (const key of lineKeys) {
    const cell = row.cells.get(key);
    if (cell) line[key] = notes.read(`${path}.${key}`, sourceOf(cell, page), lineFieldKind(key));
  }
  checkProduct(line, path, notes);
  if (row.cells.get('name')?.isTorn === true) notes.findings.push(tornNameFinding(`${path}.name`));
  if (row.isOpen) notes.findings.push(rowsFinding(lineKeys.map((key) => `${path}.${key}`)));
  return line;
};

/** Reads the line items of an invoice; contradictory figures become findings. */
export const readTextLines = (pages: readonly ReadPage[], notes: Notes): readonly InvoiceLine[] =>
  goodsOf(pages).map((sourced, index) => readLine(sourced, `lines.${index}`, notes));

/** The journeys listed below the goods of passenger transport. */
const readListed = (pages: readonly ReadPage[], notes: Notes): readonly Journey[] =>
  pages
    .flatMap((page) =>
      page.blocks.flatMap(({ head, rows }) =>
        journeysIn(rowPieces(head), rows.map(rowPieces)).map((words) => ({ words, page })),
      ),
    )
    .map(({ words, page }, index) => {
      const read = (key: JourneyKey): string | null => {
        const pieces = words.get(key) ?? [];
        const text = pieces.map((piece) => piece.text).join('');
        const kind = key === 'date' ? 'date' : 'text';
        return notes.read(`journeys.${index}.${key}`, { text, pieces, page }, kind);
      };
      return journeyOf(read);
    });

/**
 * The passages that a toll invoice states in its table, by their columns: a row with a vehicle or a day is one.
 * @param from the number of the first one among the journeys
 */
export const readPassages = <Place extends { readonly row: GoodsRow }>(
  places: readonly Place[],
  read: (path: string, place: Place, cell: CellText, kind: ValueKind) => string | null,
  from = 0,
): readonly Journey[] =>
  places
    .filter(({ row: { cells } }) => cells.has('vehicle') || cells.has('date'))
    .map((place, index) => {
      const value = (wanted: string): string | null => {
        const column = passageColumns.find(({ key }) => key === wanted);
        const cell = column && place.row.cells.get(column.key);
        return cell ? read(`journeys.${from + index}.${column.key}`, place, cell, column.kind) : null;
      };
      const [journey, until] = [journeyOf(value), value('until')];
      return until === null ? journey : Object.assign(journey, { until });
    });

/** Journeys of passenger transport, or the passages of a toll invoice. */
export const readJourneys = (pages: readonly ReadPage[], notes: Notes): readonly Journey[] => {
  const listed = readListed(pages, notes);
  const passages = readPassages(
    goodsOf(pages),
    (path, { page }, cell, kind) => notes.read(path, sourceOf(cell, page), kind),
    listed.length,
  );
  return [...listed, ...passages];
};
