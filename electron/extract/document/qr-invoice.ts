import { emptyInvoice } from '../../../shared/invoice/empty-invoice.ts';
import type { InvoiceExtraction } from '../../../shared/invoice/extraction.ts';
import { isNamedKind, kindOfCode, unknownKind } from '../../../shared/invoice/kind.ts';
import type { FieldPath, Invoice, Origin } from '../../../shared/invoice/model.ts';
import {
  codesOfInvoices,
  codesWithNumber,
  parseQr,
  provingCode,
  type InvoiceQr,
} from '../../../shared/invoice/qr.ts';
import type { ReaderFinding } from '../../../shared/invoice/read-lines.ts';
import { readerFindingTexts } from '../../../shared/texts/reader-findings.ts';

/** The values in a code with their field paths. */
type Named = readonly (readonly [FieldPath, string | null])[];

/** The amount includes tax on fully digital invoices, but not on older ones. */
const namedBy = (qr: InvoiceQr): Named => [
  ['code', qr.code],
  ['number', qr.number],
  ['issueDate', qr.issueDate],
  [qr.amountIncludesTax ? 'grossTotal' : 'total', qr.amount],
  ['checkCode', qr.checkCode],
];

/**
 * Only the code of a fully digital invoice contains its kind; the kind of older ones follows from the invoice
 * code.
 */
const kindOf = ({ kind, code }: InvoiceQr): string => {
  if (isNamedKind(kind)) return kind;
  return code === null ? unknownKind : kindOfCode(code);
};

const partial: ReaderFinding = {
  id: 'qr-only',
  fields: [],
  message: readerFindingTexts.qrOnly,
};

/** The values in an invoice's QR code and nothing else; null if none of the texts is such a code. */
export const readQrInvoice = (texts: readonly string[]): InvoiceExtraction | null => {
  const codes = codesOfInvoices(texts);
  const qr = codes === null ? null : parseQr(codes);
  if (codes === null || !qr) return null;
  const [text = codes] = codes.split('\n');
  const origin: Origin = { raw: text, score: null, quad: null, steps: [] };
  const origins: Record<FieldPath, Origin> = {};
  const values: Record<FieldPath, string> = {};
  for (const [path, value] of namedBy(qr)) {
    if (value === null) continue;
    values[path] = value;
    origins[path] = origin;
  }
  const invoice: Invoice = {
    ...emptyInvoice,
    kind: kindOf(qr),
    code: values['code'] ?? null,
    number: values['number'] ?? null,
    issueDate: values['issueDate'] ?? null,
    checkCode: values['checkCode'] ?? null,
    total: values['total'] ?? null,
    grossTotal: values['grossTotal'] ?? null,
  };
  return { reader: 'qr', invoice, ticket: null, origins, findings: [partial], qr: codes };
};

const differs = (path: FieldPath, read: string, coded: string): ReaderFinding => ({
  id: 'qr-differs',
  fields: [path],
  message: readerFindingTexts.qrDiffers(read, coded),
});

/**
 * Compares an extraction with the QR codes of its page and reports differences. If the text does not show the
 * kind of a fully digital invoice, it is taken from the code.
 */
export const compareWithQr = (extraction: InvoiceExtraction, texts: readonly string[]): InvoiceExtraction => {
  const codes = codesOfInvoices(texts);
  if (codes === null) return extraction;
  const { invoice } = extraction;
  const values: Readonly<Record<FieldPath, string | null>> = {
    code: invoice.code,
    number: invoice.number,
    issueDate: invoice.issueDate,
    total: invoice.total,
    grossTotal: invoice.grossTotal,
    checkCode: invoice.checkCode,
  };
  const own = codesWithNumber(codes, invoice.number, invoice.code).flatMap((text) => parseQr(text) ?? []);
  const named = new Map(own.flatMap(namedBy).map((one) => [one.join(' '), one]));
  const findings = [...named.values()].flatMap(([path, coded]) => {
    const read = values[path] ?? null;
    // Some makers write only the last digits of the check code.
    const isSame =
      read === coded || (path === 'checkCode' && coded !== null && read?.endsWith(coded) === true);
    return read === null || coded === null || isSame ? [] : [differs(path, read, coded)];
  });
  const proving = provingCode(codes, invoice.number)?.qr;
  const isOpen = invoice.kind === unknownKind && proving?.number === invoice.number;
  return {
    ...extraction,
    invoice: isOpen ? { ...invoice, kind: kindOf(proving) } : invoice,
    findings: [...extraction.findings, ...findings],
    qr: codes,
  };
};
