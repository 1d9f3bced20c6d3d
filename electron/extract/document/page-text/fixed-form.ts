import { emptyInvoice, emptyLine } from '../../../../shared/invoice/empty-invoice.ts';
import type { InvoiceExtraction, Journey, Ticket } from '../../../../shared/invoice/extraction.ts';
import { parseCapitalAmount } from '../../../../shared/invoice/capital-amount.ts';
import { lacks } from '../../../../shared/invoice/kind.ts';
import type { FieldPath, Invoice } from '../../../../shared/invoice/model.ts';
import { centsOf, decimalOf } from '../../../../shared/invoice/money.ts';
import { missingFinding, sumsFinding } from './findings.ts';
import {
  numbered,
  type FormDescription,
  type FormField,
  type FormJourneys,
  type FormSum,
} from './form-description.ts';
import { formDescriptions } from './form-descriptions.ts';
import { readSegments } from './form-journeys.ts';
import { readFormTable } from './form-table.ts';
import type { Notes, TextSource } from './note.ts';
import type { ReadPage } from './page.ts';
import { below, wordsOf } from './receipt-words.ts';
import { pieceOf, piecesOverBrackets, rowOf, rowText, type Piece } from './rows.ts';

/** A title stands in the first rows. Goods and remarks of other invoices may name it, too. */
const rowsOfTitle = 8;
const longestTitle = 40;
const vatTitle =
  /增值税(?:电子)?(?:普通|专用)发票(?![（(]卷)|电子发票[（(](?:增值税)?(?:普通|专用)发票[）)]/u;

/** What only an invoice with taxes prints: its total, and the heads of its table. */
const vatTable = /价税合计|(?:税率|征收率).{0,20}税额/u;
/** No row of a form is longer: what is, is not searched. */
const longestRow = 120;
/** Goods begin with their category: `*运输服务*客运服务费`. */
const isOfGoods = (text: string): boolean => text.startsWith('*');

/** The description of the form that the pages show; null if it is none of them, or a VAT invoice that names one. */
export const formOn = (pages: readonly Pick<ReadPage, 'rows'>[]): FormDescription | null => {
  const texts = pages.map(({ rows }) => rows.map(({ text }) => text));
  const heads = texts.map((all) => all.slice(0, rowsOfTitle));
  const isOn = (word: RegExp): boolean =>
    texts.some((all) => all.some((text) => text.length <= longestRow && word.test(text)));
  const isVat = heads.some((head) => head.some((text) => vatTitle.test(text)));
  const hasVatTable = isOn(vatTable);
  const titles = isVat ? [] : heads.flat().filter((text) => text.length < longestTitle && !isOfGoods(text));
  const hasTitle = ({ title, besideTitle }: FormDescription): boolean =>
    title !== null && titles.some((text) => title.test(text)) && (!besideTitle || isOn(besideTitle));
  const hasMarks = ({ marks, isVatForm = false }: FormDescription): boolean => {
    if (!marks || (isVat && !isVatForm)) return false;
    return isOn(marks.always) && marks.words.filter(isOn).length >= marks.least;
  };
  const candidates = formDescriptions.filter(({ statesTax = false }) => statesTax || !hasVatTable);
  return candidates.find(hasTitle) ?? candidates.find(hasMarks) ?? null;
};

/** Gap between two texts of a row, in type sizes. */
const apart = 0.8;
/** A longer text is no value. */
const longestPiece = 400;

/** The texts behind each occurrence of a label, or all texts. */
const textsBehind = (pages: readonly ReadPage[], label: RegExp | undefined) =>
  pages.flatMap((page) =>
    page.rows.flatMap(({ text, glyphs }) => {
      const match = label?.exec(text);
      if (label && !match) return [];
      const from = match
        ? match.index + match[0].length + (text[match.index + match[0].length] === ':' ? 1 : 0)
        : 0;
      return [{ page, pieces: piecesOverBrackets(glyphs.slice(from), apart) }];
    }),
  );

/** The part of a text that has a form: its group `value`, or all of it. Null if the text does not have the form. */
const partOf = (piece: Piece, form: RegExp): Piece | null => {
  if (piece.glyphs.length > longestPiece) return null;
  const { text, glyphs } = rowOf(piece.glyphs);
  const from = text.startsWith(':') ? 1 : 0;
  const match = new RegExp(form.source, form.flags.replace('d', '').concat('d')).exec(text.slice(from));
  const range = match?.indices?.groups?.['value'] ?? match?.indices?.[0];
  return range ? pieceOf(glyphs.slice(from + range[0], from + range[1])) : null;
};

const foundBehind = (
  pages: readonly ReadPage[],
  label: RegExp | undefined,
  { form, at = 0 }: FormField,
): TextSource | null => {
  const found = textsBehind(pages, label).flatMap(({ page, pieces }) => {
    const fitting = pieces.flatMap((piece) => partOf(piece, form) ?? []);
    return (label ? fitting.slice(0, 1) : fitting).map((piece) => ({ page, piece }));
  });
  const chosen = found[at];
  return chosen ? { text: rowText(chosen.piece.glyphs), pieces: [chosen.piece], page: chosen.page } : null;
};

/** Below the head of a column, in the nearest row that has a text of the form. */
const foundBelow = (pages: readonly ReadPage[], head: RegExp, { form }: FormField): TextSource | null => {
  for (const page of pages) {
    const source = below(wordsOf(page), head, page, form);
    const [piece] = source?.pieces ?? [];
    const part = source && piece && form.source.includes('?<value>') ? partOf(piece, form) : null;
    if (source) return part ? { ...source, text: rowText(part.glyphs), pieces: [part] } : source;
  }
  return null;
};

/**
 * Where the value of a field stands. Behind a label, the first text of the form in each of its rows counts; without a label
 * and a head, every text of the form.
 */
export const sourceOf = (pages: readonly ReadPage[], field: FormField): TextSource | null => {
  const { label, head } = field;
  if (head) return foundBelow(pages, head, field);
  const labels = label === undefined || label instanceof RegExp ? [label] : label;
  for (const one of labels) {
    const source = foundBehind(pages, one, field);
    if (source) return source;
  }
  return null;
};

type Header = Pick<Invoice, 'kind' | 'code' | 'number' | 'issueDate' | 'checkCode' | 'machineNumber'>;

const ticketOf = (type: Ticket['type'], value: (path: FieldPath) => string | null): Ticket => {
  const of = (key: string): string | null => value(`ticket.${key}`);
  const station = (key: string): string | null => {
    const name = of(key);
    return type === 'rail' ? (name?.replace(/站$/u, '') ?? null) : name;
  };
  return {
    type,
    number: of('number'),
    passenger: of('passenger'),
    passengerId: of('passengerId'),
    from: station('from'),
    to: station('to'),
    date: of('date'),
    vehicle: of('vehicle'),
    class: of('class'),
    fare: of('fare'),
    fuelSurcharge: of('fuelSurcharge'),
    fund: of('fund'),
    otherTaxes: of('otherTaxes'),
  };
};

const headerFields: readonly FormField[] = [
  ...numbered,
  {
    path: 'issueDate',
    kind: 'date',
    label: /(?:开票|填开)日期/u,
    form: /^\d{4}年\d{1,2}月\d{1,2}日?|^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}/u,
  },
];

/** The fields of a form with those of every invoice, without what is known already. */
const openFields = ({ fields, kind }: FormDescription, header: Header): readonly FormField[] => {
  const known = new Set<string>(
    Object.entries(header).flatMap(([key, value]) => (value === null ? [] : key)),
  );
  const own = new Set(fields.map(({ path }) => path));
  const isOnForm = (path: FieldPath): boolean => kind === null || !lacks(kind, path);
  return [...headerFields.filter(({ path }) => !own.has(path) && isOnForm(path)), ...fields].filter(
    ({ path }) => !known.has(path),
  );
};

const noHeader: Header = {
  kind: '',
  code: null,
  number: null,
  issueDate: null,
  checkCode: null,
  machineNumber: null,
};

/**
 * Reads a fixed form as its description says. What it does not state is empty, and a finding if it is required.
 * @param header what its labels say, if it was read before
 */
export const readFixedForm = (
  pages: readonly ReadPage[],
  form: FormDescription,
  header: Header | null,
  notes: Notes,
): Pick<InvoiceExtraction, 'invoice' | 'ticket' | 'journeys'> => {
  const values = new Map<FieldPath, string>();
  for (const [path, value] of Object.entries(header ?? {}))
    if (typeof value === 'string' && path !== 'kind') values.set(path, value);
  for (const field of openFields(form, header ?? noHeader)) {
    const value = notes.read(field.path, sourceOf(pages, field), field.kind);
    if (value !== null) values.set(field.path, value);
  }
  const segments = form.journeys ? segmentsOn(pages, form.journeys, values, notes) : [];
  for (const sum of form.sums ?? []) addUp(sum, values, notes);
  const value = (path: FieldPath): string | null => values.get(path) ?? null;
  const party = (role: 'buyer' | 'seller') => ({
    ...emptyInvoice[role],
    name: value(`${role}.name`),
    taxId: value(`${role}.taxId`),
  });
  const words = value('grossTotalWords');
  const invoice: Invoice = {
    ...emptyInvoice,
    kind: form.kind ?? header?.kind ?? emptyInvoice.kind,
    code: value('code'),
    number: value('number'),
    issueDate: value('issueDate'),
    checkCode: value('checkCode'),
    machineNumber: value('machineNumber'),
    buyer: party('buyer'),
    seller: party('seller'),
    lines: form.table ? readFormTable(pages, form.table, notes) : oneLine(value),
    total: value('total'),
    taxTotal: value('taxTotal'),
    grossTotal: value('grossTotal') ?? (form.isInWords ? grossOf(words, notes) : null),
    grossTotalWords: words,
    remark: value('remark'),
    payee: value('payee'),
    drawer: value('drawer'),
  };
  check(invoice, form, notes, (path) => value(path) ?? (path === 'grossTotal' ? invoice.grossTotal : null));
  return {
    invoice,
    ticket: form.ticket === null ? null : ticketOf(form.ticket, value),
    ...(segments.length > 1 ? { journeys: segments } : {}),
  };
};

type Values = Map<FieldPath, string>;

/** The segments of a journey. The ticket goes from the first stop to the last. */
const segmentsOn = (
  [page]: readonly ReadPage[],
  form: FormJourneys,
  values: Values,
  notes: Notes,
): readonly Journey[] => {
  const segments = page ? readSegments(page, form, notes) : [];
  const [first, last] = [segments[0], segments.at(-1)];
  for (const key of ['from', 'date', 'vehicle', 'class', 'to'] as const) {
    const value = (key === 'to' ? last : first)?.[key] ?? null;
    if (value !== null) values.set(`ticket.${key}`, value);
  }
  return segments;
};

/** A sum that is not printed, with the origins of what it adds up. */
const addUp = ({ path, of: [first, ...others], step }: FormSum, values: Values, { origins }: Notes): void => {
  const base = centsOf(values.get(first) ?? null);
  const origin = origins[first];
  if (base === null || !origin) return;
  const known = others.filter((other) => values.has(other));
  const cents = known.reduce((sum, other) => sum + (centsOf(values.get(other) ?? null) ?? 0), base);
  values.set(path, decimalOf(cents));
  const raws = known.flatMap((other) => origins[other]?.raw ?? []);
  origins[path] =
    raws.length === 0
      ? origin
      : { ...origin, raw: [origin.raw, ...raws].join(' + '), steps: [...origin.steps, step] };
};

/** A form may print its amount in words only. */
const grossOf = (words: string | null, { origins }: Notes): string | null => {
  const cents = words === null ? null : parseCapitalAmount(words);
  const origin = origins['grossTotalWords'];
  if (cents === null) return null;
  if (origin) origins['grossTotal'] = origin;
  return decimalOf(cents);
};

const lineKeys = ['name', 'specification', 'amount', 'taxRate', 'tax'] as const;

const oneLine = (value: (path: FieldPath) => string | null): Invoice['lines'] => {
  const line: Record<string, string | null> = { ...emptyLine };
  for (const key of lineKeys) line[key] = value(`lines.0.${key}`);
  return line['amount'] === null ? [] : [{ ...emptyLine, ...line }];
};

const check = (
  { kind, lines, grossTotal, grossTotalWords }: Invoice,
  { required, addsUp = [] }: FormDescription,
  notes: Notes,
  value: (path: FieldPath) => string | null,
): void => {
  const missing = required.filter((path) => value(path) === null);
  if (missing.length > 0) notes.findings.push(missingFinding(missing));
  const gross = centsOf(grossTotal);
  const words = grossTotalWords === null ? null : parseCapitalAmount(grossTotalWords);
  if (words !== null && gross !== null && words !== gross)
    notes.findings.push(sumsFinding(['grossTotal', 'grossTotalWords']));
  const parts = addsUp.map((path) => centsOf(value(path)) ?? (required.includes(path) ? NaN : 0));
  const added = parts.reduce((one, next) => one + next, 0);
  if (addsUp.length > 0 && gross !== null && !Number.isNaN(added) && added !== gross)
    notes.findings.push(sumsFinding([...addsUp, 'grossTotal']));
  // Without taxes, the lines add up to what is paid.
  if (gross === null || lines.length === 0 || !lacks(kind, 'total')) return;
  const sum = lines.reduce((all, { amount }) => all + (centsOf(amount) ?? NaN), 0);
  if (sum !== gross)
    notes.findings.push(sumsFinding([...lines.map((_, index) => `lines.${index}.amount`), 'grossTotal']));
};
