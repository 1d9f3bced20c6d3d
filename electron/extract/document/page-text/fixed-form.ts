import { emptyInvoice, emptyLine } from '../../../../shared/invoice/empty-invoice.ts';
import type { InvoiceExtraction, Ticket } from '../../../../shared/invoice/extraction.ts';
import { lineKeys, type LineKey } from '../../../../shared/invoice/fields.ts';
import { parseCapitalAmount } from '../../../../shared/invoice/capital-amount.ts';
import type { FieldPath, Invoice } from '../../../../shared/invoice/model.ts';
import { centsOf } from '../../../../shared/invoice/money.ts';
import { missingFinding, sumsFinding } from './findings.ts';
import { formDescriptions, type FormDescription } from './form-descriptions.ts';
import type { Notes, TextSource } from './note.ts';
import type { ReadPage } from './page.ts';
import { plain } from './receipt-words.ts';
import { piecesOf, type Piece } from './rows.ts';

/** A title stands in the first rows. Goods and remarks of other invoices may name it, too. */
const rowsOfTitle = 8;
const vatTitle = /增值税(?:电子)?(?:普通|专用)发票|电子发票[（(](?:增值税)?(?:普通|专用)发票[）)]/u;

/** The description of the form that the pages show; null if it is none of them. */
export const formOn = (pages: readonly ReadPage[]): FormDescription | null => {
  const heads = pages
    .map(({ rows }) => rows.slice(0, rowsOfTitle).map(({ text }) => text))
    .filter((texts) => !texts.some((text) => vatTitle.test(text)));
  return (
    formDescriptions.find(({ title }) =>
      heads.some((texts) => texts.some((text) => title.test(text) && text.length < 40)),
    ) ?? null
  );
};

/** Gap between two texts of a row, in type sizes. */
const apart = 0.8;

const folded = (piece: Piece): string =>
  plain(piece.text).replace(/（/gu, '(').replace(/）/gu, ')').replace(/￥/gu, '¥').replace(/^:/u, '');

/** The texts behind each occurrence of a label, or all texts. */
const candidates = (pages: readonly ReadPage[], label: RegExp | undefined) =>
  pages.flatMap((page) =>
    page.rows.flatMap(({ text, glyphs }) => {
      const match = label?.exec(text);
      if (label && !match) return [];
      const from = match
        ? match.index + match[0].length + (text[match.index + match[0].length] === ':' ? 1 : 0)
        : 0;
      return [{ page, pieces: piecesOf(glyphs.slice(from), apart) }];
    }),
  );

type Field = FormDescription['fields'][number];

/** Behind a label, the first text of the form in each of its rows counts; without a label, every text of the form. */
const sourceOf = (pages: readonly ReadPage[], { label, form, at = 0 }: Field): TextSource | null => {
  const found = candidates(pages, label).flatMap(({ page, pieces }) => {
    const fitting = pieces.filter((piece) => form.test(folded(piece)));
    return (label ? fitting.slice(0, 1) : fitting).map((piece) => ({ page, piece }));
  });
  const chosen = found[at];
  if (!chosen) return null;
  const { page, piece } = chosen;
  return { text: piece.text.replace(/^[:：\s]+/u, ''), pieces: [piece], page };
};

type Header = Pick<Invoice, 'kind' | 'code' | 'number' | 'issueDate' | 'checkCode' | 'machineNumber'>;

const ticketOf = (type: Ticket['type'], value: (path: FieldPath) => string | null): Ticket => {
  const of = (key: string): string | null => value(`ticket.${key}`);
  const station = (key: string): string | null => of(key)?.replace(/站$/u, '') ?? null;
  return {
    type,
    number: of('number'),
    passenger: of('passenger'),
    passengerId: null,
    from: station('from'),
    to: station('to'),
    date: of('date'),
    vehicle: of('vehicle'),
    class: of('class'),
    fare: of('fare'),
    fuelSurcharge: null,
    fund: null,
    otherTaxes: null,
  };
};

/** Reads a fixed form as its description says. What it does not state is empty, and a finding if it is required. */
export const readFixedForm = (
  pages: readonly ReadPage[],
  form: FormDescription,
  header: Header,
  notes: Notes,
): Pick<InvoiceExtraction, 'invoice' | 'ticket'> => {
  const values = new Map<FieldPath, string>();
  for (const field of form.fields) {
    const value = notes.read(field.path, sourceOf(pages, field), field.kind);
    if (value !== null) values.set(field.path, value);
  }
  const value = (path: FieldPath): string | null => values.get(path) ?? null;
  const party = (role: 'buyer' | 'seller') => ({
    ...emptyInvoice[role],
    name: value(`${role}.name`),
    taxId: value(`${role}.taxId`),
  });
  const line: Record<LineKey, string | null> = { ...emptyLine };
  for (const key of lineKeys) line[key] = value(`lines.0.${key}`);
  const invoice: Invoice = {
    ...emptyInvoice,
    ...header,
    kind: form.kind ?? header.kind,
    buyer: party('buyer'),
    seller: party('seller'),
    lines: line.amount === null ? [] : [line],
    total: value('total'),
    taxTotal: value('taxTotal'),
    grossTotal: value('grossTotal'),
    grossTotalWords: value('grossTotalWords'),
  };
  check(invoice, form, value, notes);
  return { invoice, ticket: form.ticket === null ? null : ticketOf(form.ticket, value) };
};

const check = (
  { total, taxTotal, grossTotal, grossTotalWords }: Invoice,
  { required, addsUp }: FormDescription,
  value: (path: FieldPath) => string | null,
  notes: Notes,
): void => {
  const missing = required.filter((path) => value(path) === null);
  if (missing.length > 0) notes.findings.push(missingFinding(missing));
  const gross = centsOf(grossTotal);
  const words = grossTotalWords === null ? null : parseCapitalAmount(grossTotalWords);
  if (words !== null && gross !== null && words !== gross)
    notes.findings.push(sumsFinding(['grossTotal', 'grossTotalWords']));
  const [net, tax] = [centsOf(total), centsOf(taxTotal)];
  if (addsUp && net !== null && tax !== null && gross !== null && net + tax !== gross)
    notes.findings.push(sumsFinding(['total', 'taxTotal', 'grossTotal']));
};
