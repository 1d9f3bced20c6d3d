import { isDemo } from '../../shared/books/gate.ts';
import { localDay } from '../../shared/local-day.ts';
import { encodeFaces } from '../../shared/face/pack.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { labelsOf } from '../../shared/review/replay.ts';
import { isSameInvoice } from '../../shared/invoice/checks/duplicates.ts';
import { arePagesOfOne, isPart } from '../../shared/invoice/join-pages.ts';
import { withTrusted } from '../../shared/invoice/signer.ts';
import type { CallId, PageSources, ReadStore, WriteStore } from '../store/port.ts';
import type { PageRow, ResultFigures } from '../store/records/page.ts';
import type { AlikeQuestion, Lookalike } from '../store/records/review.ts';
import type { WorkFolder } from './work-folder.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { ServiceExtraction } from '../extract/service/decode-response.ts';
import type { ResponseDecoder } from '../extract/service/response-decoder.ts';
import { keepShown } from './digital-intake.ts';
import { joinAlike, joinContinued, readOnce, type JoinablePage, type ReadJoinable } from './join-invoice.ts';
import { createExtractionCache, type ExtractionCache } from './extraction-cache.ts';
import { lossOf } from './lost-response.ts';
import { comparedOf, lookalikesWith, type FreshInvoice } from './lookalikes.ts';
import { isFurtherPage } from './page-summary.ts';
import { openDerivePage, type ReaderInvoice, type PageReads } from './derive-page.ts';
import { figuresOf, isComparedOtherwise } from './figures.ts';
import type { Derived, ReviewedPage } from './derived.ts';

export type AssessorDependencies = {
  readonly folder: WorkFolder;
  readonly decoder: ResponseDecoder;
  readonly now: () => Date;
  readonly settings: () => Pick<Settings, 'confidenceLimit' | 'ownCompanies' | 'trustedSigners'>;
  /** Whether a similar invoice counts as another one than this page's; by default each does. */
  readonly isOther?: (page: PageRow, other: Lookalike) => boolean;
  /** Compare with at most this many; by default the nearest few. */
  readonly mostAlike?: number;
};

/** A page with its events applied, which shows an extraction. */
type Draft = { readonly row: PageRow; readonly derived: Derived };

/** A page with figures that are not stored yet. */
type Assessed = {
  /** The row with its new figures. */
  readonly row: PageRow & { readonly figures: ResultFigures };
  readonly derived: Derived;
  readonly reviewed: ReviewedPage;
  /** Pages that are similar to this one, or were before. */
  readonly alike: readonly PageId[];
  /** Whether their findings may have changed because of this page's figures. */
  readonly affectsAlike: boolean;
};

/** A page whose figures were stored together with those of similar pages. */
type AssessedWithAlike = Pick<Assessed, 'row' | 'reviewed'> & {
  /** Similar pages; absent if their findings stayed the same. */
  readonly similar?: readonly PageSources[];
  /** The rows of similar pages with their new figures. */
  readonly alike: readonly PageRow[];
};

/** A page in its current state, with its events applied. `derived` is null if the page shows no extraction. */
export type OpenedPage = PageSources & { readonly derived: Derived | null };

export type JoinOffer = { readonly id: PageId; readonly name: string };

/** Where page data is read from: the store, or the current unit of work. */
type AssessorReads = PageReads & Pick<ReadStore, 'lookalikes'>;

/** Derives the data of pages, and saves the figures that lists and comparisons need. */
export type Assessor = {
  /** Caches the decoded response of a call that has just ended. */
  readonly keep: ExtractionCache['keep'];
  /** The decoded response of an earlier call; null if it is lost. */
  readonly responseOf: (service: ServiceId, call: CallId) => Promise<ServiceExtraction | null>;
  /**
   * A page before any check; null if there is no such page. For a further page of a joined invoice this is the
   * page that represents the invoice. Reads from the store by default.
   */
  readonly open: (id: PageId, reads?: AssessorReads) => Promise<OpenedPage | null>;
  /** The data of an opened page with its findings; null if it shows no extraction. */
  readonly reviewed: (page: OpenedPage, reads?: AssessorReads) => Promise<ReviewedPage | null>;
  /**
   * Other invoices that are pages of this one by number, totals and lines.
   * @param similar all similar pages, if they are read already
   */
  readonly joinOffers: (
    reviewed: ReviewedPage | null,
    reads?: AssessorReads,
    similar?: readonly PageSources[],
  ) => Promise<readonly JoinOffer[]>;
  /** The newest extraction of each reader from an invoice, without corrections. */
  readonly extractions: (page: PageRow) => Promise<readonly ReaderInvoice[]>;
  /** The faces of a page in the packed form that windows use; null if no faces were extracted. */
  readonly packedFaces: (id: PageId) => Promise<Uint8Array<ArrayBuffer> | null>;
  /**
   * Updates the figures of a page and of similar pages, because their findings name it. Returns the ids of all
   * these pages.
   */
  readonly assess: (id: PageId) => Promise<readonly PageId[]>;
  /** The same within a unit of work. */
  readonly assessIn: (unit: WriteStore, id: PageId) => Promise<readonly PageId[]>;
  /** Fingerprints of the keys of signers that the user trusts. */
  readonly trustedKeys: () => readonly string[];
  /** Updates the figures of one page alone, and which of its files is shown: the trusted signers may have changed. */
  readonly assessOne: (id: PageId) => Promise<void>;
  /** Stores the words of a page for searches, and nothing else. */
  readonly keepWords: (id: PageId) => Promise<void>;
  /** A page with its data as an invoice, for joining; null if it has none. */
  readonly joinable: (unit: WriteStore, id: PageId) => Promise<JoinablePage | null>;
  /** Joins a page with the other pages of its invoice, if that is certain. Returns all changed pages. */
  readonly joinAlike: (id: PageId) => Promise<readonly PageId[]>;
  /**
   * Updates the figures of a page within a unit of work, with the page's row and all its events as they are in that
   * unit. Also updates similar pages if their findings may have changed. Null if the page shows no extraction.
   * @param joins whether it was joined with other pages, or split from them
   */
  readonly assessWith: (
    unit: WriteStore,
    page: PageSources,
    joins: boolean,
  ) => Promise<AssessedWithAlike | null>;
};

/** Each offer requires the data of another invoice. More than a few are copies, not pages. */
const mostOffered = 5;

/** Asks for the lookalikes of an invoice; null for a photo. */
const questionOf = ({ row, derived }: Draft): AlikeQuestion | null =>
  derived.service === 'vat-invoice'
    ? { page: row.id, demo: isDemo(row), key: comparedOf(derived.invoice.value) }
    : null;

/** Asks for the lookalikes by the figures that are stored; null if they would be the same ones. */
const questionBefore = ({ row, derived }: Draft): AlikeQuestion | null => {
  const { figures: before } = row;
  if (derived.service !== 'vat-invoice' || !before) return null;
  const { value } = derived.invoice;
  const isSame = (name: 'number' | 'issueDate' | 'grossTotal') => before[name] === value[name];
  const isUnchanged = isSame('number') && isSame('issueDate') && isSame('grossTotal');
  return isUnchanged ? null : { page: row.id, demo: isDemo(row), key: before };
};

const freshOf = ({ row, derived }: Draft): readonly FreshInvoice[] =>
  derived.service === 'vat-invoice'
    ? [{ row, key: comparedOf(derived.invoice.value), review: derived.review }]
    : [];

const keepFigures = async (unit: WriteStore, pages: readonly Assessed[]): Promise<void> => {
  if (pages.length === 0) return;
  await unit.putSummaries(
    new Map(pages.map(({ row: { id, name, figures } }) => [id, { ...figures, name }] as const)),
  );
};

/** The page that represents the invoice of a page. */
const sourcesOfInvoice = async (
  id: PageId,
  reads: Pick<ReadStore, 'sources'>,
): Promise<PageSources | undefined> => {
  const [found] = await reads.sources([id]);
  const { joinedTo = null } = found?.row ?? {};
  if (!found || joinedTo === null || !isFurtherPage(found.row)) return found;
  return (await reads.sources([joinedTo]))[0];
};

export const createAssessor = ({
  folder,
  decoder,
  now,
  settings,
  isOther = () => true,
  mostAlike,
}: AssessorDependencies): Assessor => {
  const { store } = folder;
  const { read: decode, keep } = createExtractionCache(decoder);
  const { derive, reviewedOf, extractions } = openDerivePage(decode);

  const contextOf = (page: PageRow) => ({
    ...settings(),
    today: localDay(now()),
    isOther: (other: Lookalike) => isOther(page, other),
  });

  const trustedKeys = (): readonly string[] => settings().trustedSigners.map(({ key }) => key);

  const open = async (id: PageId, reads: AssessorReads = store): Promise<OpenedPage | null> => {
    const found = await sourcesOfInvoice(id, reads);
    if (!found) return null;
    const { row } = found;
    const seal = row.seal && withTrusted(row.seal, trustedKeys());
    return { ...found, row: { ...row, seal }, derived: await derive(reads, row, found.events) };
  };

  const reviewed = async (
    { row, derived }: OpenedPage,
    reads: AssessorReads = store,
  ): Promise<ReviewedPage | null> => {
    if (!derived) return null;
    const question = questionOf({ row, derived });
    const [others = []] = question ? await reads.lookalikes([question], mostAlike) : [];
    return reviewedOf(reads, row, derived, others, contextOf(row));
  };

  const joinOffers = async (
    read: ReviewedPage | null,
    reads: AssessorReads = store,
    similar?: readonly PageSources[],
  ): Promise<readonly JoinOffer[]> => {
    if (read?.service !== 'vat-invoice') return [];
    const { value } = read.invoice;
    const same = read.others.filter((one) => isSameInvoice(value, one)).slice(0, mostOffered);
    const ids = same.map(({ pageId }) => pageId);
    const pages = similar?.filter(({ row }) => ids.includes(row.id)) ?? (await reads.sources(ids));
    const offers: JoinOffer[] = [];
    for (const { row, events } of pages) {
      const derived = await derive(reads, row, events);
      if (derived?.service === 'vat-invoice' && arePagesOfOne(derived.invoice.value, value))
        offers.push({ id: row.id, name: row.name });
    }
    return offers;
  };

  const figuresWith = (read: ReviewedPage, { review, standing }: Derived) => ({
    ...figuresOf(read, settings().ownCompanies, standing),
    review,
    ...labelsOf(standing),
  });

  const draftsOf = async (unit: WriteStore, pages: readonly PageSources[]): Promise<readonly Draft[]> => {
    const drafts: Draft[] = [];
    for (const { row, events } of pages) {
      const derived = await derive(unit, row, events);
      const loss = derived ? null : lossOf(row, null);
      if (derived) drafts.push({ row, derived });
      else if (loss) await unit.lose(row.id, loss);
    }
    return drafts;
  };

  /** @param fresh other pages whose figures are not stored yet */
  const assessedOf = async (
    unit: WriteStore,
    drafts: readonly Draft[],
    fresh: readonly Draft[] = [],
  ): Promise<readonly Assessed[]> => {
    const asked = drafts.map((draft) => ({
      ...draft,
      now: questionOf(draft),
      before: questionBefore(draft),
    }));
    const questions = asked.flatMap(({ now: own, before }) => [own, before]).filter((one) => one !== null);
    const unstored = [...fresh, ...drafts].flatMap(freshOf);
    const found = await lookalikesWith(unit, questions, unstored, mostAlike);
    const foundBy = (question: AlikeQuestion | null) => (question && found.get(question)) ?? [];
    const assessed: Assessed[] = [];
    for (const { row, derived, now: own, before } of asked) {
      const others = foundBy(own);
      const read = await reviewedOf(unit, row, derived, others, contextOf(row));
      const figures = figuresWith(read, derived);
      assessed.push({
        row: { ...row, figures },
        derived,
        reviewed: read,
        alike: [...new Set([...others, ...foundBy(before)].map(({ pageId }) => pageId))],
        affectsAlike: read.service === 'vat-invoice' && isComparedOtherwise(row.figures, figures),
      });
    }
    return assessed;
  };

  const assessWith: Assessor['assessWith'] = async (unit, page, joins) => {
    const [own] = await assessedOf(unit, await draftsOf(unit, [page]));
    if (!own) return null;
    const { row, reviewed: read } = own;
    const similar = own.affectsAlike || joins ? await unit.sources(own.alike) : undefined;
    const alike = await assessedOf(unit, await draftsOf(unit, similar ?? []), [own]);
    await keepFigures(unit, [own, ...alike]);
    return { row, reviewed: read, alike: alike.map((one) => one.row), ...(similar && { similar }) };
  };

  /** Updates the figures of pages, without those of similar pages. */
  const assessAlone = async (
    unit: WriteStore,
    pages: readonly PageSources[],
  ): Promise<readonly Assessed[]> => {
    const assessed = await assessedOf(unit, await draftsOf(unit, pages));
    await keepFigures(unit, assessed);
    return assessed;
  };

  const assessOneIn = async (unit: WriteStore, id: PageId): Promise<Assessed | null> => {
    const page = await sourcesOfInvoice(id, unit);
    return page ? ((await assessAlone(unit, [page]))[0] ?? null) : null;
  };

  const joinable = async (unit: WriteStore, id: PageId): Promise<JoinablePage | null> => {
    const [page] = await unit.sources([id]);
    if (!page) return null;
    const { row, events } = page;
    const own = await derive(unit, { ...row, joinedTo: null }, events);
    const whole = await derive(unit, row, events);
    if (own?.service !== 'vat-invoice' || whole?.service !== 'vat-invoice') return null;
    return { row, events, own: own.invoice.value, whole: whole.invoice.value };
  };

  const joinableOnce = (unit: WriteStore): ReadJoinable => readOnce((id) => joinable(unit, id));

  const joinIn = async (
    unit: WriteStore,
    row: PageRow,
    alike: readonly Lookalike[],
    isOpen: boolean,
    read = joinableOnce(unit),
  ): Promise<readonly PageId[]> => {
    if (row.joinedTo !== null) return [];
    const others = alike.filter((other) => isOther(row, other));
    const page = others.length === 0 ? null : await read(row.id);
    const joined = page ? await joinAlike(unit, page, others, read) : [];
    return joined.length > 0 || !isOpen ? joined : joinContinued(unit, row, read);
  };

  const assessIn = async (unit: WriteStore, id: PageId): Promise<readonly PageId[]> => {
    const first = await assessOneIn(unit, id);
    const read = first?.reviewed.service === 'vat-invoice' ? first.reviewed : null;
    const joined =
      first && read ? await joinIn(unit, first.row, read.others, isPart(read.invoice.value)) : [];
    const whole = joined.length > 0 ? await assessOneIn(unit, id) : first;
    const similar = new Set([...(first?.alike ?? []), ...(whole?.alike ?? [])]);
    const alike = [...similar].filter((other) => !joined.includes(other));
    if (alike.length > 0) await assessAlone(unit, await unit.sources(alike));
    return [...new Set([id, ...(whole ? [whole.row.id] : []), ...joined, ...alike])];
  };

  /** Reads outside the unit of work: it blocks all others, and a response may take a while to decode. */
  const prepare = async (id: PageId): Promise<void> => {
    await open(id);
  };

  return {
    keep,
    responseOf: (service, call) => decode(store, service, call),
    open,
    reviewed,
    joinOffers,
    extractions: (page) => extractions(store, page),
    packedFaces: async (id) => {
      const opened = await open(id);
      if (opened?.derived?.service !== 'face-detect') return null;
      const { row, derived } = opened;
      const extraction = row.callId === null ? null : await decode(store, row.service, row.callId);
      const packed = extraction?.service === 'face-detect' ? extraction.packed : undefined;
      const isUntouched =
        extraction?.service === 'face-detect' && extraction.faces.faces === derived.faces.faces;
      return packed && isUntouched ? packed.untouched : encodeFaces(derived.faces, packed?.points);
    },
    assess: async (id) => {
      await prepare(id);
      return store.transact((unit) => assessIn(unit, id));
    },
    assessIn,
    assessOne: async (id) => {
      await prepare(id);
      await store.transact(async (unit) => {
        const row = await unit.page(id);
        if (row && row.extractionCount > 1) await keepShown(unit, id, trustedKeys());
        await assessOneIn(unit, id);
      });
    },
    keepWords: async (id) => {
      await prepare(id);
      await store.transact(async (unit) => {
        const { row, derived } = (await open(id, unit)) ?? {};
        const read = row && derived && (await reviewedOf(unit, row, derived, [], contextOf(row)));
        const figures = read ? { ...figuresWith(read, derived), name: row.name } : null;
        if (row) await unit.putWords(new Map([[row.id, figures]]));
      });
    },
    trustedKeys,
    assessWith,
    joinable,
    joinAlike: (id) =>
      store.transact(async (unit) => {
        const row = await unit.page(id);
        if (row?.state !== 'recognized' || row.joinedTo !== null || !row.figures) return [];
        const question = { page: id, demo: isDemo(row), key: row.figures };
        const [alike = []] = await unit.lookalikes([question], mostAlike);
        const read = joinableOnce(unit);
        const page = await read(id);
        const joined = page ? await joinIn(unit, row, alike, isPart(page.own), read) : [];
        if (joined.length > 0) await assessOneIn(unit, id);
        return joined;
      }),
  };
};
