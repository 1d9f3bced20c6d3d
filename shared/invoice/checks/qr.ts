import { findingTexts, same } from '../../texts/findings.ts';
import type { Bilingual } from '../../language.ts';
import type { Finding } from '../finding.ts';
import { kindOfCode, unknownKind } from '../kind.ts';
import { kindNames } from '../../texts/kind-names.ts';
import type { FieldPath, Invoice } from '../model.ts';
import { parseQr, type InvoiceQr } from '../qr.ts';
import { labelOf, outcome, type Checking } from './outcome.ts';

/** Compares each value of the QR code with the extraction. A finding shows both values if they differ. */
export const checkQr: Checking = ({ invoice }, { qr }) => {
  if (qr === null) return [];
  const said = parseQr(qr);
  if (!said) return [outcome('qr-foreign', 'info', [], findingTexts.qr.foreign)];
  return [...comparisons(said, invoice).flatMap(compare), ...kindCheck(said, invoice)];
};

type Comparison = {
  readonly id: string;
  readonly path: FieldPath;
  readonly said: string | null;
  readonly read: string | null;
};

const comparisons = (said: InvoiceQr, invoice: Invoice): readonly Comparison[] => {
  const amountPath = said.amountIncludesTax ? 'grossTotal' : 'total';
  return [
    { id: 'qr-code', path: 'code', said: said.code, read: invoice.code },
    { id: 'qr-number', path: 'number', said: said.number, read: invoice.number },
    { id: 'qr-issue-date', path: 'issueDate', said: said.issueDate, read: invoice.issueDate },
    { id: 'qr-amount', path: amountPath, said: said.amount, read: invoice[amountPath] },
    { id: 'qr-check-code', path: 'checkCode', said: said.checkCode, read: invoice.checkCode },
  ];
};

const compare = ({ id, path, said, read }: Comparison): readonly Finding[] => {
  if (said === null) return [];
  const label = labelOf(path);
  if (read === said) return [outcome(id, 'ok', [path], findingTexts.qr.equal(said))];
  if (read === null) return [outcome(id, 'warn', [path], findingTexts.qr.unread(label, said))];
  return [outcome(id, 'error', [path], findingTexts.qr.differs(label, read, said))];
};

const nameOf = (kind: string): Bilingual => kindNames[kind] ?? same(kind);

/**
 * Compares the kind implied by the code with the kind in the QR code. A fully digital invoice has no code, so
 * its kind comes from the QR code.
 */
const kindCheck = (said: InvoiceQr, { code }: Invoice): readonly Finding[] => {
  const told = code === null ? unknownKind : kindOfCode(code);
  if (told === unknownKind || told === said.kind) return [];
  return [outcome('qr-kind', 'info', ['kind'], findingTexts.qr.kind(nameOf(told), nameOf(said.kind)))];
};
