import { findingTexts, same } from '../../texts/findings.ts';
import type { Finding } from '../finding.ts';
import { isDigitalNumber, isInvoiceCode, isInvoiceNumber, readCode } from '../codes.ts';
import { isIsoDate } from '../dates.ts';
import { rightSidePaths } from '../fields.ts';
import { kindNames } from '../../texts/names.ts';
import { airKind, blockchainCheckCode, formKinds, isBlockchainCode } from '../kind.ts';
import type { Invoice } from '../model.ts';
import { outcome, type InvoiceCheck } from './outcome.ts';

/**
 * The code has 10 or 12 digits and the number 8. A fully digital invoice has a 20-digit number and no code.
 */
export const checkShapes: InvoiceCheck = ({ invoice }) => [...codeShape(invoice), ...numberShape(invoice)];

const codeShape = ({ code, number }: Invoice): readonly Finding[] => {
  if (code === null) return [];
  if (!isInvoiceCode(code))
    return [outcome('code-shape', 'error', ['code'], findingTexts.code.malformed(code))];
  if (isDigitalNumber(number))
    return [outcome('code-shape', 'info', ['code', 'number'], findingTexts.code.unusual)];
  return [outcome('code-shape', 'ok', ['code'], findingTexts.code.digits(code.length))];
};

const ofOwnForm: ReadonlySet<string> = new Set([formKinds.paperRail, formKinds.paperAir]);

const numberShape = ({ kind, code, number }: Invoice): readonly Finding[] => {
  // Tickets on paper have a number of their own form, and no code.
  if (number === null || ofOwnForm.has(kind)) return [];
  const expected = code === null ? [20] : [8, 20];
  if (!isInvoiceNumber(number))
    return [outcome('number-shape', 'error', ['number'], findingTexts.number.malformed(number))];
  if (!expected.includes(number.length))
    return [outcome('number-shape', 'warn', ['number', 'code'], findingTexts.number.withoutCode)];
  return [outcome('number-shape', 'ok', ['number'], findingTexts.code.digits(number.length))];
};

/** Code and number are printed twice: the copies on the right side must match. */
export const checkRightSide: InvoiceCheck = ({ invoice, origins }) =>
  (['code', 'number'] as const).flatMap((key) => {
    const path = rightSidePaths[key];
    const printed = invoice[key];
    const raw = origins[path]?.raw;
    const copy = raw === undefined ? null : readCode(raw.replace(/\r?\n/g, '')).value;
    // If the main value was not read, its copy replaces it, and there is nothing to compare.
    if (printed === null || copy === null || isStandIn(origins[key]?.steps)) return [];
    const id = `${key}-right-side`;
    if (printed === copy) return [outcome(id, 'ok', [key, path], same(`${printed} = ${copy}`))];
    return [outcome(id, 'warn', [key, path], findingTexts.rightSideDiffers(printed, copy))];
  });

const isStandIn = (steps: readonly { readonly id: string }[] | undefined): boolean =>
  steps !== undefined &&
  steps.some(({ id }) => id === 'right-side-used') &&
  !steps.some(({ id }) => id === 'corrected');

/** Kinds with a check code of 20 digits; other kinds print none. */
const kindsWithCheckCode = new Set(['04', '08', '10', '11', '14']);

export const checkCheckCode: InvoiceCheck = ({ invoice: { kind, code, checkCode } }) => {
  if (isBlockchainCode(code) && (checkCode === null || blockchainCheckCode.test(checkCode))) return [];
  const isExpected = kindsWithCheckCode.has(kind);
  const name = kindNames[kind] ?? same('');
  if (checkCode === null)
    return isExpected
      ? [outcome('check-code-length', 'info', ['checkCode'], findingTexts.checkCode.missing(name))]
      : [];
  if (/^\d{20}$/.test(checkCode) && (isExpected || kind === '99'))
    return [outcome('check-code-length', 'ok', ['checkCode'], findingTexts.checkCode.complete)];
  // The verification code of a ticket, of any length.
  if (kind === airKind || kind === formKinds.paperAir) return [];
  if (!isExpected && kind !== '99')
    return [outcome('check-code-length', 'info', ['checkCode'], findingTexts.checkCode.unusual(name))];
  return [
    outcome('check-code-length', 'warn', ['checkCode'], findingTexts.checkCode.malformed(checkCode.length)),
  ];
};

/** The date exists and is not in the future. */
export const checkIssueDate: InvoiceCheck = ({ invoice: { issueDate } }, { today }) => {
  if (issueDate === null) return [];
  if (!isIsoDate(issueDate))
    return [outcome('issue-date', 'error', ['issueDate'], findingTexts.issueDate.invalid(issueDate))];
  if (issueDate > today)
    return [outcome('issue-date', 'error', ['issueDate'], findingTexts.issueDate.future(issueDate, today))];
  return [outcome('issue-date', 'ok', ['issueDate'], same(issueDate))];
};
