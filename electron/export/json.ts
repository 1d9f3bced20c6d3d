import { voucherName } from '../../shared/books/books-state.ts';
import { businessOf } from '../../shared/invoice/business.ts';
import { isNoInvoice, isSaidBlank } from '../../shared/invoice/checks/no-invoice.ts';
import { centsOf } from '../../shared/invoice/money.ts';
import type { Quad } from '../../shared/geometry.ts';
import type { Journey, SealSignature, SpecialBlock, Ticket } from '../../shared/invoice/extraction.ts';
import type { Invoice, InvoiceLine, Origin, Origins, Party } from '../../shared/invoice/model.ts';
import type { Paper } from '../../shared/invoice/paper.ts';
import { isPersonalOrigin, withoutPersonalIds } from '../../shared/invoice/special-blocks.ts';
import { sealSigner, signerOf } from '../../shared/invoice/signer.ts';
import { describeSealReason } from '../../shared/texts/seals.ts';
import { describeStep } from '../../shared/texts/review.ts';
import type { Language } from '../../shared/language.ts';
import type { Whole } from '../../shared/members.ts';
import type { Finding } from '../../shared/invoice/finding.ts';
import { describeFailure } from '../../shared/services/catalogue.ts';
import type { Region, TextBlock, TextLine } from '../../shared/services/regions.ts';
import type { Face } from '../../shared/face/model.ts';
import type { JoinedPage, Sent } from '../../shared/contract/page.ts';
import type { ExportedInvoice, ExportPage, PageMembers } from './export-page.ts';
import type { PageEncoder } from './page-encoder.ts';
import { exportedSide, stateOf } from './page-words.ts';

type Corner = readonly [number, number];

/** Top-left, top-right, bottom-right, bottom-left, in the sent picture's pixels. */
const cornersOf = (quad: Quad | null): readonly Corner[] | null =>
  quad === null ? null : quad.map(({ x, y }): Corner => [x, y]);

const errorOf = ({ service, failure }: ExportPage, language: Language) =>
  failure === null
    ? null
    : {
        kind: failure.kind,
        code: failure.code,
        ...describeFailure(service, failure, language),
        retryable: failure.retryable,
      };

/** Null for a page that only local readers extracted: nothing was sent. */
const sentOf = ({ sent, reader }: ExportPage) => {
  if (sent === null || (reader !== 'service' && reader !== 'sandbox')) return null;
  const { encoding, width, height, bytes, sha256 } = sent;
  return { encoding, width, height, bytes, sha256 } satisfies Whole<Sent>;
};

/** A person's id number is never exported. */
const isPersonal = (field: string, raw: string): boolean =>
  field.endsWith('.passengerId') || isPersonalOrigin(field, raw);

/** JSON leaves out what is undefined: a page, part or path that an origin does not have. */
const originOf = ({ raw, score, quad, page, part, path, steps }: Origin, language: Language) =>
  ({
    raw,
    score,
    quad: cornersOf(quad),
    page,
    part,
    path,
    steps: steps.map((step) => describeStep(step, language)),
  }) satisfies Whole<Origin>;

const originsOf = (origins: Origins, language: Language) =>
  Object.fromEntries(
    Object.entries(origins)
      .filter(([field, { raw }]) => !isPersonal(field, raw))
      .map(([field, origin]) => [field, originOf(origin, language)]),
  );

const textLineOf = ({ text, quad, angle, score }: TextLine) =>
  ({ text, quad: cornersOf(quad), angle, score }) satisfies Whole<TextLine>;

const blockOf = ({ key, value, recognized, quad, lines }: TextBlock) =>
  ({
    key,
    value,
    recognized,
    quad: cornersOf(quad),
    lines: lines.map(textLineOf),
  }) satisfies Whole<TextBlock>;

const regionOf = ({ id, type, quad, blocks }: Region) =>
  ({
    id,
    type,
    quad: cornersOf(quad),
    blocks: blocks.map(blockOf),
  }) satisfies Whole<Region>;

/** Only the window tells who has settled a finding, and offers the value of the other reader. */
const checkOf = ({ id, level, message, fields }: Finding, language: Language) =>
  ({
    id,
    level,
    message: message[language],
    fields,
  }) satisfies Whole<Omit<Finding, 'settled' | 'other'>>;

const partyOf = ({ name, taxId, addressPhone, bankAccount }: Party) =>
  ({
    name,
    taxId,
    addressPhone,
    bankAccount,
  }) satisfies Whole<Party>;

/** A token that is printed instead of an amount, such as `***` or 免税, is in the origin only. */
const amountOf = (amount: string | null): string | null => (centsOf(amount) === null ? null : amount);

const lineOf = (line: InvoiceLine) =>
  ({
    name: line.name,
    specification: line.specification,
    unit: line.unit,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    amount: amountOf(line.amount),
    taxRate: line.taxRate,
    tax: amountOf(line.tax),
  }) satisfies Whole<InvoiceLine>;

/** Member by member, so that the order follows the contract for every reader. */
const invoiceOf = (invoice: Invoice | null) =>
  invoice &&
  ({
    kind: invoice.kind,
    code: invoice.code,
    number: invoice.number,
    issueDate: invoice.issueDate,
    checkCode: invoice.checkCode,
    cipherArea: invoice.cipherArea,
    remark: invoice.remark,
    drawer: invoice.drawer,
    payee: invoice.payee,
    reviewer: invoice.reviewer,
    machineNumber: invoice.machineNumber,
    reverses: invoice.reverses,
    buyer: partyOf(invoice.buyer),
    seller: partyOf(invoice.seller),
    lines: invoice.lines.map(lineOf),
    total: amountOf(invoice.total),
    taxTotal: amountOf(invoice.taxTotal),
    grossTotal: amountOf(invoice.grossTotal),
    grossTotalWords: invoice.grossTotalWords,
  } satisfies Whole<Invoice>);

/** The reason as code and text: `part-changed: /Doc_0/Document.xml differs from what was sealed`. */
const reasonOf = (signature: SealSignature, language: Language): string | null =>
  signature.reason && `${signature.reason}: ${describeSealReason(signature, language) ?? ''}`;

const signatureOf = (signature: SealSignature, language: Language) => ({
  state: signature.state,
  signer: signerOf(signature),
  by: signature.by,
  at: signature.at,
  reason: reasonOf(signature, language),
});

const sealOf = ({ seal }: ExportPage, language: Language) =>
  seal && {
    ...signatureOf(seal, language),
    signer: sealSigner(seal),
    signatures: seal.signatures.map((signature) => signatureOf(signature, language)),
  };

/** Without the traveller's id number, which bookkeeping does not need. */
const withoutId = <Of extends Ticket | Journey>(one: Of): Omit<Of, 'passengerId'> => {
  const { passengerId: _, ...rest } = one;
  return rest;
};

/** Journeys of passenger transport, or segments of an air ticket; absent if there are none. */
const journeysOf = (journeys: readonly Journey[] = []) =>
  journeys.length === 0 ? {} : { journeys: journeys.map(withoutId) };

const specialBlockOf = ({ name, values }: SpecialBlock) =>
  ({ block: name, values }) satisfies Whole<Omit<SpecialBlock, 'name'> & { readonly block: string }>;

/** The other blocks of special business, without id numbers of persons; absent if there are none. */
const specialOf = (blocks: readonly SpecialBlock[] = []) => {
  const special = withoutPersonalIds(blocks).map(specialBlockOf);
  return special.length === 0 ? {} : { special };
};

/** The pages of a joined invoice; absent for an invoice on one page. An origin's `part` counts them from 1. */
const pagesOf = (pages: readonly JoinedPage[] = []) =>
  pages.length === 0 ? {} : { pages: pages.map(({ source, page }) => ({ source, page })) };

/** Feature points with the service's ordinals: a missing point does not shift the others. */
const pointsOf = ({ points, pointNumbers }: Face) =>
  points.map(({ x, y }, index) => ({ n: pointNumbers?.[index] ?? index + 1, x, y }));

const faceOf = (face: Face) => {
  const { index, score, box, attributes } = face;
  return {
    index,
    score,
    box,
    points: pointsOf(face),
    attributes,
  } satisfies Whole<Omit<Face, 'pointNumbers'>>;
};

const isPaper = ({ invoice }: ExportPage): boolean =>
  invoice !== null && isNoInvoice({ invoice: invoice.value, findings: invoice.checks });

/** What a page is, as far as it was read. */
const kindOfDocument = (page: ExportPage) => {
  const { invoice } = page;
  if (invoice === null || !isPaper(page)) return invoice && 'invoice';
  return isSaidBlank(invoice.checks) ? 'blank' : (invoice.paper?.type ?? 'other');
};

/** Member by member, as for an invoice. */
const paperOf = ({ type, number, date, amount, payer, payee }: Paper) =>
  ({ type, number, date, amount, payer, payee }) satisfies Whole<Paper>;

/** What the page is, as far as it was read, and its business and side if it is an invoice. */
const documentOf = (page: ExportPage) => {
  const { service, invoice } = page;
  if (service === 'face-detect') return {};
  const business = invoice && businessOf({ ...invoice, invoice: invoice.value });
  return {
    business,
    side: isPaper(page) ? 'unknown' : exportedSide(page),
    document: kindOfDocument(page),
    paper: invoice?.paper && isPaper(page) ? paperOf(invoice.paper) : null,
  };
};

const noInvoice = { value: null, ticket: null, origins: {}, regions: [], checks: [] };
type PerhapsInvoice = Omit<ExportedInvoice, 'value' | 'paper'> & { readonly value: Invoice | null };

/** A member that is not named here does not compile. The window's own members, which a page may still have, are left out. */
const invoiceMembersOf = (
  { value, ticket, journeys, special, pages, origins, regions, checks, ...more }: PerhapsInvoice,
  language: Language,
) => {
  more satisfies Record<string, never>;
  return {
    invoice: invoiceOf(value),
    ticket: ticket && withoutId(ticket),
    ...journeysOf(journeys),
    ...specialOf(special),
    ...pagesOf(pages),
    origins: originsOf(origins, language),
    regions: regions.map(regionOf),
    checks: checks.map((check) => checkOf(check, language)),
  };
};

/** `invoice` and its members belong to one service, `faces` to the other. */
const resultOf = (page: ExportPage, language: Language) => {
  const { service, invoice, faces } = page;
  return service === 'face-detect'
    ? {
        ...(page.faceChecks?.length
          ? { checks: page.faceChecks.map((check) => checkOf(check, language)) }
          : {}),
        faces: (faces ?? []).map(faceOf),
      }
    : invoiceMembersOf(
        invoice && !isPaper(page) ? invoice : { ...noInvoice, checks: invoice?.checks ?? [] },
        language,
      );
};

/** The bookkeeping state; absent from a page that was neither verified nor booked. */
const booksOf = ({ verification, booking }: ExportPage) => ({
  ...(verification && { verification: { result: verification.result, day: verification.day } }),
  ...(booking && { booking: { voucher: voucherName(booking), date: booking.date, period: booking.period } }),
});

const pageOf = (page: ExportPage, language: Language) =>
  ({
    source: page.source,
    page: page.page,
    ...(page.part > 0 && { part: page.part }),
    service: page.service,
    reader: page.reader,
    state: stateOf(page),
    sid: page.sid,
    reused: page.reused,
    sandbox: page.sandbox,
    maybePaid: page.maybePaid,
    sent: sentOf(page),
    error: errorOf(page, language),
    ...documentOf(page),
    seal: sealOf(page, language),
    renditions: page.renditions,
    ...booksOf(page),
    ...resultOf(page, language),
  }) satisfies Whole<Omit<PageMembers, 'answeredAt' | 'demo' | 'part'>> & Readonly<Record<string, unknown>>;

/**
 * The JSON export: an array with one object per page, including failed ones. Missing values are null, amounts
 * are decimal strings, dates ISO 8601.
 */
export const jsonEncoder = (language: Language): PageEncoder => {
  let opening = '[';
  return {
    add: (page) => {
      const piece = Buffer.from(`${opening}\n${JSON.stringify(pageOf(page, language), null, 2)}`);
      opening = ',';
      return piece;
    },
    end: () => [Buffer.from(opening === '[' ? '[\n]\n' : '\n]\n')],
  };
};
