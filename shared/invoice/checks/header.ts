import type { Finding } from '../finding.ts';
import { isDigitalNumber, isInvoiceCode, isInvoiceNumber, readCode } from '../codes.ts';
import { isIsoDate } from '../dates.ts';
import { rightSidePaths } from '../fields.ts';
import { kindNames } from '../kind.ts';
import type { Invoice } from '../model.ts';
import { outcome, type Checking } from './outcome.ts';

/** Code of 10 or 12 digits, number of 8; a fully digital invoice has a number of 20 and no code. */
export const checkShapes: Checking = ({ invoice }) => [...codeShape(invoice), ...numberShape(invoice)];

const codeShape = ({ code, number }: Invoice): readonly Finding[] => {
  if (code === null) return [];
  if (!isInvoiceCode(code))
    return [
      outcome(
        'code-shape',
        'error',
        ['code'],
        `发票代码应为 10 或 12 位数字，现为 ${code}`,
        `Invoice code must be 10 or 12 digits, but is ${code}`,
      ),
    ];
  if (isDigitalNumber(number))
    return [
      outcome(
        'code-shape',
        'info',
        ['code', 'number'],
        '号码为 20 位的发票通常没有发票代码',
        'Invoices with a 20-digit number usually have no code',
      ),
    ];
  return [outcome('code-shape', 'ok', ['code'], `${code.length} 位数字`, `${code.length} digits`)];
};

const numberShape = ({ code, number }: Invoice): readonly Finding[] => {
  if (number === null) return [];
  const expected = code === null ? [20] : [8, 20];
  if (!isInvoiceNumber(number))
    return [
      outcome(
        'number-shape',
        'error',
        ['number'],
        `发票号码应为 8 位（数电发票 20 位）数字，现为 ${number}`,
        `Invoice number must be 8 digits (20 on fully digital invoices), but is ${number}`,
      ),
    ];
  if (!expected.includes(number.length))
    return [
      outcome(
        'number-shape',
        'warn',
        ['number', 'code'],
        '号码为 8 位的发票应有发票代码，未识别到',
        'Invoices with an 8-digit number have a code; none was recognized',
      ),
    ];
  return [outcome('number-shape', 'ok', ['number'], `${number.length} 位数字`, `${number.length} digits`)];
};

/** Code and number are printed twice: the copies on the right side say the same. */
export const checkRightSide: Checking = ({ invoice, origins }) =>
  (['code', 'number'] as const).flatMap((key) => {
    const path = rightSidePaths[key];
    const printed = invoice[key];
    const raw = origins[path]?.raw;
    const copy = raw === undefined ? null : readCode(raw.replace(/\r?\n/g, '')).value;
    // Where the main one was not read, its copy stands in for it, and there is nothing to compare.
    if (printed === null || copy === null || isStandIn(origins[key]?.steps)) return [];
    const id = `${key}-right-side`;
    if (printed === copy)
      return [outcome(id, 'ok', [key, path], `${printed} = ${copy}`, `${printed} = ${copy}`)];
    return [
      outcome(
        id,
        'warn',
        [key, path],
        `左侧为 ${printed}，右侧为 ${copy}，两处不一致`,
        `Left side says ${printed}, right side says ${copy}`,
      ),
    ];
  });

const isStandIn = (steps: readonly { readonly id: string }[] | undefined): boolean =>
  steps !== undefined &&
  steps.some(({ id }) => id === 'right-side-used') &&
  !steps.some(({ id }) => id === 'corrected');

/** Kinds with a check code of 20 digits; the others print none. */
const kindsWithCheckCode = new Set(['04', '08', '10', '11', '14']);

export const checkCheckCode: Checking = ({ invoice: { kind, checkCode } }) => {
  const isExpected = kindsWithCheckCode.has(kind);
  const name = kindNames[kind] ?? kindNames['99'];
  if (checkCode === null)
    return isExpected
      ? [
          outcome(
            'check-code-length',
            'info',
            ['checkCode'],
            `${name?.zh ?? ''}印有 20 位校验码，未识别到`,
            `${name?.en ?? ''}: a 20-digit check code is printed but was not recognized`,
          ),
        ]
      : [];
  if (/^\d{20}$/.test(checkCode) && (isExpected || kind === '99'))
    return [outcome('check-code-length', 'ok', ['checkCode'], '20 位数字', '20 digits')];
  if (!isExpected && kind !== '99')
    return [
      outcome(
        'check-code-length',
        'info',
        ['checkCode'],
        `${name?.zh ?? ''}通常没有校验码`,
        `${name?.en ?? ''}: usually has no check code`,
      ),
    ];
  return [
    outcome(
      'check-code-length',
      'warn',
      ['checkCode'],
      `校验码应为 20 位数字，现为 ${checkCode.length} 位`,
      `Check code must be 20 digits, but has ${checkCode.length} characters`,
    ),
  ];
};

/** A date that exists and has come. */
export const checkIssueDate: Checking = ({ invoice: { issueDate } }, { today }) => {
  if (issueDate === null) return [];
  if (!isIsoDate(issueDate))
    return [
      outcome(
        'issue-date',
        'error',
        ['issueDate'],
        `“${issueDate}”不是有效日期`,
        `"${issueDate}" is not a valid date`,
      ),
    ];
  if (issueDate > today)
    return [
      outcome(
        'issue-date',
        'error',
        ['issueDate'],
        `开票日期 ${issueDate} 晚于今天 ${today}`,
        `Issue date ${issueDate} is after today (${today})`,
      ),
    ];
  return [outcome('issue-date', 'ok', ['issueDate'], issueDate, issueDate)];
};
