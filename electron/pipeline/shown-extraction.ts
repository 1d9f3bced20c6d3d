import { correctInvoice } from '../../shared/invoice/correct-invoice.ts';
import { lookFindings, settledByLook } from '../../shared/invoice/drawn-look.ts';
import { fieldOf } from '../../shared/invoice/fields.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import type { Finding } from '../../shared/invoice/finding.ts';
import type { Conflict, LinesConflict } from '../../shared/review/merge-extractions.ts';
import { readerFindingTexts } from '../../shared/texts/reader-findings.ts';
import type { InvoiceExtraction, Journey, SpecialBlock, Ticket } from '../../shared/invoice/extraction.ts';
import type { Paper } from '../../shared/invoice/paper.ts';
import { codesWithNumber, parseQr } from '../../shared/invoice/qr.ts';
import { readInvoice, type InvoiceRead } from '../../shared/invoice/read-invoice.ts';
import { inSentPixels } from '../../shared/services/sent-pixels.ts';
import type { DecodedInvoice, Region } from '../../shared/services/regions.ts';
import type { ServiceExtraction } from '../extract/service/decode-response.ts';
import type { Extraction } from '../store/records/extraction.ts';
import type { PageRow } from '../store/records/page.ts';
import { isDrawnFrom, originsOnPicture, originsOnScan } from './local-extractions.ts';

const fieldCheck = ({ field, before, now }: Conflict): Finding => {
  const label = fieldOf(field)?.label ?? { zh: field, en: field };
  return {
    id: 'reading-changed',
    level: 'warn',
    message: readerFindingTexts.fieldChanged(label, now, before),
    fields: [field],
  };
};

const linesCheck = ({ before, now }: LinesConflict, value: Invoice): Finding => ({
  id: 'reading-changed',
  level: 'warn',
  message: readerFindingTexts.linesChanged(now.length, before.length),
  // The first cell represents the table, so that stepping through open fields reaches it.
  fields: value.lines.length > 0 ? ['lines.0.name'] : [],
});

/** Findings for the values of a newer extraction that differ from the user's edits. */
export const changedExtractions = (
  conflicts: readonly Conflict[],
  linesConflict: LinesConflict | null,
  value: Invoice,
): readonly Finding[] => [
  ...conflicts.map(fieldCheck),
  ...(linesConflict ? [linesCheck(linesConflict, value)] : []),
];

/** The data of the file that the picture shows. Its positions also apply to another file's data. */
const drawnData = (
  payload: InvoiceExtraction,
  row: PageRow,
  all: readonly Extraction[],
): InvoiceExtraction => {
  if (isDrawnFrom(row, payload)) return payload;
  return all.flatMap((one) => one.payload ?? []).find((one) => isDrawnFrom(row, one)) ?? payload;
};

const readOfPayload = (payload: InvoiceExtraction, row: PageRow, all: readonly Extraction[]): InvoiceRead => {
  if (payload.reader === 'local')
    return { invoice: payload.invoice, origins: originsOnScan(payload, row), findings: payload.findings };
  const origins = originsOnPicture(payload, row, drawnData(payload, row, all));
  if (!row.drawn) return { invoice: payload.invoice, origins, findings: payload.findings };
  const { findings, unseen } = lookFindings(row.drawn, payload.invoice);
  // What the page does not show is no value of its file. Data of another file keeps it, with the finding.
  const hidden = isDrawnFrom(row, payload) ? unseen : [];
  const emptied = hidden.map((field) => ({ kind: 'correct', field, value: null }) as const);
  return {
    invoice: correctInvoice(payload.invoice, emptied),
    origins,
    findings: [...settledByLook(payload.findings, row.drawn), ...findings],
  };
};

/**
 * The invoice according to one extraction of a page; null if its data is lost.
 * @param extraction the decoded response of its call; null for a local reader
 * @param all all extractions of the page
 */
export const readOf = (
  row: PageRow,
  { payload, picture, qr }: Extraction,
  extraction: ServiceExtraction | null,
  all: readonly Extraction[],
): InvoiceRead | null => {
  if (payload) return readOfPayload(payload, row, all);
  if (extraction?.service !== 'vat-invoice' || picture === null) return null;
  const isShown = row.picture?.sha256 === picture;
  const own =
    isShown && row.picture ? inSentPixels(extraction.invoice, row.picture).decoded : extraction.invoice;
  return readInvoice(own, isShown ? (row.qr ?? null) : qr);
};

/** The data of the shown extraction, before any event. */
export type Shown = {
  readonly extractionId: number;
  readonly read: InvoiceRead;
  readonly ticket: Ticket | null;
  readonly journeys: readonly Journey[];
  readonly special: readonly SpecialBlock[];
  readonly paper?: Paper;
  readonly regions: readonly Region[];
  readonly responseSize: { readonly width: number; readonly height: number } | null;
  /** Of the code drawn on the page. */
  readonly qr: string | null;
  /** Of a code in the data. */
  readonly codeInFile: string | null;
};

export const shownResponse = (row: PageRow, extractionId: number, decoded: DecodedInvoice): Shown => {
  const { picture, qr = null } = row;
  const fitted = picture ? inSentPixels(decoded, picture) : { decoded, responseSize: null };
  const read = readInvoice(fitted.decoded, qr);
  return {
    extractionId,
    read,
    ticket: null,
    journeys: [],
    special: [],
    regions: fitted.decoded.regions,
    responseSize: fitted.responseSize,
    qr,
    codeInFile: null,
  };
};

/** Whether the reader's code was found on the page. Earlier versions kept a code in the data there, too. */
const readsPage = ({ reader, codeInFile }: InvoiceExtraction): boolean =>
  reader === 'qr' || (reader === 'pdf' && codeInFile === undefined);

/** Whether a code belongs to another one of the invoices on the page. */
const isOfOtherPart = ({ part, invoice }: InvoiceExtraction, qr: string): boolean => {
  const number = part ? (parseQr(qr)?.number ?? null) : null;
  return number !== null && number !== invoice.number && part?.numbers.includes(number) === true;
};

/** The code on the page that is shown. A page that was drawn from mere data has none. */
const drawnCodeOf = (payload: InvoiceExtraction, { preparation, qr }: PageRow): string | null => {
  const isForm = preparation?.format === 'xml' && !preparation.rendition;
  const codes = (isForm ? null : qr) ?? (readsPage(payload) ? payload.qr : null);
  if (codes === null || !payload.part) return codes;
  const own = codesWithNumber(codes, payload.invoice.number).join('\n');
  return isOfOtherPart(payload, own) ? null : own;
};

export const shownPayload = (
  extractionId: number,
  payload: InvoiceExtraction,
  row: PageRow,
  all: readonly Extraction[],
): Shown => ({
  extractionId,
  read: readOfPayload(payload, row, all),
  ticket: payload.ticket,
  journeys: payload.journeys ?? [],
  special: payload.special ?? [],
  ...(payload.paper && { paper: payload.paper }),
  regions: [],
  responseSize: null,
  qr: drawnCodeOf(payload, row),
  codeInFile: payload.codeInFile ?? (readsPage(payload) ? null : payload.qr),
});

/**
 * The service measured its places in another size of the picture; a finding reports that they were scaled
 * back.
 */
export const scaleNote = ({
  width,
  height,
}: {
  readonly width: number;
  readonly height: number;
}): Finding => ({
  id: 'picture-scale',
  level: 'info',
  message: readerFindingTexts.pictureScale(width, height),
  fields: [],
});

/** Findings for the pages of a joined invoice without data, by their names. */
export const unreadPages = (names: readonly string[]): readonly Finding[] =>
  names.length === 0
    ? []
    : [{ id: 'page-missing', level: 'error', message: readerFindingTexts.pagesMissing(names), fields: [] }];

/**
 * A further page that was rotated or masked provides the lines of its earlier extraction until the new one arrives.
 */
export const withEarlier = (row: PageRow): PageRow => {
  const { earlier, state } = row;
  const isUnderWay = state === 'waiting' || state === 'calling';
  return earlier && isUnderWay
    ? { ...row, ...earlier, state: 'recognized', answeredAt: row.finishedAt }
    : row;
};
