import type { PageId, Sent } from '../../shared/contract/page.ts';
import { untreated } from '../../shared/contract/preparation.ts';
import type { ReaderChoice, Settings } from '../../shared/contract/settings.ts';
import { isComplete } from '../../shared/invoice/complete.ts';
import type { InvoiceExtraction } from '../../shared/invoice/extraction.ts';
import { numbersInCodes } from '../../shared/invoice/qr.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { failureOf } from '../../shared/services/failures.ts';
import type { LineReader } from '../extract/local/engine/line-reader.ts';
import type { Intake, PageInk } from '../intake/intake.ts';
import type { ReadStore, WriteStore } from '../store/port.ts';
import type { Extraction } from '../store/records/extraction.ts';
import type { PageRow } from '../store/records/page.ts';
import { keepCodes, type Asked } from './ask-service.ts';
import { lookForQr } from './drawn-witness.ts';
import { asWholePage, isOfSeveral, keepShown } from './digital-intake.ts';
import { recordPicture, type KeptPage } from './page-intake.ts';
import { furtherPage, pagesWithoutWords, paperBefore } from './paper-pages.ts';
import { partsOfPage } from './page-summary.ts';
import { cancelling, type AnsweredOutcome, type CallOutcome } from './recognizer.ts';
import type { ScanReading } from './scan-reading.ts';
import { mayLeaveOut } from './unread-part.ts';
import type { WorkFolder } from './work-folder.ts';

/** Version of the local reader. A newer version reads again what an older one has read. */
const localReaderVersion = 1;

/** Who reads the picture of a page: the local reader on this computer, the service, or both. */
export type ReadersOfPage = { readonly here: boolean; readonly calls: boolean };

/**
 * Who reads the picture of a page. Faces always need the service.
 * @param canCall whether there is an account, and calls are allowed
 */
export const readersOf = (choice: ReaderChoice, service: ServiceId, canCall: boolean): ReadersOfPage => {
  if (service !== 'vat-invoice') return { here: false, calls: true };
  switch (choice) {
    case 'automatic':
      return { here: !canCall, calls: canCall };
    case 'local':
      return { here: true, calls: false };
    case 'service':
      return { here: false, calls: true };
    case 'both':
      return { here: true, calls: canCall };
    default:
      return choice satisfies never;
  }
};

/**
 * Who reads the picture of a page with these settings, unless the user chose otherwise for the page.
 * @param hasAccount whether there is an account for its call
 */
export const readersWith = (
  { invoiceReader, localOnly }: Pick<Settings, 'invoiceReader' | 'localOnly'>,
  { service, options, part }: Pick<PageRow, 'service' | 'options' | 'part'>,
  hasAccount: boolean,
): ReadersOfPage =>
  // A call reads one invoice of a picture, and can't be told which.
  readersOf(part > 0 ? 'local' : (options.reader ?? invoiceReader), service, hasAccount && !localOnly);

/** What an extraction must prove so that a call could add nothing: the values that bookkeeping relies on. */
const provenFields = ['number', 'issueDate', 'total', 'taxTotal', 'grossTotal'] as const;

/** Whether evidence proves all that matters, and nothing speaks against it. */
const isProvenWhole = (payload: InvoiceExtraction): boolean => {
  const { invoice, findings } = payload;
  const proven = new Set(findings.flatMap(({ id, fields }) => (id === 'proven' ? fields : [])));
  const doubts = findings.some(({ id, level }) => id !== 'proven' && level !== 'info' && level !== 'ok');
  return (
    isComplete(payload) && !doubts && provenFields.every((path) => invoice[path] === null || proven.has(path))
  );
};

/** What the local reader of this version read from a picture before; null if it has not read it. */
const earlierReading = (extractions: readonly Extraction[], picture: string): Extraction | null =>
  extractions.findLast(
    ({ reader, version, payload }) =>
      reader === 'local' && version === localReaderVersion && payload?.picture === picture,
  ) ?? null;

/**
 * How the values of the local reader are used: `alone` without a call, `first` until the response of a call is there,
 * `compared` with the values that are shown. `several`: the page waits with a response. The reading replaces it only if the
 * picture shows several invoices.
 */
type ReadingUse = 'alone' | 'first' | 'compared' | 'several';

/**
 * The reading that belongs to an invoice that became a page of its own: the one with its number. If the number is read
 * differently now, it is the only reading without another invoice's number, unless readings may be missing.
 * @param numbers of all invoices on the page, as they were read when it was split
 */
const ownOf = (
  part: number,
  numbers: readonly string[],
  read: ScanReading['read'],
): Result<InvoiceExtraction, Failure> => {
  if (!read.ok) return read;
  const own = read.value.find(({ invoice }) => invoice.number === numbers[part - 1]);
  if (own && own.invoice.number !== null) return success(own);
  const others = new Set(numbers.toSpliced(part - 1, 1));
  const left = read.value.filter(({ invoice }) => invoice.number === null || !others.has(invoice.number));
  const [only] = left;
  const areAll = read.value.length === 1 || read.value.length === numbers.length;
  return only && left.length === 1 && areAll && !isOfSeveral(only)
    ? success(only)
    : failed(failureOf('invoice-illegible'));
};

/** Most pages that are read here have none yet, and cost no query. */
const extractionsOfRow = async (
  reads: Pick<ReadStore, 'extractionsOf'>,
  { id, extractionCount }: PageRow,
): Promise<readonly Extraction[]> => (extractionCount === 0 ? [] : reads.extractionsOf(id));

/**
 * Records what was read from the picture of a page. If it shows several invoices, and nobody has worked on the page yet,
 * each of the others becomes a page of its own in the same unit of work.
 * @returns the pages that have data now
 */
const record = async (
  unit: WriteStore,
  row: PageRow,
  picture: string,
  { read, qr }: ScanReading,
  use: ReadingUse,
): Promise<readonly PageId[]> => {
  const { id: page, part } = row;
  const earlier = await extractionsOfRow(unit, row);
  if (qr !== undefined) await unit.setQr(picture, qr);
  if (use === 'several') {
    // The end of a request without a new result shows the earlier one: here, the response.
    await unit.setState([page], 'cancelled');
    const hasSeveral = read.ok && (read.value.length > 1 || isOfSeveral(read.value[0]));
    // Its invoices may have been put together.
    if (!hasSeveral || part > 0 || earlier.some(({ callId }) => callId === null)) return [page];
  }
  const isFree = use === 'several' ? (await unit.events(page)).length === 0 : earlier.length === 0;
  const isShown = use !== 'compared' && (use !== 'several' || isFree);
  const add = (id: PageId, payload: InvoiceExtraction) =>
    unit.addExtraction(id, { version: localReaderVersion, payload, isShown });
  if (read.ok && read.value.length > 1 && part === 0 && isFree && isShown) {
    const rows = await unit.pages([page, ...(await unit.addParts(page, read.value.length))]);
    if (rows.length !== read.value.length) throw new Error('Not every invoice of a picture has a page');
    for (const one of rows) {
      const payload = read.value[one.part - 1];
      if (!payload) throw new Error('An invoice of a picture is missing');
      await add(one.id, payload);
    }
    return rows.map(({ id }) => id);
  }
  // The first is that of the split: a changed picture may show fewer of them.
  const numbers = earlier.find(({ payload }) => payload?.part)?.payload?.part?.numbers ?? [];
  const whole = read.ok ? success(asWholePage(read.value[0])) : read;
  const own = part === 0 ? whole : ownOf(part, numbers, read);
  const before =
    (use === 'alone' || use === 'first') && !own.ok && own.failure.reason === 'no-invoice-found' && part === 0
      ? await paperBefore(unit, row)
      : null;
  const payload = own.ok ? own.value : before && furtherPage(before, picture);
  if (payload) await add(page, payload);
  else if (use === 'alone' && !own.ok) await unit.refuse(page, own.failure);
  if (!isShown || !payload?.paper) return [page];
  const further = await pagesWithoutWords(unit, row);
  for (const one of further)
    if (one.picture) await add(one.id, furtherPage(payload.paper.type, one.picture.sha256));
  return [page, ...further.map(({ id }) => id)];
};

/**
 * Records a page's picture and what was read from it; several invoices as `record` does. Each invoice that is a page of
 * its own already gets its reading.
 * @param trusted fingerprints of the keys that the user trusts
 */
export const recordReading = async (
  unit: WriteStore,
  page: PageId,
  kept: KeptPage,
  reading: ScanReading,
  trusted: readonly string[],
): Promise<void> => {
  const row = await unit.page(page);
  if (!row) return;
  const others = (await partsOfPage(unit, row)).filter(
    ({ id, removedAt }) => id !== page && removedAt === null,
  );
  for (const one of [row, ...others]) {
    await unit.setTreatment(one.id, untreated, null);
    await recordPicture(unit, one.id, kept);
    await record(unit, one, kept.prepared.picture.sha256, reading, 'alone');
    await keepShown(unit, one.id, trusted);
  }
};

/**
 * Shows what is known about a page instead of reading it again. False if it must be read.
 * @param isReaderAsked whether the user wants the local reader's data, even if there is the service's
 * @param trusted fingerprints of the keys that the user trusts
 */
export const showKnown = async (
  unit: WriteStore,
  row: PageRow,
  kept: KeptPage,
  isReaderAsked: boolean,
  trusted: readonly string[],
): Promise<boolean> => {
  const known = earlierReading(await unit.extractionsOf(row.id), kept.prepared.picture.sha256);
  const isShown = row.state === 'recognized' && row.failure === null;
  if (isShown && (row.reader === 'local' ? row.extractionId === known?.id : !isReaderAsked)) return true;
  if (!known) return false;
  await unit.setTreatment(row.id, untreated, null);
  await recordPicture(unit, row.id, kept);
  await unit.showExtraction(row.id, known.id);
  await keepShown(unit, row.id, trusted);
  return true;
};

/** Reads the pictures of prepared pages on this computer. */
export type ScanReader = {
  /**
   * Reads a stored picture. Rejects with the signal's reason if it is aborted.
   * @param codes of the invoices on it, if it was searched before
   */
  readonly read: (picture: Sent, signal: AbortSignal, codes?: string | null) => Promise<ScanReading>;
  /**
   * Reads the picture of a prepared page, unless this was done before, and records what it read. Rejects only on a
   * bug or a failing disk. The outcome `failed` is recorded only with the use `alone`.
   */
  readonly recognize: (page: PageRow, use: ReadingUse, signal: AbortSignal) => Promise<CallOutcome>;
  /**
   * Whether the picture of an invoice's page is blank, and how far its ink reaches; null if that can't be told. Rejects with
   * the signal's reason if it is aborted.
   */
  readonly inkOn: (page: PageRow, signal: AbortSignal) => Promise<PageInk | null>;
  /**
   * Whether the picture of an invoice's page has the codes of several invoices. It is searched, unless this was done
   * before; the checks need the codes, too. False if the search is aborted or fails.
   * @param onSearched receives the row with the codes, which whoever writes next about the page stores
   */
  readonly showsSeveral: (
    page: PageRow,
    signal: AbortSignal,
    onSearched: (page: PageRow) => void,
  ) => Promise<boolean>;
  /** Whether the local reader knows that the page is another paper than an invoice, or several invoices. */
  readonly isNoSingleInvoice: (page: PageRow) => Promise<boolean>;
  /** Whether the local reader proved all that a call could add. */
  readonly isProven: (page: PageRow) => Promise<boolean>;
  /** The row of a page after it was read. */
  readonly current: (page: PageRow) => Promise<PageRow>;
};

type ScanReaderDependencies = {
  readonly folder: WorkFolder;
  readonly intake: Pick<Intake, 'qrTexts' | 'inkOn'>;
  readonly lines: Pick<LineReader, 'read'>;
  /** Fingerprints of the keys that the user trusts besides the shipped ones. */
  readonly trustedKeys: () => readonly string[];
  /** Derives what depends on the values, in the unit of work that saves them. */
  readonly onKept: (unit: WriteStore, page: PageId) => Promise<void>;
  /** The page's row has changed and is committed. */
  readonly onChange: (page: PageId) => Promise<void> | void;
  /** A search for codes failed, or a reading after a call. The page ends all the same, unless this throws. */
  readonly onBug: (error: unknown) => void;
};

export const createScanReader = (dependencies: ScanReaderDependencies): ScanReader => {
  const { folder, intake, lines, trustedKeys, onKept, onChange, onBug } = dependencies;
  const { store } = folder;

  const read: ScanReader['read'] = async (picture, signal, codes) => {
    // Few runs read scans, and its code takes time to load.
    const { readScan } = await import('./scan-reading.ts');
    return readScan({ folder, intake, lines }, picture, signal, codes);
  };

  const cancelled = cancelling(dependencies);

  return {
    read,
    recognize: async (page, use, signal) => {
      const { id, picture, qr } = page;
      if (!picture) throw new Error('A page that was not prepared');
      const known = earlierReading(await extractionsOfRow(store, page), picture.sha256);
      const reading = known
        ? null
        : await read(picture, signal, qr).catch((error: unknown) => {
            if (signal.aborted) return 'aborted' as const;
            if (use !== 'several') throw error;
            onBug(error);
            return { read: failed(failureOf('internal')), qr: undefined };
          });
      if (reading === 'aborted') return use === 'compared' ? 'cancelled' : cancelled(page, signal);
      const ids = await store.transact(async (unit) => {
        // Its picture was changed meanwhile: what was read belongs to no picture that is shown.
        const row = await unit.page(id);
        if (row?.picture?.sha256 !== picture.sha256) return null;
        // Whoever goes on loads the row again.
        if (reading?.qr === undefined) await keepCodes(unit, page);
        const kept = reading ? await record(unit, row, picture.sha256, reading, use) : [id];
        if (known && use !== 'compared') await unit.showExtraction(id, known.id);
        await keepShown(unit, id, trustedKeys());
        for (const one of kept) await onKept(unit, one);
        return kept;
      });
      if (!ids) return 'cancelled';
      for (const one of ids) await onChange(one);
      const isRead = !reading || reading.read.ok || (await store.page(id))?.state === 'recognized';
      return isRead || use === 'several' ? 'recognized' : 'failed';
    },
    inkOn: async ({ service, picture }, signal) => {
      if (service !== 'vat-invoice' || !picture) return null;
      const { inkOnScan } = await import('./scan-reading.ts');
      return inkOnScan({ folder, intake, lines }, picture, signal);
    },
    showsSeveral: async (page, signal, onSearched) => {
      const searched = await lookForQr({ folder, intake, onBug }, page, signal);
      onSearched(searched);
      return typeof searched.qr === 'string' && numbersInCodes(searched.qr).length > 1;
    },
    isNoSingleInvoice: async ({ id, picture }) => {
      const known = picture && earlierReading(await store.extractionsOf(id), picture.sha256);
      return known?.payload ? known.payload.paper !== undefined || isOfSeveral(known.payload) : false;
    },
    isProven: async ({ id, picture }) => {
      const known = picture && earlierReading(await store.extractionsOf(id), picture.sha256);
      return known?.payload ? isProvenWhole(known.payload) : false;
    },
    current: async (page) => (await store.page(page.id)) ?? page,
  };
};

type PageSteps = {
  readonly scans: ScanReader;
  /** Whether the picture is read on this computer, too. */
  readonly here: boolean;
  readonly skipsProven: boolean;
  /** Completes the page with a call, and stores the codes of its row. */
  readonly call: (page: PageRow, owesReading?: Asked['owesReading']) => Promise<AnsweredOutcome>;
};

/**
 * Completes a prepared page with a call: first, its picture may be read on this computer. A blank page is never sent,
 * and neither is a paper that the local reader knows to be no invoice. A picture of several invoices is read here, and
 * split, unless the user wants the service to read this page; without readable codes, only its response shows that
 * there are several. Then nothing is shown before that reading.
 */
export const recognizePage = async (
  page: PageRow,
  signal: AbortSignal,
  { scans, here, skipsProven, call }: PageSteps,
): Promise<CallOutcome> => {
  // A call reads one invoice, and can't be told which.
  if (page.part > 0) return scans.recognize(page, 'alone', signal);
  let searched = page;
  // If it was aborted meanwhile, the steps below end it.
  const [ink, showsSeveral] = await Promise.all([
    scans.inkOn(page, signal).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    }),
    scans.showsSeveral(page, signal, (row) => {
      searched = row;
    }),
  ]);
  if (ink?.isBlank) return scans.recognize(searched, 'alone', signal);
  const { picture, options, sandbox } = page;
  const splits = showsSeveral && options.reader !== 'service';
  if (!here && !splits) {
    const isChosen = options.reader === 'service' || sandbox;
    const end = await call(
      searched,
      (response) =>
        !isChosen &&
        picture !== null &&
        response.service === 'vat-invoice' &&
        mayLeaveOut(response.invoice, picture, ink),
    );
    return end === 'owes-reading' ? scans.recognize(await scans.current(searched), 'several', signal) : end;
  }
  const read = await scans.recognize(searched, 'first', signal);
  if (read === 'cancelled' || (splits && read === 'recognized')) return read;
  if (await scans.isNoSingleInvoice(page)) return 'recognized';
  if (skipsProven && (await scans.isProven(page))) return 'recognized';
  const current = await scans.current(page);
  if (current.part > 0) return 'recognized';
  const end = await call(current);
  // Its picture is read already.
  return end === 'owes-reading' ? 'recognized' : end;
};
