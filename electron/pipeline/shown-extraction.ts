import type { InvoiceExtraction, Journey, Ticket } from '../../shared/invoice/extraction.ts';
import { readInvoice, type InvoiceRead } from '../../shared/invoice/read-invoice.ts';
import { inSentPixels } from '../../shared/services/sent-pixels.ts';
import type { InvoiceReading, Region } from '../../shared/services/regions.ts';
import type { Extraction } from '../store/records/extraction.ts';
import type { Ledger } from '../store/sqlite/open-ledger.ts';
import type { PageRow } from '../store/records/page.ts';
import { isDrawnFrom, originsOnPicture } from './local-reading.ts';
import type { KeptReadings } from './kept-readings.ts';

/** The picture that an extraction was made from; null if it is unknown or gone. */
export const pictureOf = ({ calls }: Ledger, { callId }: Pick<Extraction, 'callId'>): string | null =>
  callId === null ? null : calls.pictureOf(callId);

/** The invoice as an extraction of the page has it; null if its data is gone. */
export const readingsOf = (ledger: Ledger, row: PageRow, decode: KeptReadings) => {
  const known = new Map<number, InvoiceRead | null>();
  const read = (extractionId: number): InvoiceRead | null => {
    const extraction = ledger.extractions.get(extractionId);
    if (extraction?.payload) return readOfPayload(ledger, extraction.payload, row);
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

/** The data of the file that the picture shows: its places hold for what another file states as well. */
const drawnData = (ledger: Ledger, payload: InvoiceExtraction, row: PageRow): InvoiceExtraction => {
  if (row.extractionCount < 2 || isDrawnFrom(row, payload)) return payload;
  const others = ledger.extractions.of(row.id).flatMap((one) => one.payload ?? []);
  return others.find((one) => isDrawnFrom(row, one)) ?? payload;
};

const readOfPayload = (ledger: Ledger, payload: InvoiceExtraction, row: PageRow): InvoiceRead => ({
  invoice: payload.invoice,
  origins: originsOnPicture(payload, row, drawnData(ledger, payload, row)),
  doubts: payload.doubts,
});

/** What the shown extraction got, before any event. */
export type Shown = {
  readonly extractionId: number;
  readonly read: InvoiceRead;
  readonly ticket: Ticket | null;
  readonly journeys: readonly Journey[];
  readonly regions: readonly Region[];
  readonly toldIn: { readonly width: number; readonly height: number } | null;
  readonly qr: string | null;
};

export const shownReply = (row: PageRow, extractionId: number, decoded: InvoiceReading): Shown => {
  const { picture, qr = null } = row;
  const { reading, toldIn } = picture ? inSentPixels(decoded, picture) : { reading: decoded, toldIn: null };
  const read = readInvoice(reading, qr);
  return { extractionId, read, ticket: null, journeys: [], regions: reading.regions, toldIn, qr };
};

export const shownPayload = (
  ledger: Ledger,
  extractionId: number,
  payload: InvoiceExtraction,
  row: PageRow,
): Shown => ({
  extractionId,
  read: readOfPayload(ledger, payload, row),
  ticket: payload.ticket,
  journeys: payload.journeys ?? [],
  regions: [],
  toldIn: null,
  qr: payload.qr,
});
