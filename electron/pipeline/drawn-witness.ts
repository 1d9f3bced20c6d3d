import {
  comparedWithScan,
  hasPlaces,
  lookOf,
  readingOf,
  readOnPage,
  shownAt,
  type DrawnLook,
  type MarkReading,
} from '../../shared/invoice/drawn-look.ts';
import { codesOfInvoices } from '../../shared/invoice/qr.ts';
import type { InvoiceExtraction } from '../../shared/invoice/extraction.ts';
import { fieldOf, valueAt } from '../../shared/invoice/fields.ts';
import type { FieldPath } from '../../shared/invoice/model.ts';
import { boundsOf, cornersOf, type Quad } from '../../shared/geometry.ts';
import type { LineReader } from '../extract/local/engine/line-reader.ts';
import { untilAborted } from '../infra/until-aborted.ts';
import { isWide } from '../extract/local/place/scan-glyphs.ts';
import type { Glyph } from '../extract/local/read-lines.ts';
import type { Intake } from '../intake/intake.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { WriteStore } from '../store/port.ts';
import type { PageRow } from '../store/records/page.ts';
import { localExtractions } from './digital-intake.ts';
import { asDrawn, drawLocally } from './drawn-file.ts';
import { isDrawnFrom, originsOnPicture } from './local-extractions.ts';
import { awaitsWitness, drawnFile, mayShowCode, needsLook, needsQr } from './witness-needs.ts';
import type { WorkFolder } from './work-folder.ts';

/** Stores what a page shows in a unit of work. */
type KeepShown = (unit: WriteStore) => Promise<void>;

/** Reads what the picture of a page shows: its QR code and, if it was drawn from a digital file, the file's values. */
export type DrawnWitness = {
  /** Whether the picture was never searched for a code, or was drawn from a PDF or OFD and not compared since. */
  readonly isNeeded: (page: PageRow) => boolean;
  /**
   * Searches for the code. Looks whether the text of each value can be seen, and reads the most important values on a
   * drawn page, with adjacent marks that are not page text. Null if nothing is new. What was aborted is done at the next
   * start.
   */
  readonly read: (page: PageRow, signal: AbortSignal) => Promise<KeepShown | null>;
};

type WitnessDependencies = {
  readonly folder: Pick<WorkFolder, 'store' | 'pictures'>;
  readonly intake: Pick<Intake, 'seenPlaces' | 'qrTexts' | 'inkOn'>;
  readonly lines: Pick<LineReader, 'read'>;
};

type Place = { readonly field: FieldPath; readonly value: string; readonly quad: Quad };

/** The values that have a place on this page of the file, with the place in the units of the page. */
const placesOf = ({ invoice, origins }: InvoiceExtraction, shownPage: number): readonly Place[] =>
  Object.entries(origins).flatMap(([field, { quad, page = 1 }]) => {
    const value = valueAt(invoice, field);
    return quad && page === shownPage && value !== null ? [{ field, value, quad }] : [];
  });

/** The least width of a mark beside a text, in heights. */
const leastMark = 0.1;
/**
 * The width of a place that is read by itself, in heights: a narrower one counts as text that runs down. The reader adds a
 * margin, which must not show the text.
 */
const [leastWidth, margin] = [0.75, 0.15];

/** The places of the marks before and after a text, within its extended place; null where there are none. */
const marksAround = (own: Quad, extended: Quad): readonly [Quad | null, Quad | null] => {
  const [text, whole] = [boundsOf(own), boundsOf(extended)];
  const { y, h } = whole;
  const end = text.x + text.w;
  const [before, after] = [text.x - whole.x, whole.x + whole.w - end];
  const [first, last] = [before, after].map((width) => Math.max(width, leastWidth * h));
  const placed = (x: number, width = 0): Quad => cornersOf({ x, y, w: width - margin * h, h });
  return [
    before > leastMark * h ? placed(text.x - (first ?? 0), first) : null,
    after > leastMark * h ? placed(end + margin * h, last) : null,
  ];
};

/** The width of a character, in widths of a digit. */
const widthOf = ({ alternatives: [first] }: Glyph): number => (first && isWide(first.text) ? 2 : 1);

/** Blank space beside a character, in widths of a digit, that may hide one. */
const gap = 0.6;

/** Whether two characters of a line are so far apart that a third one may be lost between them. */
const isGapped = (glyphs: readonly Glyph[]): boolean => {
  const steps = glyphs.slice(1).flatMap((glyph, index) => {
    const before = glyphs[index];
    return before ? [{ length: glyph.at - before.at, wide: (widthOf(before) + widthOf(glyph)) / 2 }] : [];
  });
  const units = steps.map(({ length, wide }) => length / wide).toSorted((one, other) => one - other);
  const unit = units[Math.floor(units.length / 2)] ?? 0;
  return steps.some(({ length, wide }) => length - wide * unit > gap * unit);
};

/** The characters of a value without the currency sign before an amount. */
const withoutSign = (field: FieldPath, glyphs: readonly Glyph[]): readonly Glyph[] => {
  const first = glyphs.findIndex(({ alternatives: [read] }) => /\d/u.test(read?.text ?? ''));
  return fieldOf(field)?.kind === 'money' && first > 0 ? glyphs.slice(first) : glyphs;
};

type CodeSearch = {
  readonly folder: Pick<WorkFolder, 'pictures'>;
  readonly intake: Pick<Intake, 'qrTexts'>;
};

/** Searches the picture of a page; null if that was done before, or if it can't be read. */
const findQr = async ({ folder: { pictures }, intake }: CodeSearch, page: PageRow) => {
  const { picture } = page;
  if (!picture || !needsQr(page)) return null;
  const path = await pictures.file(picture.sha256, picture.encoding);
  const texts = path === null ? null : await intake.qrTexts(path, picture);
  return texts && { picture: picture.sha256, codes: codesOfInvoices(texts) };
};

/**
 * The row of a page with the codes of the invoices on its picture, which is searched, unless that was done before. They
 * are not stored yet. The same row if the search is aborted or fails: the page can be read without it.
 * @param onBug the search failed
 */
export const lookForQr = async (
  search: CodeSearch & { readonly onBug: (error: unknown) => void },
  page: PageRow,
  signal: AbortSignal,
): Promise<PageRow> => {
  const found = await Promise.race([findQr(search, page), untilAborted(signal)]).catch((error: unknown) => {
    search.onBug(error);
    return null;
  });
  return found ? { ...page, qr: found.codes, hasNewQr: true } : page;
};

export const createDrawnWitness = ({ folder, intake, lines }: WitnessDependencies): DrawnWitness => {
  const { store, pictures } = folder;

  /** The values that were read on the picture, each with its reading; none if the reader is not available. */
  const readingsOf = async (
    page: PageRow,
    payload: InvoiceExtraction,
    unseen: ReadonlySet<FieldPath>,
    withMarks: ReadonlyMap<FieldPath, Quad>,
    signal: AbortSignal,
  ) => {
    const { picture } = page;
    const path = picture && (await pictures.file(picture.sha256, picture.encoding));
    if (!path) return [];
    const widened = Object.entries(payload.origins).map(([field, origin]) => {
      const quad = withMarks.get(field);
      return [field, quad ? { ...origin, quad } : origin] as const;
    });
    const read = { ...payload, origins: Object.fromEntries(widened) };
    const [origins, texts] = [originsOnPicture(read, page, read), originsOnPicture(payload, page, payload)];
    const wanted = readOnPage(payload.invoice, origins).flatMap((field) => {
      const [quad, own] = [origins[field]?.quad, texts[field]?.quad];
      if (!quad || unseen.has(field)) return [];
      const marks = own && withMarks.has(field) ? marksAround(own, quad) : ([null, null] as const);
      return [{ field, quad, marks }];
    });
    if (wanted.length === 0) return [];
    const places = wanted.flatMap(({ quad, marks }) => [quad, ...marks].filter((one) => one !== null));
    const found = await lines.read({ path }, { signal, places });
    if (!found.ok) return [];
    const readings = new Map(places.map((place, index) => [place, found.value.lines[index]?.glyphs ?? []]));
    const readAt = (field: FieldPath, place: Quad): MarkReading =>
      readingOf(
        field,
        (readings.get(place) ?? []).map(({ alternatives: [first] }) => first ?? { text: '', score: 0 }),
      );
    return wanted.map(({ field, quad, marks: [before, after] }) => {
      const { text, least } = readAt(field, quad);
      return {
        field,
        text,
        least,
        isGapped: isGapped(withoutSign(field, readings.get(quad) ?? [])),
        hasMarks: withMarks.has(field),
        before: before && readAt(field, before),
        after: after && readAt(field, after),
      };
    });
  };

  /** Data whose page has no text of it: the picture may show another invoice. It is read as a scan is. */
  const compareWhole = async (page: PageRow, payload: InvoiceExtraction, signal: AbortSignal) => {
    const { picture, qr } = page;
    if (!picture || payload.paper) return null;
    const { readScan } = await import('./scan-reading.ts');
    const { read } = await readScan({ folder, intake, lines }, picture, signal, qr);
    const invoices = read.ok ? read.value.filter(({ paper }) => paper === undefined) : [];
    const { number } = payload.invoice;
    const scan = invoices.find(({ invoice }) => invoice.number === number) ?? invoices[0];
    return scan ? comparedWithScan(payload.invoice, scan) : null;
  };

  const look = async (page: PageRow, file: string, signal: AbortSignal): Promise<DrawnLook> => {
    // A page that can't be compared is not tried again.
    const nothing: DrawnLook = { file, read: [], unclear: [], blank: [], differences: [] };
    const extractions = await localExtractions(store, page.id);
    const payload = extractions.findLast((one) => isDrawnFrom(page, one.payload))?.payload;
    const { path, page: number, originalSha256 } = await asDrawn(store, page);
    if (!payload || path === null || originalSha256 !== file) return nothing;
    if (!hasPlaces(payload)) return { ...nothing, ...(await compareWhole(page, payload, signal)) };
    const places = placesOf(payload, number);
    const quads = places.map(({ quad }) => quad);
    const seen = await intake.seenPlaces({ path, page: number, originalSha256, quads });
    const hidden = places.filter((_, index) => seen?.[index]?.isSeen === false);
    const withMarks = new Map(
      places.flatMap(({ field }, index) => {
        const quad = seen?.[index]?.withMarks;
        return quad ? [[field, quad] as const] : [];
      }),
    );
    const unseen = new Set(hidden.map(({ field }) => field));
    const readings = await readingsOf(page, payload, unseen, withMarks, signal);
    const shown = readings.flatMap(({ field, ...reading }) => {
      const value = valueAt(payload.invoice, field);
      return value === null ? [] : [{ field, value, at: shownAt(field, value, reading) }];
    });
    const { differences, ...others } = lookOf(shown);
    const unshown = hidden.map(({ field, value }) => ({ field, value, shown: null }));
    return { file, ...others, differences: [...unshown, ...differences] };
  };

  const compare = async (page: PageRow, signal: AbortSignal): Promise<DrawnLook | null> => {
    const file = drawnFile(page);
    if (file === null || !needsLook(page)) return null;
    return look(page, file, signal).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
  };

  return {
    isNeeded: (page) => page.picture !== null && awaitsWitness(page),
    read: async (page, signal) => {
      const qr = await findQr({ folder, intake }, page);
      const drawn = await compare(page, signal);
      if (!qr && !drawn) return null;
      return async (unit) => {
        if (qr) await unit.setQr(qr.picture, qr.codes);
        if (drawn) await unit.setDrawn(page.id, drawn);
      };
    },
  };
};

/**
 * Reads the QR code and the values that are drawn on a digital page, and keeps them in the ledger. They are independent
 * witnesses of the page's data, so they are read always, not only if the data raises doubts. The page is drawn first if
 * it was not. Takes a second or two, in the processes that draw and read pages.
 */
export const readDrawnPage = async (
  folder: WorkFolder,
  intake: Pick<Intake, 'prepare'>,
  witness: Pick<DrawnWitness, 'read'>,
  id: PageId,
  signal: AbortSignal,
): Promise<void> => {
  await drawLocally(folder, intake, id);
  const page = await folder.store.page(id);
  if (!page || !mayShowCode(page)) return;
  const keep = await witness.read(page, signal);
  if (keep) await folder.store.transact(keep);
};
