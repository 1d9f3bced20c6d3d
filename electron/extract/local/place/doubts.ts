import { fieldPathsOf, linePath, valueAt, type PartyRole } from '../../../../shared/invoice/fields.ts';
import { isDigitalNumber, isInvoiceCode, isInvoiceNumber } from '../../../../shared/invoice/codes.ts';
import type { FieldPath, Invoice, InvoiceLine, Party } from '../../../../shared/invoice/model.ts';
import type { ReaderFinding } from '../../../../shared/invoice/read-lines.ts';
import { isRateKnown } from '../../../../shared/invoice/rates.ts';
import { evidenceTexts } from '../../../../shared/texts/evidence-texts.ts';
import { sidesFinding } from '../../document/page-text/findings.ts';
import { readerFindingTexts } from '../../../../shared/texts/reader-findings.ts';

const everyLine = ['name', 'amount', 'taxRate', 'tax'] as const;
/** These are printed together or not at all. */
const together = ['quantity', 'unitPrice', 'unit'] as const;

const missingInLine = (line: InvoiceLine, index: number): readonly FieldPath[] => {
  const isPriced = together.some((key) => line[key] !== null);
  return [...everyLine, ...(isPriced ? together : [])]
    .filter((key) => line[key] === null)
    .map((key) => linePath(index, key));
};

const sums = ['total', 'taxTotal', 'grossTotal', 'grossTotalWords'] as const;

/** Values that an invoice has and that nobody would miss if they were silently empty. */
const missingIn = (invoice: Invoice): readonly FieldPath[] => {
  const { code, number, issueDate, buyer, lines } = invoice;
  return [
    ...(number === null || !isInvoiceNumber(number) ? ['number'] : []),
    ...(!isDigitalNumber(number) && (code === null || !isInvoiceCode(code)) ? ['code'] : []),
    ...(issueDate === null ? ['issueDate'] : []),
    ...(buyer.taxId === null ? ['buyer.taxId'] : []),
    ...(lines.length === 0 ? [linePath(0, 'name'), linePath(0, 'amount')] : []),
    ...sums.filter((key) => invoice[key] === null),
    ...lines.flatMap(missingInLine),
  ];
};

const countOf = (text: string, pattern: RegExp): number => (text.match(pattern) ?? []).length;

/** A bracket without its other half: a part of the text is missing. */
const isUnclosed = (text: string): boolean => countOf(text, /[(（]/gu) !== countOf(text, /[)）]/gu);

/** The class of goods stands between two asterisks, which are lost or added more easily than other characters. */
const hasOddAsterisks = (text: string): boolean => {
  const count = countOf(text, /\*/gu);
  return (
    count === 1 ||
    (text.startsWith('*') ? count > 3 || /^\*[^*]{1,12}\*[^*]{1,8}\*\p{Script=Han}/u.test(text) : false)
  );
};

/** A telephone number at the end of an address that can't be dialled. */
const hasOddPhone = (text: string): boolean => {
  const phone = /[\d-]{6,}$/u.exec(text.replace(/\s+/gu, ''))?.[0];
  if (phone === undefined) return false;
  const plain = phone.replace(/^\d*?(?=0\d{2,3}-)/u, '');
  return !/^(?:(?:010|02\d)-?\d{8}|0[3-9]\d{2}-?\d{7,8}|0[3-9]\d{2}-?\d{7}|1[3-9]\d{9}|[2-8]\d{6,7}|[48]00-?\d{3}-?\d{4})$/u.test(
    plain,
  );
};

/** The provinces, with which an older taxpayer ID begins, which has no check character. */
const province = /^(?:1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[12])/u;

/** A taxpayer ID that lost a character may have the length of an older one. */
const isCutId = (taxId: string): boolean => taxId.length !== 18 && !province.test(taxId);

const oddInParty = (role: PartyRole, { name, taxId, addressPhone }: Party): readonly FieldPath[] => [
  ...(name !== null && isUnclosed(name) ? [`${role}.name`] : []),
  ...(taxId !== null && isCutId(taxId) ? [`${role}.taxId`] : []),
  ...(addressPhone !== null && hasOddPhone(addressPhone) ? [`${role}.addressPhone`] : []),
];

/** Figures beside an unreadable amount may be partly covered, too, and nothing proves them. */
const besideLostAmount = (
  { quantity, unitPrice, amount }: InvoiceLine,
  index: number,
): readonly FieldPath[] =>
  amount === null && quantity !== null && unitPrice !== null
    ? [linePath(index, 'quantity'), linePath(index, 'unitPrice')]
    : [];

const oddInLine = ({ name, taxRate }: InvoiceLine, index: number): readonly FieldPath[] => [
  ...(name !== null && (isUnclosed(name) || hasOddAsterisks(name)) ? [linePath(index, 'name')] : []),
  ...(taxRate !== null && !isRateKnown(taxRate) ? [linePath(index, 'taxRate')] : []),
];

/** Either all names have their class of goods, or none has. */
const withoutClass = (lines: readonly InvoiceLine[]): readonly FieldPath[] => {
  const isClassed = lines.some(({ name }) => name?.startsWith('*') ?? false);
  return lines.flatMap(({ name }, index) =>
    isClassed && name !== null && !name.startsWith('*') ? [linePath(index, 'name')] : [],
  );
};

const machineDigits = 12;

const persons = ['payee', 'reviewer', 'drawer'] as const;

const oddIn = (invoice: Invoice): readonly FieldPath[] => {
  const { buyer, seller, lines, machineNumber } = invoice;
  return [
    ...(machineNumber !== null && machineNumber.length !== machineDigits ? ['machineNumber'] : []),
    // A family name alone: the rest of the name was not found.
    ...persons.filter((key) => invoice[key]?.length === 1),
    ...withoutClass(lines),
    ...oddInParty('buyer', buyer),
    ...oddInParty('seller', seller),
    ...lines.flatMap(oddInLine),
    ...lines.flatMap(besideLostAmount),
  ];
};

/**
 * What may be wrong without a low score: values that are missing, and texts that can't be whole.
 * @param isCovered a seal lies over the remark
 */
export const doubtsOf = (invoice: Invoice, isCovered: boolean): readonly ReaderFinding[] => {
  const [missing, odd] = [missingIn(invoice), oddIn(invoice)];
  return [
    ...(missing.length > 0
      ? [{ id: 'text-incomplete', fields: missing, message: readerFindingTexts.textMissing }]
      : []),
    ...(odd.length > 0 ? [{ id: 'text-odd', fields: odd, message: evidenceTexts.odd }] : []),
    ...(isCovered ? [{ id: 'text-hidden', fields: ['remark'], message: evidenceTexts.hidden }] : []),
  ];
};

const sided = ['buyer.name', 'seller.name', 'buyer.taxId', 'seller.taxId'] as const;

/** Nothing else says which party is which: parties that no label names may be the wrong way round. */
export const sidesDoubts = (invoice: Invoice, areSidesKnown: boolean): readonly ReaderFinding[] =>
  areSidesKnown || sided.every((path) => valueAt(invoice, path) === null) ? [] : [sidesFinding(sided)];

/** A person can't compare the cipher area by eye. */
const isComparable = (path: FieldPath): boolean => path !== 'kind' && path !== 'cipherArea';

/**
 * All that a coarse picture may have lost or changed; what evidence proves is right even on such a picture. A line proves
 * only itself: without a total, nothing says that the line before it was not lost.
 */
export const coarseFinding = (invoice: Invoice, findings: readonly ReaderFinding[]): ReaderFinding => {
  const proven = new Set(findings.flatMap(({ id, fields }) => (id === 'proven' ? fields : [])));
  const isSure = (path: FieldPath): boolean =>
    proven.has(path) && (invoice.total !== null || !path.startsWith('lines.'));
  const fields = fieldPathsOf(invoice).filter((path) => isComparable(path) && !isSure(path));
  return { id: 'picture-coarse', fields, message: evidenceTexts.coarse };
};
