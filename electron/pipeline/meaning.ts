import { type FaceFrame, type PlacedFaceEdit } from '../../shared/face/edit.ts';
import { placeEdit } from '../../shared/face/place-edits.ts';
import { countingFaces, reviewFaces, type ReviewedFaces } from '../../shared/face/review.ts';
import type { InvoiceExtraction, Journey } from '../../shared/invoice/extraction.ts';
import { sealFinding } from '../../shared/invoice/checks/seal-finding.ts';
import { failedGroups } from '../../shared/invoice/check-groups.ts';
import { checkInvoice } from '../../shared/invoice/check-invoice.ts';
import { isOfLines, linesTable, type InvoiceAct } from '../../shared/invoice/invoice-acts.ts';
import { correctedPaths, correctInvoice } from '../../shared/invoice/correct-invoice.ts';
import { correctOrigins, openDoubts } from '../../shared/invoice/correct-origins.ts';
import { fieldCorrections } from '../../shared/invoice/field-corrections.ts';
import { placeOf } from '../../shared/invoice/fields.ts';
import type { Ticket } from '../../shared/invoice/extraction.ts';
import type { FieldPath, Invoice, Origins } from '../../shared/invoice/model.ts';
import { readInvoice, type InvoiceRead } from '../../shared/invoice/read-invoice.ts';
import type { FieldCorrection } from '../../shared/contract/page.ts';
import { isOpenFinding, type Finding } from '../../shared/invoice/finding.ts';
import { isInvoiceEvent } from '../../shared/review/event.ts';
import { settleFindings } from '../../shared/review/settle.ts';
import { editHistory } from '../../shared/review/replay.ts';
import {
  mergeReadings,
  type Conflict,
  type LinesConflict,
  type MergedReading,
} from '../../shared/review/merge-readings.ts';
import { inSentPixels } from '../../shared/services/sent-pixels.ts';
import type { InvoiceReading, Region } from '../../shared/services/regions.ts';
import type { Company } from '../../shared/contract/settings.ts';
import type { Ledger } from '../store/sqlite/open-ledger.ts';
import type { PageRow, ResultFigures } from '../store/sqlite/page-row.ts';
import type { Extraction } from '../store/sqlite/extractions.ts';
import type { OtherInvoice } from '../store/sqlite/results.ts';
import { compareExtractions, originsOnPicture } from './local-reading.ts';
import { changedReadings } from './changed-readings.ts';
import type { KeptReadings } from './kept-readings.ts';

/** An invoice as the accountant means it, with the corrections in place. */
export type InvoiceMeaning = {
  readonly value: Invoice;
  readonly ticket: Ticket | null;
  readonly origins: Origins;
  readonly regions: readonly Region[];
  readonly checks: readonly Finding[];
  readonly corrections: readonly FieldCorrection[];
  readonly conflicts: readonly Conflict[];
  readonly linesConflict: LinesConflict | null;
  readonly linesEdited: boolean;
  /** Of an invoice for passenger transport, and the segments of an air ticket. */
  readonly journeys: readonly Journey[];
};

/** What a recognized page says. */
export type Meaning =
  | { readonly service: 'vat-invoice'; readonly invoice: InvoiceMeaning }
  | { readonly service: 'face-detect'; readonly faces: ReviewedFaces };

export type CheckContext = {
  /** ISO 8601 calendar date. */
  readonly today: string;
  readonly confidenceLimit: number;
  readonly ownCompanies: readonly Company[];
  /** Whether an invoice of the ledger that looks alike is another one that counts. */
  readonly isOther: (other: OtherInvoice) => boolean;
  /** Of how many it is asked: left out where the nearest few will do. */
  readonly mostAlike?: number;
};

/** Whether a path names a value of this invoice, or of the line after its last one. */
export const isCorrectable = (invoice: Invoice, field: FieldPath): boolean => {
  const place = placeOf(field);
  return place !== null && (place.kind !== 'line' || place.index <= invoice.lines.length);
};

const headerOf = (other: OtherInvoice) => ({
  label: other.name,
  code: other.code,
  number: other.number,
  issueDate: other.issueDate,
  sellerName: other.seller,
  sellerTaxId: other.sellerTaxId,
  grossTotal: other.grossTotal,
});

/** The service told its places in another size of the picture; that they were brought back is worth a word. */
const scaleNote = ({ width, height }: { readonly width: number; readonly height: number }): Finding => ({
  id: 'picture-scale',
  level: 'info',
  message: {
    zh: `服务按 ${width} × ${height} 像素标注位置，已换算到所发送的图像`,
    en: `The service told its places for ${width} × ${height} pixels; they were brought to the picture that was sent`,
  },
  fields: [],
});

/** The picture that an extraction was made from; null if it is unknown or gone. */
const pictureOf = ({ calls }: Ledger, { callId }: Pick<Extraction, 'callId'>): string | null =>
  callId === null ? null : calls.pictureOf(callId);

/** The invoice as an extraction of the page has it; null if its data is gone. */
const readingsOf = (ledger: Ledger, row: PageRow, decode: KeptReadings) => {
  const known = new Map<number, InvoiceRead | null>();
  const read = (extractionId: number): InvoiceRead | null => {
    const extraction = ledger.extractions.get(extractionId);
    if (extraction?.payload) return readOfPayload(extraction.payload, row);
    if (!extraction || extraction.callId === null) return null;
    const reading = decode(row.service, extraction.callId);
    const picture = pictureOf(ledger, extraction);
    if (reading?.service !== 'vat-invoice' || picture === null) return null;
    const own = row.picture?.sha256 === picture ? inSentPixels(reading.invoice, row.picture).reading : null;
    return readInvoice(own ?? reading.invoice, ledger.results.qr(picture) ?? null);
  };
  return (extractionId: number): InvoiceRead | null => {
    const there = known.get(extractionId);
    if (there !== undefined) return there;
    const fresh = read(extractionId);
    known.set(extractionId, fresh);
    return fresh;
  };
};

const readOfPayload = (payload: InvoiceExtraction, row: PageRow): InvoiceRead => ({
  invoice: payload.invoice,
  origins: originsOnPicture(payload, row),
  doubts: payload.doubts,
});

/** Lines that were read from another picture of the page have no places on this one. */
const placedOn = (ledger: Ledger, row: PageRow, { read, linesFrom }: MergedReading): InvoiceRead => {
  if (linesFrom === null) return read;
  const extraction = ledger.extractions.get(linesFrom);
  if (extraction && pictureOf(ledger, extraction) === row.picture?.sha256) return read;
  const origins = Object.entries(read.origins).map(
    ([path, origin]) => [path, isOfLines(path) ? { ...origin, quad: null } : origin] as const,
  );
  return { ...read, origins: Object.fromEntries(origins) };
};

/** What the shown extraction got, before any event. */
type Shown = {
  readonly extractionId: number;
  readonly read: InvoiceRead;
  readonly regions: readonly Region[];
  readonly toldIn: { readonly width: number; readonly height: number } | null;
  readonly qr: string | null;
  readonly ticket: Ticket | null;
  readonly journeys: readonly Journey[];
};

const shownReply = (ledger: Ledger, row: PageRow, extractionId: number, decoded: InvoiceReading): Shown => {
  const { picture } = row;
  const { reading, toldIn } = picture ? inSentPixels(decoded, picture) : { reading: decoded, toldIn: null };
  const qr = picture ? (ledger.results.qr(picture.sha256) ?? null) : null;
  const read = readInvoice(reading, qr);
  return { extractionId, read, regions: reading.regions, toldIn, qr, ticket: null, journeys: [] };
};

const shownPayload = (extractionId: number, payload: InvoiceExtraction, row: PageRow): Shown => ({
  extractionId,
  read: readOfPayload(payload, row),
  regions: [],
  toldIn: null,
  qr: payload.qr,
  ticket: payload.ticket,
  journeys: payload.journeys ?? [],
});

const invoiceMeaning = (
  ledger: Ledger,
  row: PageRow,
  { extractionId, read: asRead, regions, toldIn, qr, ticket, journeys }: Shown,
  { isOther, mostAlike, ...context }: CheckContext,
  decode: KeptReadings,
): InvoiceMeaning => {
  const { results } = ledger;
  const { standing } = editHistory(results.events(row.id));
  const edits = standing.filter(isInvoiceEvent);
  const acts = edits.map(({ act }) => act);
  const now = { extractionId, read: asRead };
  const readings = readingsOf(ledger, row, decode);
  const merged = mergeReadings(edits, now, readings);
  const { conflicts, linesConflict } = merged;
  const read = placedOn(ledger, row, merged);
  const value = correctInvoice(read.invoice, acts);
  const origins = correctOrigins(read.origins, acts);
  const doubts = openDoubts(read.doubts, acts);
  const asked = { ...value, seller: value.seller.name, sellerTaxId: value.seller.taxId };
  const others = results.alike(row.id, row.sandbox, asked, mostAlike).filter(isOther).map(headerOf);
  const checks = checkInvoice({ invoice: value, ticket, origins, doubts }, { ...context, qr, others });
  const all = ledger.extractions.of(row.id);
  const own = all.find(({ id }) => id === extractionId);
  const compared = own && all.length > 1 ? compareExtractions(own, asRead.invoice, all, readings) : [];
  const sealed = row.seal ? [sealFinding(row.seal)] : [];
  const changed = changedReadings(conflicts, linesConflict, value);
  return {
    value,
    ticket,
    origins,
    regions,
    checks: settleFindings(
      [...(toldIn ? [scaleNote(toldIn)] : []), ...changed, ...sealed, ...compared, ...checks],
      edits,
      extractionId,
    ),
    corrections: fieldCorrections(edits).map(({ event: { id, at }, field, value: typed, said }) => ({
      id,
      at,
      field,
      value: typed,
      said,
    })),
    conflicts,
    linesConflict,
    linesEdited: hasEditedLines(acts),
    journeys,
  };
};

/** A line that was deleted has no path any more, and is an edit all the same. */
const hasEditedLines = (acts: readonly InvoiceAct[]): boolean => {
  const since = acts.findLastIndex((act) => act.kind === 'revert' && act.field === linesTable);
  return (
    acts.slice(since + 1).some((act) => act.kind === 'edit-lines') ||
    [...correctedPaths(acts)].some(isOfLines)
  );
};

/** The frame in which the faces of a page are told; null where it has no picture. */
export const frameOf = ({ picture, treatment }: PageRow): FaceFrame | null =>
  picture && { width: picture.width, height: picture.height, turn: treatment.turn };

/** The edits of a photo that stand, brought to the picture whose faces are shown. */
const faceEdits = (ledger: Ledger, row: PageRow): readonly PlacedFaceEdit[] => {
  const now = frameOf(row);
  const pictureOfEvent = (id: number): string | null => {
    const extraction = ledger.extractions.get(id);
    return extraction && pictureOf(ledger, extraction);
  };
  return editHistory(ledger.results.events(row.id)).standing.flatMap(({ act, extractionId }) => {
    if (act.kind !== 'edit-faces') return [];
    const { edit } = act;
    if (!now) return [edit];
    const isSameAnswer = extractionId === row.extractionId;
    // An edit that does not name its frame was made on the picture of its extraction.
    const isSamePicture = extractionId !== null && pictureOfEvent(extractionId) === row.picture?.sha256;
    return [placeEdit(edit, edit.frame ?? (isSamePicture ? now : null), now, isSameAnswer)];
  });
};

/**
 * Works out what the shown extraction of a recognized page means today. Null if the page shows none, or if this version
 * can't read what an earlier one could.
 */
export const meaningOf = (
  ledger: Ledger,
  row: PageRow,
  context: CheckContext,
  decode: KeptReadings,
): Meaning | null => {
  const { extractionId, callId } = row;
  if (row.state !== 'recognized' || extractionId === null) return null;
  if (callId === null) {
    const payload = ledger.extractions.get(extractionId)?.payload;
    return payload
      ? {
          service: 'vat-invoice',
          invoice: invoiceMeaning(ledger, row, shownPayload(extractionId, payload, row), context, decode),
        }
      : null;
  }
  const reading = decode(row.service, callId);
  if (!reading) return null;
  if (reading.service === 'face-detect')
    return { service: 'face-detect', faces: reviewFaces(reading.faces, faceEdits(ledger, row)) };
  const shown = shownReply(ledger, row, extractionId, reading.invoice);
  return { service: 'vat-invoice', invoice: invoiceMeaning(ledger, row, shown, context, decode) };
};

/** Of a page that is no invoice. */
export const noFigures = {
  kind: null,
  code: null,
  number: null,
  issueDate: null,
  seller: null,
  sellerTaxId: null,
  grossTotal: null,
};

const countOf = (checks: readonly Finding[], wanted: Finding['level']): number =>
  checks.filter((check) => isOpenFinding(check) && check.level === wanted).length;

/** What lists and comparisons need of a meaning. */
export const figuresOf = (meaning: Meaning): ResultFigures => {
  if (meaning.service === 'face-detect')
    return { ...noFigures, faces: countingFaces(meaning.faces, 0).length, warnings: 0, errors: 0 };
  const { value, checks } = meaning.invoice;
  const { kind, code, number, issueDate, seller, buyer, total, taxTotal, grossTotal } = value;
  return {
    kind,
    code,
    number,
    issueDate,
    seller: seller.name,
    sellerTaxId: seller.taxId,
    buyer: buyer.name,
    total,
    taxTotal,
    grossTotal,
    faces: null,
    warnings: countOf(checks, 'warn'),
    errors: countOf(checks, 'error'),
    failedGroups: failedGroups(checks.filter(({ settled }) => settled === undefined)),
    words: [
      buyer.taxId,
      value.checkCode,
      value.grossTotalWords,
      value.remark,
      ...value.lines.map(({ name }) => name),
    ].filter((word) => word !== null),
  };
};
