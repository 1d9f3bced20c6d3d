import type { Finding } from './finding.ts';
import { checkPaperConfidence, isNoInvoice } from './checks/no-invoice.ts';
import { checkDuplicates } from './checks/duplicates.ts';
import { checkCheckCode, checkIssueDate, checkRightSide, checkShapes } from './checks/header.ts';
import { checkLineTaxes, checkRates, checkTaxByRates } from './checks/line-tax.ts';
import { checkMissing } from './checks/missing.ts';
import type { CheckContext, InvoiceCheck, CheckSubject, ArithmeticCheck } from './checks/outcome.ts';
import { checkOwnCompany, checkTaxpayerIds } from './checks/parties.ts';
import { checkCodeInFile, checkQr, checkSeveralCodes } from './checks/qr.ts';
import { checkConfidence, checkReaderFindings, checkRows } from './checks/extraction.ts';
import { checkGrossTotal, checkLineSum, checkTaxSum, checkWords } from './checks/sums.ts';

export type { CheckContext, CheckSubject, OtherInvoice, OwnCompany } from './checks/outcome.ts';

const arithmeticChecks: readonly ArithmeticCheck[] = [
  checkLineSum,
  checkTaxSum,
  checkGrossTotal,
  checkWords,
  checkLineTaxes,
  checkTaxByRates,
];

/** In the order in which an accountant would check. */
const invoiceChecks: readonly InvoiceCheck[] = [
  checkMissing,
  checkReaderFindings,
  checkShapes,
  checkRightSide,
  checkCheckCode,
  checkIssueDate,
  checkTaxpayerIds,
  checkOwnCompany,
  checkRows,
  ...arithmeticChecks,
  checkRates,
  checkConfidence,
  checkQr,
  checkSeveralCodes,
  checkCodeInFile,
  checkDuplicates,
];

/**
 * Checks an invoice as an accountant would. A check that passed is `ok`, with its equation. A check that
 * could not be made is left out. A failed check explains and never changes a value. If an id occurs more than
 * once (`line-tax`), the first of its fields distinguishes the findings.
 */
export const checkInvoice = (subject: CheckSubject, context: CheckContext): readonly Finding[] =>
  // A blank page, or another paper, lacks nothing.
  isNoInvoice(subject)
    ? [...checkReaderFindings(subject, context), ...checkPaperConfidence(subject, context)]
    : invoiceChecks.flatMap((check) => check(subject, context));

/** Runs the equations alone, so that they can be updated while the user types. */
export const checkArithmetic: ArithmeticCheck = (subject) =>
  arithmeticChecks.flatMap((check) => check(subject));
