import type { ReaderId } from '../../shared/invoice/extraction.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import { readingsOf } from './shown-extraction.ts';
import { encodeFaces } from '../../shared/face/pack.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { ReviewEvent } from '../../shared/review/event.ts';
import { labelsOf } from '../../shared/review/replay.ts';
import { parseQr } from '../../shared/invoice/qr.ts';
import type { Intake } from '../intake/intake.ts';
import type { PageRow } from '../store/records/page.ts';
import type { OtherInvoice } from '../store/records/review.ts';
import type { WorkFolder } from './work-folder.ts';
import type { Reading } from '../extract/service/decode-reply.ts';
import type { ReplyDecoder } from '../extract/service/reply-decoder.ts';
import { keptReadings } from './kept-readings.ts';
import { lossOf } from './lost-reply.ts';
import { figuresOf, meaningOf, openDerivePage, type Derived, type Meaning } from './derive-page.ts';

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
  readonly alike: readonly number[];
};

/** Works out what pages mean, and keeps the figures that lists and comparisons need. */
export type Assessor = {
  /** What a call has just read is not read again from its reply. */
  readonly keep: (callId: number, reading: Reading) => void;
  readonly meaning: (page: PageRow) => Meaning | null;
  /** What each reader extracted from an invoice, its newest, without corrections. */
  readonly readings: (page: PageRow) => readonly { readonly reader: ReaderId; readonly invoice: Invoice }[];
  /** The same before any check. */
  readonly derive: (page: PageRow) => Derived | null;
  /** Has a large reply read beside the main thread, before its page's meaning is asked for. */
  readonly prepare: (page: PageRow) => Promise<void>;
  /** The faces of a page as a window takes them in; null where none were read. */
  readonly packedFaces: (page: PageRow) => Uint8Array<ArrayBuffer> | null;
  /** Whether the page's picture was never searched for a QR code. */
  readonly needsQr: (page: PageRow) => boolean;
  /** Looks for the QR code of a page's picture unless that was done before. */
  readonly lookForQr: (page: PageRow) => Promise<void>;
  /** Updates a page's figures; returns the pages that look like it, whose own checks may have changed. */
  readonly assess: (page: PageRow) => readonly number[];
  /** The same with what the page means now, and all its events, the last of which were just appended. */
  readonly assessWith: (page: PageRow, events: readonly ReviewEvent[]) => Assessed | null;
};

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The calendar day where the user is. */
export const localDay = (date: Date): string =>
  `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;

export const createAssessor = ({
  folder,
  intake,
  decoder,
  now,
  settings,
  isOther,
  mostAlike,
}: AssessorDependencies): Assessor => {
  const { ledger, pictures } = folder;
  const { read: decode, prepare, keep } = keptReadings(ledger, decoder);

  const { derive } = openDerivePage(ledger, decode);

  const contextOf = (page: PageRow) => ({
    ...settings(),
    today: localDay(now()),
    isOther: (other: OtherInvoice) => isOther(page, other),
    ...(mostAlike === undefined ? {} : { mostAlike }),
  });

  const meaning = (page: PageRow): Meaning | null => {
    const derived = derive(page);
    return derived && meaningOf(ledger, page, derived, contextOf(page), decode);
  };

  const assess = (page: PageRow, events?: readonly ReviewEvent[]): Assessed | null => {
    const derived = derive(page, events);
    if (!derived) {
      const loss = lossOf(page, null);
      if (loss) ledger.pages.lost(page.id, loss);
      return null;
    }
    const read = meaningOf(ledger, page, derived, contextOf(page), decode);
    const figures = { ...figuresOf(read), review: derived.mark, ...labelsOf(derived.standing) };
    ledger.results.set(page.id, { ...figures, name: page.name });
    const alike = read.service === 'vat-invoice' ? read.others.map(({ pageId }) => pageId) : [];
    return { row: { ...page, figures }, meaning: read, alike };
  };

  const needsQr = ({ service, picture }: PageRow): boolean =>
    service === 'vat-invoice' && picture !== null && ledger.results.qr(picture.sha256) === undefined;

  return {
    keep,
    meaning,
    readings: (page) => {
      const read = readingsOf(ledger, page, decode);
      const newest = new Map(ledger.extractions.of(page.id).map((one) => [one.reader, one]));
      return [...newest.values()].flatMap(({ id, reader }) => {
        const reading = read(id);
        return reading ? [{ reader, invoice: reading.invoice }] : [];
      });
    },
    derive,
    prepare: async ({ service, state, callId }) => {
      if (service === 'face-detect' && state === 'recognized' && callId !== null) await prepare(callId);
    },
    packedFaces: (page) => {
      const read = meaning(page);
      if (read?.service !== 'face-detect') return null;
      const reading = page.callId === null ? null : decode(page.service, page.callId);
      const packed = reading?.service === 'face-detect' ? reading.packed : undefined;
      const isUntouched = reading?.service === 'face-detect' && reading.faces.faces === read.faces.faces;
      return packed && isUntouched ? packed.untouched : encodeFaces(read.faces, packed?.points);
    },
    needsQr,
    lookForQr: async (page) => {
      const { picture } = page;
      if (!picture || !needsQr(page)) return;
      const path = await pictures.file(picture.sha256, picture.encoding);
      const texts = path === null ? null : await intake.qrTexts(path, picture);
      if (!texts) return;
      ledger.results.setQr(picture.sha256, texts.find((text) => parseQr(text) !== null) ?? null);
    },
    assess: (page) => assess(page)?.alike ?? [],
    assessWith: assess,
  };
};
