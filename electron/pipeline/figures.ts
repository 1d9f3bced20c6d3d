import { countingFaces } from '../../shared/face/review.ts';
import { failedGroups } from '../../shared/invoice/check-groups.ts';
import { isNoInvoice } from '../../shared/invoice/checks/no-invoice.ts';
import { isOpenFinding, type Finding } from '../../shared/invoice/finding.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import { centsOf } from '../../shared/invoice/money.ts';
import type { Paper } from '../../shared/invoice/paper.ts';
import { openFindingsOf } from '../../shared/review/export-summary.ts';
import { lawfulDeduction, ticketTypeOf } from '../../shared/books/deduction.ts';
import { sideOf, type OwnCompanies } from '../../shared/books/side.ts';
import { businessOf } from '../../shared/invoice/business.ts';
import type { ReviewEvent } from '../../shared/review/event.ts';
import { pairFiguresOf } from '../../shared/review/pairing.ts';
import type { RateShare } from '../../shared/review/totals.ts';
import { paperNames } from '../../shared/texts/papers.ts';
import type { ResultFigures } from '../store/records/page.ts';
import type { ReviewedPage } from './derived.ts';
import { faceFindings } from './face-findings.ts';

/** For a page that is not an invoice. */
export const noFigures = {
  kind: null,
  code: null,
  number: null,
  issueDate: null,
  seller: null,
  sellerTaxId: null,
  grossTotal: null,
};

/** Net amount and tax of the lines by rate, in the order in which the rates occur. */
const rateShares = (lines: Invoice['lines']): readonly RateShare[] => {
  const shares = new Map<string, [net: number, tax: number]>();
  for (const { taxRate, amount, tax } of lines) {
    const net = centsOf(amount);
    if (taxRate === null || net === null) continue;
    const share = shares.get(taxRate) ?? [0, 0];
    shares.set(taxRate, [share[0] + net, share[1] + (centsOf(tax) ?? 0)]);
  }
  return [...shares].map(([rate, [net, tax]]) => [rate, net, tax]);
};

const compared = ['code', 'number', 'issueDate', 'seller', 'sellerTaxId', 'grossTotal'] as const;

/**
 * Whether the findings of similar invoices may change: they compare these figures, and ignore what is set aside.
 */
export const isComparedOtherwise = (before: ResultFigures | null, now: ResultFigures): boolean =>
  before === null ||
  compared.some((name) => before[name] !== now[name]) ||
  (before.review === 'aside') !== (now.review === 'aside');

const countOf = (checks: readonly Finding[], wanted: Finding['level']): number =>
  checks.filter((check) => isOpenFinding(check) && check.level === wanted).length;

type InvoicePage = Extract<ReviewedPage, { service: 'vat-invoice' }>['invoice'];

/** The side and the business of an invoice, and the input tax that it deducts; none for a sale. */
const booksFigures = (
  { value, ticket, special, journeys }: InvoicePage,
  own: OwnCompanies,
): Pick<ResultFigures, 'side' | 'deductible' | 'business'> => {
  const { side } = sideOf(own, value);
  const business = businessOf({ invoice: value, special, journeys });
  const isBought = side === 'purchase' || side === 'both';
  const deductible = isBought ? lawfulDeduction(value, business, ticketTypeOf(ticket, value)) : 0;
  return { side, deductible, business: business ?? 'none' };
};

/** What a page is instead of an invoice; null if it is one, or if the user has typed values of one. */
const paperOf = ({ value, checks, paper }: InvoicePage): Paper | null =>
  paper && isNoInvoice({ invoice: value, findings: checks }) ? paper : null;

/**
 * The part of a page's data that lists and comparisons need.
 * @param own the user's companies
 * @param standing the effective events of the page
 */
export const figuresOf = (
  reviewed: ReviewedPage,
  own: OwnCompanies,
  standing: readonly ReviewEvent[],
): ResultFigures => {
  if (reviewed.service === 'face-detect')
    return {
      ...noFigures,
      digest: reviewed.digest,
      faces: countingFaces(reviewed.faces, 0).length,
      warnings: faceFindings(reviewed.faces).length,
      errors: 0,
    };
  const { value, checks } = reviewed.invoice;
  const { kind, code, number, issueDate, seller, buyer, total, taxTotal, grossTotal } = value;
  const paper = paperOf(reviewed.invoice);
  return {
    kind,
    code,
    number,
    issueDate,
    seller: seller.name,
    sellerTaxId: seller.taxId,
    buyer: buyer.name,
    buyerTaxId: buyer.taxId,
    total,
    taxTotal,
    grossTotal,
    digest: reviewed.digest,
    rates: rateShares(value.lines),
    ...booksFigures(reviewed.invoice, own),
    ...pairFiguresOf(reviewed.invoice, standing),
    paper,
    faces: null,
    warnings: countOf(checks, 'warn'),
    errors: countOf(checks, 'error'),
    openFindings: openFindingsOf(checks),
    failedGroups: failedGroups(checks.filter(({ settled }) => settled === undefined)),
    words: [
      ...reviewed.invoice.pages.map(({ name }) => name),
      buyer.taxId,
      value.checkCode,
      value.grossTotalWords,
      value.remark,
      ...value.lines.flatMap(({ name, amount, tax }) => [name, amount, tax]),
      ...(paper ? Object.values(paperNames[paper.type]) : []),
    ].filter((word) => word !== null),
  };
};
