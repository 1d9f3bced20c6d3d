import { isDigitalNumber, isInvoiceCode, isInvoiceNumber } from '../../../../shared/invoice/codes.ts';
import { emptyInvoice } from '../../../../shared/invoice/empty-invoice.ts';
import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import type { ValueKind } from '../../../../shared/invoice/fields.ts';
import { airKind, formKinds, kindOfInvoice, lacks } from '../../../../shared/invoice/kind.ts';
import type { FieldPath, Invoice } from '../../../../shared/invoice/model.ts';
import { printedBusiness } from '../business-label.ts';
import { withContinuedTables, withoutCopies } from './continued.ts';
import { formOn, readFixedForm, sourceOf } from './fixed-form.ts';
import { fieldsOfCode } from './form-descriptions.ts';
import { besideFinding, missingFinding, severalFinding } from './findings.ts';
import type { TextLabelKey } from './labels.ts';
import { readJourneys, readTextLines } from './lines.ts';
import { createNotes, type Notes, type TextSource } from './note.ts';
import { type ReadPage } from './page.ts';
import { readParties } from './parties.ts';
import { readRemark } from './remark.ts';
import { checkSums, readTotals } from './totals.ts';
import { isPartOfName } from './several.ts';
import { valueOf } from './values.ts';

/** The required form of a value; anything that follows is another text. */
const forms: Readonly<Partial<Record<TextLabelKey, RegExp>>> = {
  code: /^\d{10,12}(?!\d)/u,
  number: /^(?:\d{20}|\d{8})(?!\d)/u,
  checkCode: /^\d{5,20}(?!\d)/u,
  machineNumber: /^\d{8,16}(?!\d)/u,
  issueDate: /^\d{4}[年\-/.]\d{1,2}[月\-/.]\d{1,2}日?/u,
};

/** The part of a text that has the required form; null if there is none. */
const withForm = (key: TextLabelKey, text: string): string | null => {
  const form = forms[key];
  return form ? (form.exec(text.replace(/\s+/gu, ''))?.[0] ?? null) : text;
};

/** The first label of a kind that has a value, page by page. Figures without the required form are a finding. */
const readLabelled = (
  pages: readonly ReadPage[],
  notes: Notes,
  key: TextLabelKey,
  path: FieldPath,
  kind: ValueKind,
): string | null => {
  let misshapen: TextSource | null = null;
  for (const page of pages)
    for (const label of page.labels) {
      const found = label.key === key && !isPartOfName(label) ? valueOf(label, page.rows, page) : null;
      if (!found) continue;
      const text = withForm(key, found.text);
      if (text !== null) return notes.read(path, { text, pieces: found.pieces, page }, kind);
      if (/^\d/u.test(found.text)) misshapen ??= { ...found, page };
    }
  if (misshapen) notes.reject(path, misshapen);
  return null;
};

/** The number on a page, used to separate the pages of several invoices. */
const numberOn = (page: ReadPage): string | null =>
  readLabelled([page], createNotes(), 'number', 'number', 'code');

/** Pages of one invoice: a page with another number begins the next one, and so does each of several on a page. */
export const invoicesOf = (pages: readonly ReadPage[]): readonly ReadPage[][] => {
  const groups: ReadPage[][] = [];
  let last: string | null = null;
  for (const page of pages) {
    const number = numberOn(page);
    const current = groups.at(-1);
    const isOther = page.part !== undefined || (number !== null && last !== null && number !== last);
    if (!current || isOther) groups.push([page]);
    else current.push(page);
    last = number ?? last;
  }
  return groups;
};

/** `电子发票（增值税专用发票）`, `浙江增值税电子普通发票`: printed above the parties. */
export const titleOf = (pages: readonly ReadPage[]): string | null => {
  for (const { rows } of pages)
    for (const { text } of rows) {
      const found =
        /电子发票\([^)]{2,20}\)|[^\s:]{0,6}增值税[^\s:]{0,6}发票|(?:机动车|二手车)销售统一发票/u.exec(text);
      if (found) return found[0];
    }
  return null;
};

type ReadInvoice = Pick<
  InvoiceExtraction,
  'invoice' | 'ticket' | 'journeys' | 'special' | 'origins' | 'findings'
> & {
  /** Whether it was read by the description of a fixed form, which names its kind. */
  readonly isForm: boolean;
};

/** Kinds whose number is read at any length; a wrong one is a finding of the checks. */
const readAtAnyLength: ReadonlySet<string> = new Set([formKinds.paperRail, formKinds.paperAir, airKind]);

/** Reports what identifies an invoice, if it was not read and the form of its kind has it. */
export const checkHeader = (
  { kind, code, number, issueDate }: Invoice,
  notes: Pick<Notes, 'findings'>,
): void => {
  const missing: FieldPath[] = [];
  if (number === null || (!readAtAnyLength.has(kind) && !isInvoiceNumber(number))) missing.push('number');
  if (issueDate === null && !lacks(kind, 'issueDate')) missing.push('issueDate');
  const hasCode = isDigitalNumber(number) || lacks(kind, 'code');
  if (!hasCode && (code === null || !isInvoiceCode(code))) missing.push('code');
  if (missing.length > 0) notes.findings.push(missingFinding(missing));
};

type Header = Pick<Invoice, 'kind' | 'code' | 'number' | 'issueDate' | 'checkCode' | 'machineNumber'>;

const readHeader = (pages: readonly ReadPage[], notes: Notes): Header => {
  const code = readLabelled(pages, notes, 'code', 'code', 'code');
  const own = fieldsOfCode(code);
  const labelled = (key: TextLabelKey & keyof Header, kind: ValueKind): string | null => {
    const field = own.find(({ path }) => path === key);
    return field ? notes.read(key, sourceOf(pages, field), kind) : readLabelled(pages, notes, key, key, kind);
  };
  const number = labelled('number', 'code');
  return {
    kind: kindOfInvoice({ code, number, title: titleOf(pages) }, null),
    code,
    number,
    issueDate: labelled('issueDate', 'date'),
    checkCode: labelled('checkCode', 'code'),
    machineNumber: labelled('machineNumber', 'code'),
  };
};

const readVat = (pages: readonly ReadPage[], notes: Notes): Invoice => {
  const labelled = (key: TextLabelKey, kind: ValueKind): string | null =>
    readLabelled(pages, notes, key, key, kind);
  return {
    ...emptyInvoice,
    ...readHeader(pages, notes),
    ...readParties(pages, notes),
    lines: readTextLines(pages, notes),
    ...readTotals(pages, notes),
    ...readRemark(pages, notes),
    payee: labelled('payee', 'text'),
    reviewer: labelled('reviewer', 'text'),
    drawer: labelled('drawer', 'text'),
  };
};

/** Whether the text contains data of an invoice, unlike a letter or a contract. The totals may be missing. */
export const isAnInvoice = ({ number, issueDate, grossTotal, total, buyer, seller }: Invoice): boolean => {
  const isPriced = grossTotal !== null || total !== null;
  if (number !== null) return isPriced || issueDate !== null;
  return isPriced && issueDate !== null && (buyer.name !== null || seller.name !== null);
};

/** Printed on rail tickets only: an order, of which the screen shows the stations and the fare, too, has none of it. */
const onRailTickets = /限乘当日当次车|仅供报销使用|中国铁路祝/u;

/** Whether a ticket was read, and not only its title, which a letter may have, too. */
export const isATicket = (
  { invoice, ticket }: Pick<InvoiceExtraction, 'invoice' | 'ticket'>,
  pages: readonly Pick<ReadPage, 'rows'>[],
): boolean => {
  if (ticket === null || invoice.number !== null) return ticket !== null;
  const isMarked = pages.some(({ rows }) => rows.some(({ text }) => onRailTickets.test(text)));
  return invoice.grossTotal !== null && (invoice.kind !== formKinds.paperRail || isMarked);
};

/** Reads the pages of one invoice. Whatever they do not state is empty, and a finding if it is required. */
export const readPrinted = (given: readonly ReadPage[]): ReadInvoice => {
  const pages = withoutCopies(withContinuedTables(given));
  const notes = createNotes();
  const { origins, findings } = notes;
  const several = pages.flatMap((page) => page.several ?? []);
  if (several.length > 0) findings.push(severalFinding(several));
  findings.push(...pages.flatMap(({ beside }) => (beside ? [besideFinding(beside)] : [])));
  const form = formOn(pages);
  if (form) {
    // A description that names the number names the other labels of the form, too.
    const hasOwn = form.fields.some(({ path }) => path === 'number');
    const read = readFixedForm(pages, form, hasOwn ? null : readHeader(pages, notes), notes);
    checkHeader(read.invoice, notes);
    return { ...read, origins, findings, isForm: true };
  }
  const invoice = readVat(pages, notes);
  checkHeader(invoice, notes);
  checkSums(invoice, notes);
  const journeys = readJourneys(pages, notes);
  const special = printedBusiness(pages, { invoice, journeys }, (path, source) =>
    notes.read(path, source, 'text'),
  );
  return {
    invoice,
    ticket: null,
    ...(journeys.length > 0 ? { journeys } : {}),
    ...(special.length > 0 ? { special } : {}),
    origins,
    findings,
    isForm: false,
  };
};
