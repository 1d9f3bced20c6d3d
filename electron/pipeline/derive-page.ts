import { headerOf } from './lookalikes.ts';
import { type FaceFrame, type PlacedFaceEdit, placeEdit } from '../../shared/face/edit.ts';
import { reviewFaces } from '../../shared/face/review.ts';
import type { ReaderId, Seal } from '../../shared/invoice/extraction.ts';
import { withTrusted } from '../../shared/invoice/signer.ts';
import { otherSealFinding, sealFinding } from '../../shared/invoice/checks/seal-finding.ts';
import { isDigitalReader } from '../../shared/invoice/complete.ts';
import { differencesFromFile, isTaken } from '../../shared/invoice/checks/compare-extractions.ts';
import { checkInvoice } from '../../shared/invoice/check-invoice.ts';
import { isOfLines, linesTable, type InvoiceChange } from '../../shared/invoice/invoice-changes.ts';
import { correctedPaths, correctInvoice } from '../../shared/invoice/correct-invoice.ts';
import { correctOrigins, openReaderFindings } from '../../shared/invoice/correct-origins.ts';
import { fieldCorrections } from '../../shared/invoice/field-corrections.ts';
import { placeOf } from '../../shared/invoice/fields.ts';
import type { FieldPath, Invoice } from '../../shared/invoice/model.ts';
import type { InvoiceRead } from '../../shared/invoice/read-invoice.ts';
import type { Finding } from '../../shared/invoice/finding.ts';
import { isInvoiceEvent, type InvoiceEvent, type ReviewEvent } from '../../shared/review/event.ts';
import { settleFindings } from '../../shared/review/settle.ts';
import { editHistory, reviewStateOf } from '../../shared/review/replay.ts';
import { mergeExtractions, type MergedExtraction } from '../../shared/review/merge-extractions.ts';
import type { Company, TrustedSigner } from '../../shared/contract/settings.ts';
import type { ReadStore } from '../store/port.ts';
import type { Extraction } from '../store/records/extraction.ts';
import type { PageRow } from '../store/records/page.ts';
import type { Lookalike } from '../store/records/review.ts';
import { compareExtractions } from './local-extractions.ts';
import {
  readOf,
  shownPayload,
  shownResponse,
  type Shown,
  changedExtractions,
  scaleNote,
  unreadPages,
  withEarlier,
} from './shown-extraction.ts';
import type { DecodedFaces } from '../../shared/face/model.ts';
import { type ExtractionCache, lastUsed } from './extraction-cache.ts';
import { joinDerived, type PageOfInvoice } from './derive-joined.ts';
import {
  facesDigest,
  invoiceDigest,
  type Derived,
  type DerivedInvoice,
  type ReviewedPage,
} from './derived.ts';

type DeriveContext = {
  /** ISO 8601 calendar date. */
  readonly today: string;
  readonly confidenceLimit: number;
  readonly ownCompanies: readonly Company[];
  readonly trustedSigners: readonly TrustedSigner[];
  /** Whether a similar invoice in the ledger is a different one that counts. */
  readonly isOther: (other: Lookalike) => boolean;
};

/** Whether a path names a value of this invoice, or of the line after its last one. */
export const hasField = (invoice: Invoice, field: FieldPath): boolean => {
  const place = placeOf(field);
  return place !== null && (place.kind !== 'line' || place.index <= invoice.lines.length);
};

/** Everything that a page is derived from, already loaded. */
type Material = {
  readonly row: PageRow;
  readonly shown: Shown | DecodedFaces;
  /** The extractions of the page; empty if the shown one needs no other. */
  readonly extractions: readonly Extraction[];
  /** The data of an extraction of the page; null if it is lost. */
  readonly readOf: (extractionId: number) => InvoiceRead | null;
};

const pictureOf = ({ extractions }: Material, id: number | null): string | null =>
  extractions.find((one) => one.id === id)?.picture ?? null;

/** Lines that were extracted from another picture of the page have no places on this one. */
const placedOn = (material: Material, { read, linesFrom }: MergedExtraction): InvoiceRead => {
  if (linesFrom === null || pictureOf(material, linesFrom) === material.row.picture?.sha256) return read;
  const origins = Object.entries(read.origins).map(
    ([path, origin]) => [path, isOfLines(path) ? { ...origin, quad: null } : origin] as const,
  );
  return { ...read, origins: Object.fromEntries(origins) };
};

const deriveInvoice = (material: Material, shown: Shown, edits: readonly InvoiceEvent[]): DerivedInvoice => {
  const { extractionId, read: asRead, ...stated } = shown;
  const changes = edits.map(({ change }) => change);
  const merged = mergeExtractions(edits, { extractionId, read: asRead }, material.readOf);
  const read = placedOn(material, merged);
  return {
    value: correctInvoice(read.invoice, changes),
    asRead: asRead.invoice,
    ...stated,
    origins: correctOrigins(read.origins, changes),
    findings: openReaderFindings(read.findings, changes),
    corrections: fieldCorrections(edits).map(({ event: { id, at, by }, field, value, kind }) => ({
      id,
      at,
      by,
      field,
      value,
      kind,
    })),
    conflicts: merged.conflicts,
    linesConflict: merged.linesConflict,
    linesEdited: hasEditedLines(changes),
    pages: [],
    linePages: [],
    places: [],
    unread: [],
  };
};

/** A deleted line has no path any more, but it is still an edit. */
const hasEditedLines = (changes: readonly InvoiceChange[]): boolean => {
  const since = changes.findLastIndex((change) => change.kind === 'revert' && change.field === linesTable);
  return (
    changes.slice(since + 1).some((change) => change.kind === 'edit-lines') ||
    [...correctedPaths(changes)].some(isOfLines)
  );
};

/** The frame for the coordinates of a page's faces; null if the page has no picture. */
export const frameOf = ({ picture, treatment }: PageRow): FaceFrame | null =>
  picture && { width: picture.width, height: picture.height, turn: treatment.turn };

/** The edits of a photo that still apply, transformed to the picture whose faces are shown. */
const faceEdits = (material: Material, standing: readonly ReviewEvent[]): readonly PlacedFaceEdit[] => {
  const { row } = material;
  const now = frameOf(row);
  return standing.flatMap(({ change, extractionId }) => {
    if (change.kind !== 'edit-faces') return [];
    const { edit } = change;
    if (!now) return [edit];
    const isSameAnswer = extractionId === row.extractionId;
    // An edit that names no frame was made on the picture of its extraction.
    const isSamePicture = pictureOf(material, extractionId) === row.picture?.sha256;
    return [placeEdit(edit, edit.frame ?? (isSamePicture ? now : null), now, isSameAnswer)];
  });
};

const deriveFrom = (material: Material, events: readonly ReviewEvent[]): Derived => {
  const { row, shown } = material;
  const { standing } = editHistory(events);
  const reviewOf = (digest: string) => ({
    digest,
    review: reviewStateOf(standing, row.extractionId, digest),
  });
  if ('faces' in shown) {
    const faces = reviewFaces(shown, faceEdits(material, standing));
    const digest = facesDigest(row.extractionId, standing);
    return { service: 'face-detect', events, standing, ...reviewOf(digest), faces };
  }
  const settling = standing.filter(isInvoiceEvent);
  const invoice = deriveInvoice(material, shown, settling);
  const digest = invoiceDigest(invoice);
  return { service: 'vat-invoice', events, standing, ...reviewOf(digest), invoice, settling };
};

/** Number of cached derivations: pages under review and pages that were just recognized. */
const mostKept = 24;

/**
 * Everything that the derivation of a page depends on, as one string; null if the page shows no extraction.
 */
const keyOf = (row: PageRow, events: readonly ReviewEvent[]): string | null => {
  const { id, state, extractionId, extractionCount, picture, qr, drawn, treatment } = row;
  if (state !== 'recognized' || extractionId === null) return null;
  return JSON.stringify([
    id,
    extractionId,
    extractionCount,
    events.at(-1)?.id,
    picture?.sha256,
    qr,
    drawn,
    treatment.turn,
  ]);
};

/** Where the data of a page is read from: the store, or the current unit of work. */
export type PageReads = Pick<ReadStore, 'extractionsOf' | 'response' | 'sources'>;

/** What one reader extracted from an invoice, without corrections. */
export type ReaderInvoice = {
  readonly reader: ReaderId;
  readonly invoice: Invoice;
  /** Of the file that it was read from; its signers may have become trusted since. */
  readonly seal: Seal | null;
};

type DerivePage = {
  /** The newest extraction of each reader from an invoice. */
  readonly extractions: (reads: PageReads, row: PageRow) => Promise<readonly ReaderInvoice[]>;
  /**
   * Null if the page shows no extraction, or if only an earlier version could decode it.
   * @param events all events of the page
   */
  readonly derive: (
    reads: PageReads,
    row: PageRow,
    events: readonly ReviewEvent[],
  ) => Promise<Derived | null>;
  /**
   * The data of a derived page with its findings as of today.
   * @param others invoices that look alike; none for a photo
   */
  readonly reviewedOf: (
    reads: PageReads,
    row: PageRow,
    derived: Derived,
    others: readonly Lookalike[],
    context: DeriveContext,
  ) => Promise<ReviewedPage>;
};

/** Whether the shown data depends on other extractions of the page, or comes from no call. */
const needsExtractions = ({ callId, extractionCount }: PageRow, events: readonly ReviewEvent[]): boolean =>
  callId === null ||
  extractionCount > 1 ||
  events.some(({ change }) => change.kind === 'edit-faces' && change.edit.frame === undefined);

export const openDerivePage = (decode: ExtractionCache['read']): DerivePage => {
  const kept = lastUsed<string, Derived>(mostKept);
  const shownInvoices = lastUsed<string, Shown>(mostKept);
  const extractionLists = lastUsed<string, readonly Extraction[]>(mostKept);

  /** An extraction never changes, so the list is loaded again only if there is another one. */
  const extractionsOf = async (reads: PageReads, row: PageRow): Promise<readonly Extraction[]> => {
    const key = JSON.stringify([row.id, row.extractionId, row.extractionCount]);
    const list = extractionLists.get(key) ?? (await reads.extractionsOf(row.id));
    extractionLists.keep(key, list);
    return list;
  };

  const freshlyShown = async (
    reads: PageReads,
    row: PageRow,
    extractionId: number,
    all: readonly Extraction[],
  ): Promise<Shown | DecodedFaces | null> => {
    if (row.callId === null) {
      const payload = all.find(({ id }) => id === extractionId)?.payload;
      return payload ? shownPayload(extractionId, payload, row, all) : null;
    }
    const extraction = await decode(reads, row.service, row.callId);
    if (!extraction) return null;
    return extraction.service === 'face-detect'
      ? extraction.faces
      : shownResponse(row, extractionId, extraction.invoice);
  };

  /** The data of an extraction never changes: a response is decoded once while its page is in use. */
  const shownOf = async (
    reads: PageReads,
    row: PageRow,
    extractionId: number,
    all: readonly Extraction[],
  ): Promise<Shown | DecodedFaces | null> => {
    const key = JSON.stringify([extractionId, row.extractionCount, row.picture?.sha256, row.qr, row.drawn]);
    const shown = shownInvoices.get(key) ?? (await freshlyShown(reads, row, extractionId, all));
    // Up to ten thousand faces: only the decoder caches those.
    if (shown && !('faces' in shown)) shownInvoices.keep(key, shown);
    return shown;
  };

  /** The data of the page's other extractions, each loaded once and ready when needed. */
  const readOthers = async (
    reads: PageReads,
    row: PageRow,
    wanted: ReadonlySet<number>,
    all: readonly Extraction[],
  ): Promise<ReadonlyMap<number, InvoiceRead | null>> => {
    const read = new Map<number, InvoiceRead | null>();
    for (const one of all) {
      if (!wanted.has(one.id)) continue;
      const extraction = one.callId === null ? null : await decode(reads, row.service, one.callId);
      read.set(one.id, readOf(row, one, extraction, all));
    }
    return read;
  };

  const materialOf = async (
    reads: PageReads,
    row: PageRow,
    extractionId: number,
    events: readonly ReviewEvent[],
  ): Promise<Material | null> => {
    const extractions = needsExtractions(row, events) ? await extractionsOf(reads, row) : [];
    const shown = await shownOf(reads, row, extractionId, extractions);
    if (!shown) return null;
    const named = new Set(events.flatMap((event) => event.extractionId ?? []));
    const others =
      row.service === 'vat-invoice' ? await readOthers(reads, row, named, extractions) : new Map();
    return { row, shown, extractions, readOf: (id) => others.get(id) ?? null };
  };

  const compare = async (
    reads: PageReads,
    row: PageRow,
    asRead: Invoice,
  ): Promise<ReturnType<typeof compareExtractions>> => {
    if (row.extractionCount < 2) return [];
    const extractions = await extractionsOf(reads, row);
    const own = extractions.find(({ id }) => id === row.extractionId);
    if (!own) return [];
    const newest = new Set(new Map(extractions.map(({ reader, id }) => [reader, id])).values());
    const read = await readOthers(reads, row, newest, extractions);
    return compareExtractions(own, asRead, extractions, row.picture?.sha256, (id) => read.get(id) ?? null);
  };

  /** The changed seals of the page's files whose values are not shown. */
  const otherSealsOf = async (reads: PageReads, row: PageRow): Promise<readonly Finding[]> => {
    if (row.extractionCount < 2) return [];
    const extractions = await extractionsOf(reads, row);
    const shown = extractions.find(({ id }) => id === row.extractionId)?.payload?.from?.sha256;
    return extractions.flatMap(({ reader, payload }) => {
      const isOther = payload?.from !== undefined && payload.from.sha256 !== shown;
      return (isOther && payload.seal && otherSealFinding(reader, payload.seal)) || [];
    });
  };

  const deriveOne = async (
    reads: PageReads,
    row: PageRow,
    events: readonly ReviewEvent[],
  ): Promise<Derived | null> => {
    const key = keyOf(row, events);
    if (key === null || row.extractionId === null) return null;
    const there = kept.get(key);
    const material = there ? null : await materialOf(reads, row, row.extractionId, events);
    const derived = there ?? (material && deriveFrom(material, events));
    if (derived?.service === 'vat-invoice') kept.keep(key, derived);
    return derived;
  };

  return {
    extractions: async (reads, row) => {
      const extractions = await extractionsOf(reads, row);
      const newest = new Map(extractions.map((one) => [one.reader, one]));
      const ids = new Set([...newest.values()].map(({ id }) => id));
      const read = await readOthers(reads, row, ids, extractions);
      return [...newest].flatMap(([reader, { id, payload }]) => {
        const invoice = read.get(id)?.invoice;
        return invoice ? [{ reader, invoice, seal: payload?.seal ?? null }] : [];
      });
    },
    derive: async (reads, row, events) => {
      const own = await deriveOne(reads, row, events);
      if (own?.service !== 'vat-invoice' || row.joinedTo !== row.id) return own;
      const pages: PageOfInvoice[] = [];
      for (const id of row.joined) {
        const [page] = id === row.id ? [{ row, events }] : await reads.sources([id]);
        if (!page) continue;
        const derived = id === row.id ? own : await deriveOne(reads, withEarlier(page.row), page.events);
        pages.push({ row: page.row, derived: derived?.service === 'vat-invoice' ? derived : null });
      }
      return joinDerived(own, row.id, pages);
    },
    reviewedOf: async (reads, row, derived, others, { isOther, ...context }) => {
      const { service, digest } = derived;
      if (service === 'face-detect') return { service, digest, faces: derived.faces };
      const {
        asRead,
        findings,
        qr,
        codeInFile,
        responseSize,
        places: _,
        unread,
        ...invoice
      } = derived.invoice;
      const { value, ticket, special, origins, conflicts, linesConflict } = invoice;
      const checks = checkInvoice(
        { invoice: value, ticket, special, origins, findings },
        { ...context, qr, codeInFile, others: others.filter(isOther).map(headerOf) },
      );
      // The lines of a joined invoice come from several files.
      const isOneFile = row.reader !== null && isDigitalReader(row.reader) && invoice.pages.length === 0;
      const byHand = isOneFile ? differencesFromFile(asRead, value) : [];
      const compared = (await compare(reads, row, asRead)).filter((finding) => !isTaken(finding, value));
      const trusted = context.trustedSigners.map(({ key }) => key);
      const all = [
        ...(responseSize ? [scaleNote(responseSize)] : []),
        ...unreadPages(unread),
        ...changedExtractions(conflicts, linesConflict, value),
        ...byHand,
        ...(row.seal ? [sealFinding(withTrusted(row.seal, trusted))] : []),
        ...(await otherSealsOf(reads, row)),
        ...compared,
        ...checks,
      ];
      const at = row.extractionId;
      const settled = at === null ? all : settleFindings(all, derived.settling, at);
      return { service, digest, invoice: { ...invoice, checks: settled }, others };
    },
  };
};
