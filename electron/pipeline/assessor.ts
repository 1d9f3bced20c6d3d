import { encodeFaces } from '../../shared/face/pack.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { labelsOf } from '../../shared/review/replay.ts';
import { parseQr } from '../../shared/invoice/qr.ts';
import type { Intake } from '../intake/intake.ts';
import type { CallId, PageSources, ReadStore, WriteStore } from '../store/port.ts';
import type { PageRow } from '../store/records/page.ts';
import type { OtherInvoice } from '../store/records/review.ts';
import type { WorkFolder } from './work-folder.ts';
import type { Reading } from '../extract/service/decode-reply.ts';
import type { ReplyDecoder } from '../extract/service/reply-decoder.ts';
import { keptReadings } from './kept-readings.ts';
import { lossOf } from './lost-reply.ts';
import {
  figuresOf,
  openDerivePage,
  type ReaderInvoice,
  type Derived,
  type Meaning,
  type PageReads,
} from './derive-page.ts';

export type AssessorDependencies = {
  readonly folder: WorkFolder;
  readonly intake: Pick<Intake, 'qrTexts'>;
  readonly decoder: ReplyDecoder;
  readonly now: () => Date;
  readonly settings: () => Pick<Settings, 'confidenceLimit' | 'ownCompanies'>;
  /** Whether an invoice that looks alike counts as another one beside this page. */
  readonly isOther: (page: PageRow, other: OtherInvoice) => boolean;
  /** Of how many it is asked: left out where the nearest few will do. */
  readonly mostAlike?: number;
};

export type Assessed = {
  /** The row with its new figures. */
  readonly row: PageRow;
  readonly meaning: Meaning;
  /** The pages that look like it, whose own checks may have changed. */
  readonly alike: readonly PageId[];
};

/** A page as it shows now, and what its events make of it; null for the second if it shows no extraction. */
export type OpenedPage = PageSources & { readonly derived: Derived | null };

/** Whom a page is asked of: the store, or the unit of work that is under way. */
export type AssessorReads = PageReads & Pick<ReadStore, 'sources'>;

/** Works out what pages mean, and keeps the figures that lists and comparisons need. */
export type Assessor = {
  /** What a call has just read is not read again from its reply. */
  readonly keep: (callId: CallId, reading: Reading) => void;
  /** A page before any check; null if there is no such page. Left out, the store is asked. */
  readonly open: (id: PageId, reads?: AssessorReads) => Promise<OpenedPage | null>;
  /** What an opened page means; null if it shows no extraction. */
  readonly meaning: (page: OpenedPage, reads?: AssessorReads) => Promise<Meaning | null>;
  /** What each reader extracted from an invoice, its newest, without corrections. */
  readonly readings: (page: PageRow) => Promise<readonly ReaderInvoice[]>;
  /** The faces of a page as a window takes them in; null where none were read. */
  readonly packedFaces: (id: PageId) => Promise<Uint8Array<ArrayBuffer> | null>;
  /** Whether the page's picture was never searched for a QR code. */
  readonly needsQr: (page: PageRow) => boolean;
  /** Looks for the QR code of a page's picture unless that was done before. */
  readonly lookForQr: (page: PageRow) => Promise<void>;
  /** Updates the figures of a page and of those that look like it, whose checks name it. Returns all of them. */
  readonly assess: (id: PageId) => Promise<readonly PageId[]>;
  /** The same within a unit of work. */
  readonly assessIn: (unit: WriteStore, id: PageId) => Promise<readonly PageId[]>;
  /** Updates the figures of one page alone. */
  readonly assessOne: (id: PageId) => Promise<void>;
  /** The same within a unit of work, with the page's row and all its events as they stand in it. */
  readonly assessWith: (unit: WriteStore, page: PageSources) => Promise<Assessed | null>;
};

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The calendar day where the user is. */
export const localDay = (date: Date): string =>
  `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;

const needsQr = ({ service, picture, qr }: PageRow): boolean =>
  service === 'vat-invoice' && picture !== null && qr === undefined;

export const createAssessor = ({
  folder,
  intake,
  decoder,
  now,
  settings,
  isOther,
  mostAlike,
}: AssessorDependencies): Assessor => {
  const { store, pictures } = folder;
  const { read: decode, keep } = keptReadings(decoder);
  const { derive, meaningOf, readings } = openDerivePage(decode);

  const contextOf = (page: PageRow) => ({
    ...settings(),
    today: localDay(now()),
    isOther: (other: OtherInvoice) => isOther(page, other),
    ...(mostAlike === undefined ? {} : { mostAlike }),
  });

  const open = async (id: PageId, reads: AssessorReads = store): Promise<OpenedPage | null> => {
    const found = await reads.sources(id);
    return found && { ...found, derived: await derive(reads, found.row, found.events) };
  };

  const meaning = async (
    { row, derived }: OpenedPage,
    reads: AssessorReads = store,
  ): Promise<Meaning | null> => derived && (await meaningOf(reads, row, derived, contextOf(row)));

  const assessWith = async (unit: WriteStore, { row, events }: PageSources): Promise<Assessed | null> => {
    const derived = await derive(unit, row, events);
    if (!derived) {
      const loss = lossOf(row, null);
      if (loss) await unit.lose(row.id, loss);
      return null;
    }
    const read = await meaningOf(unit, row, derived, contextOf(row));
    const figures = { ...figuresOf(read), review: derived.mark, ...labelsOf(derived.standing) };
    await unit.putSummary(row.id, { ...figures, name: row.name });
    const alike = read.service === 'vat-invoice' ? read.others.map(({ pageId }) => pageId) : [];
    return { row: { ...row, figures }, meaning: read, alike };
  };

  const assessOneIn = async (unit: WriteStore, id: PageId): Promise<Assessed | null> => {
    const page = await unit.sources(id);
    return page && assessWith(unit, page);
  };

  const assessIn = async (unit: WriteStore, id: PageId): Promise<readonly PageId[]> => {
    const { alike = [] } = (await assessOneIn(unit, id)) ?? {};
    for (const other of alike) await assessOneIn(unit, other);
    return [id, ...alike];
  };

  /** Reads outside the unit of work, which keeps all others waiting: a reply may take a while to decode. */
  const prepare = async (id: PageId): Promise<void> => {
    await open(id);
  };

  return {
    keep,
    open,
    meaning,
    readings: (page) => readings(store, page),
    packedFaces: async (id) => {
      const opened = await open(id);
      if (opened?.derived?.service !== 'face-detect') return null;
      const { row, derived } = opened;
      const reading = row.callId === null ? null : await decode(store, row.service, row.callId);
      const packed = reading?.service === 'face-detect' ? reading.packed : undefined;
      const isUntouched = reading?.service === 'face-detect' && reading.faces.faces === derived.faces.faces;
      return packed && isUntouched ? packed.untouched : encodeFaces(derived.faces, packed?.points);
    },
    needsQr,
    lookForQr: async (page) => {
      const { picture } = page;
      if (!picture || !needsQr(page)) return;
      const path = await pictures.file(picture.sha256, picture.encoding);
      const texts = path === null ? null : await intake.qrTexts(path, picture);
      if (!texts) return;
      const code = texts.find((text) => parseQr(text) !== null) ?? null;
      await store.transact((unit) => unit.setQr(picture.sha256, code));
    },
    assess: async (id) => {
      await prepare(id);
      return store.transact((unit) => assessIn(unit, id));
    },
    assessIn,
    assessOne: async (id) => {
      await prepare(id);
      await store.transact((unit) => assessOneIn(unit, id));
    },
    assessWith,
  };
};
