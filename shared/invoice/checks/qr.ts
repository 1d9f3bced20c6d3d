import { findingTexts, same } from '../../texts/findings.ts';
import type { Bilingual } from '../../language.ts';
import type { Finding } from '../finding.ts';
import { isNamedKind, kindOfCode, unknownKind } from '../kind.ts';
import { formatAmount } from '../../texts/format.ts';
import { kindNames } from '../../texts/names.ts';
import type { FieldPath, Invoice } from '../model.ts';
import { codesWithNumber, numbersInCodes, parseQr, type InvoiceQr } from '../qr.ts';
import { labelOf, outcome, type InvoiceCheck } from './outcome.ts';

/** A value is right only if all codes agree. What several codes say alike is one finding. */
const worstOf = (findings: readonly Finding[]): readonly Finding[] =>
  [...Map.groupBy(findings, ({ id }) => id).values()].flatMap((alike) => {
    const differing = alike.filter(({ level }) => level !== 'ok');
    const byText = new Map((differing.length > 0 ? differing : alike).map((one) => [one.message.zh, one]));
    return Array.from(byText.values());
  });

/**
 * Compares each value of the QR codes of an invoice with the extraction. A finding shows both values if they differ.
 */
export const checkQr: InvoiceCheck = ({ invoice }, { qr }) => {
  if (qr === null) return [];
  const codes = codesOf(invoice, qr);
  if (codes.length === 0) return [outcome('qr-foreign', 'info', [], findingTexts.qr.foreign)];
  return checkPrinted(codes, invoice);
};

const codesOf = ({ number, code }: Invoice, qr: string): readonly InvoiceQr[] =>
  codesWithNumber(qr, number, code).flatMap((text) => parseQr(text) ?? []);

const checkPrinted = (codes: readonly InvoiceQr[], invoice: Invoice): readonly Finding[] =>
  worstOf(
    codes.flatMap((printed) => [
      ...comparisons(printed, invoice).flatMap(compare),
      ...kindCheck(printed, invoice),
      ...(printed.unread ?? []).map((text) =>
        outcome('qr-unread', 'info', [], findingTexts.qr.notCompared(text)),
      ),
    ]),
  );

/** What the codes on the page say against the values. */
export const qrObjections = (invoice: Invoice, qr: string | null): readonly Finding[] =>
  qr === null ? [] : checkPrinted(codesOf(invoice, qr), invoice).filter(({ level }) => level === 'error');

/** Values that may be those of another invoice or paper on the page. */
export const mixableFields: readonly FieldPath[] = [
  ...(['number', 'code', 'issueDate', 'buyer.name', 'buyer.taxId', 'seller.name', 'seller.taxId'] as const),
  ...(['total', 'taxTotal', 'grossTotal', 'grossTotalWords'] as const),
  ...['number', 'passenger', 'from', 'to', 'date', 'vehicle', 'class', 'fare'].map((key) => `ticket.${key}`),
];

/** A picture has the codes of several invoices. Its reader saw only one, and may have mixed them. */
export const checkSeveralCodes: InvoiceCheck = ({ findings }, { qr }) => {
  const numbers = qr === null ? [] : numbersInCodes(qr);
  const isSaid = findings.some(({ id, fields }) => id === 'several-invoices' && fields.includes('number'));
  if (numbers.length < 2 || isSaid) return [];
  return [outcome('several-invoices', 'error', mixableFields, findingTexts.qr.several(numbers))];
};

/**
 * Compares a code in the data of the file with the other data. Equal values prove nothing, since both are from one
 * source, so this is no check of the QR code.
 */
export const checkCodeInFile: InvoiceCheck = ({ invoice }, { codeInFile = null }) => {
  const stated = codeInFile === null ? null : parseQr(codeInFile);
  if (!stated) return [];
  const differing = comparisons(stated, invoice).filter((one) => one.printed !== null && !isSame(one));
  const isOther = isOtherKind(stated, invoice);
  if (differing.length === 0 && !isOther)
    return [outcome('code-in-file', 'info', [], findingTexts.codeInFile.equal)];
  const values = differing.map(({ path, printed, read }) =>
    outcome(
      'code-in-file',
      'warn',
      [path],
      findingTexts.codeInFile.differs(labelOf(path), read, printed ?? ''),
    ),
  );
  const [own, other] = [nameOf(invoice.kind), nameOf(stated.kind)];
  return isOther
    ? [...values, outcome('code-in-file', 'warn', ['kind'], findingTexts.codeInFile.otherKind(own, other))]
    : values;
};

type Comparison = {
  readonly id: string;
  readonly path: FieldPath;
  readonly printed: string | null;
  readonly read: string | null;
};

const comparisons = (printed: InvoiceQr, invoice: Invoice): readonly Comparison[] => {
  const amountPath = printed.amountIncludesTax ? 'grossTotal' : 'total';
  return [
    { id: 'qr-code', path: 'code', printed: printed.code, read: invoice.code },
    { id: 'qr-number', path: 'number', printed: printed.number, read: invoice.number },
    { id: 'qr-issue-date', path: 'issueDate', printed: printed.issueDate, read: invoice.issueDate },
    { id: 'qr-amount', path: amountPath, printed: printed.amount, read: invoice[amountPath] },
    { id: 'qr-check-code', path: 'checkCode', printed: printed.checkCode, read: invoice.checkCode },
  ];
};

/** Some makers write only the last digits of the check code. */
const isSame = ({ path, printed, read }: Comparison): boolean =>
  read === printed ||
  (path === 'checkCode' && printed !== null && printed.length >= 5 && read?.endsWith(printed) === true);

const compare = (comparison: Comparison): readonly Finding[] => {
  const { id, path, printed, read } = comparison;
  if (printed === null) return [];
  const label = labelOf(path);
  const show = (value: string): string => (id === 'qr-amount' ? formatAmount(value) : value);
  if (isSame(comparison)) return [outcome(id, 'ok', [path], findingTexts.qr.equal(show(printed)))];
  if (read === null) return [outcome(id, 'warn', [path], findingTexts.qr.unread(label, show(printed)))];
  return [outcome(id, 'error', [path], findingTexts.qr.differs(label, show(read), show(printed)))];
};

const nameOf = (kind: string): Bilingual => kindNames[kind] ?? same(kind);

/** Whether the form of an invoice without a code says special or ordinary, and its code a kind that it is not. */
const isOtherKind = (stated: InvoiceQr, { code, kind }: Invoice): boolean =>
  code === null && isNamedKind(kind) && stated.kind !== kind && stated.kind in kindNames;

/**
 * Compares the kind with that in the QR code. A special invoice is deducted and an ordinary one is not, so a fully
 * digital one must not contradict itself. The kinds of older ones follow from the invoice code; makers are less exact.
 */
const kindCheck = (printed: InvoiceQr, invoice: Invoice): readonly Finding[] => {
  const { code, kind } = invoice;
  if (isOtherKind(printed, invoice))
    return [
      outcome('qr-kind', 'error', ['kind'], findingTexts.qr.otherKind(nameOf(kind), nameOf(printed.kind))),
    ];
  const expected = code === null ? unknownKind : kindOfCode(code);
  if (expected === unknownKind || expected === printed.kind) return [];
  return [outcome('qr-kind', 'info', ['kind'], findingTexts.qr.kind(nameOf(expected), nameOf(printed.kind)))];
};
