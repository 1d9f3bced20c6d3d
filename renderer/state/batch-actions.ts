import type { MetPages, TypedCell, Undone } from '../../shared/contract/batch-commands.ts';
import { underWay, type PictureReader, type Step } from './recognition.ts';
import type { PageId, PageSummary } from '../../shared/contract/page.ts';
import { fieldOf } from '../../shared/invoice/fields.ts';
import type { Bilingual } from '../../shared/language.ts';
import { failed } from '../../shared/result.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { ReviewState } from '../../shared/review/replay.ts';
import { noticesEn } from '../../shared/texts/notices-en.ts';
import { noticesZh } from '../../shared/texts/notices-zh.ts';
import { withKeys } from '../../shared/contract/shown-keys.ts';
import type { Seen } from './page-list.ts';
import { filledText } from './filled-text.ts';
import type { HostConnection } from './host.ts';
import { chosenKeys } from './keys.ts';
import { settle } from './settle.ts';
import { afterDone, useApp, writeApp } from './store.ts';
import { draftsAt, endDrafts, isLeaving, valuePlace } from './typed.ts';
import { withoutDrafts } from './unsaved.ts';

const { getState: app } = useApp;

type Notice = keyof typeof noticesEn.review;

/** A notice with the user's keys, which stand only in our own text: the values may be names that look like keys. */
const filled = (key: Notice, values: Readonly<Record<string, string | number | Bilingual>>): Bilingual => {
  const platform = app().info?.platform ?? '';
  const [zh, en] = [noticesZh.review[key], noticesEn.review[key]];
  const named = {
    zh: withKeys(zh, 'zh', platform, chosenKeys()),
    en: withKeys(en, 'en', platform, chosenKeys()),
  };
  return filledText(named, values);
};

/** The text of a notice about an undone request for recognition, or an undone cancellation, of these pages. */
const takenBackText = ({ what, pages }: Step): Bilingual => {
  if (pages.length === 0) return filled('recognizing', {});
  return filled('undone', { what: filled(what, {}), where: placeOf(app().workspace, pages) });
};

/** The text of a notice about an undone step. */
const undoneText = ({ service, change, field, mark, pages }: Undone, redo: boolean): Bilingual => {
  const label = fieldOf(field ?? '')?.label ?? field ?? '';
  const what = filled(change === 'review' ? (mark ?? 'open') : change, { field: label });
  return filled(redo ? 'redone' : 'undone', { what, where: placeOf(service, pages) });
};

const isNothing = (id: string): boolean => id === 'nothing-to-undo' || id === 'nothing-to-redo';

/** Where a step was made: the document's name, or the number of documents. */
const placeOf = (service: ServiceId, pages: readonly PageId[]): Bilingual => {
  const name = app().lists[service].byId.get(pages[0] ?? 0)?.name ?? '';
  return pages.length === 1 ? { zh: name, en: name } : filled('documents', { count: pages.length });
};

const say = (text: Bilingual): void => writeApp((state) => afterDone(state, text));

/** Cancelling more pages than this asks first. */
const mostUnasked = 20;

type TypedValue = Pick<TypedCell, 'id' | 'field' | 'value'>;

type Others = {
  readonly show: (service: ServiceId, id: PageId | null) => Promise<void>;
  readonly reload: (service: ServiceId, id: PageId) => Promise<void>;
  readonly recognize: (ids: readonly PageId[], reader?: PictureReader) => Promise<boolean>;
  readonly cancelAll: () => Promise<boolean>;
  readonly takeBack: () => Promise<Step | null>;
  readonly inTurn: <Value>(work: () => Promise<Value>) => Promise<Value>;
};

/** The rows of pages as this window lists them. */
const listed = (service: ServiceId, ids: readonly PageId[]): readonly PageSummary[] => {
  const { byId } = app().lists[service];
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/** Actions on several pages, and the undo across pages. */
export const createBatchActions = (connection: HostConnection, others: Others) => {
  const { show, reload, recognize, takeBack, inTurn } = others;
  /** In the order of the user's steps: otherwise a slow undo would undo what was done after it. */
  const host: Pick<HostConnection, 'invoke'> = {
    invoke: (name, input) => inTurn(() => connection.invoke(name, input)),
  };
  /**
   * The rows change by an event. The detail of the shown page is fetched again if it is among them.
   * @param met pages that were left unchanged, because another user has just changed them
   */
  const refresh = async (service: ServiceId, ids: readonly PageId[], met: MetPages = null): Promise<void> => {
    if (met) settle(failed({ id: 'changed-meanwhile', message: met.message, remedy: met.remedy }));
    const current = app().current[service];
    if (current !== null && [...ids, ...(met?.pages ?? [])].includes(current)) await reload(service, current);
  };

  /**
   * Reviews pages. `onlyClean` skips those with an open finding. A page with typed text that is not saved is not
   * confirmed.
   * @param pages their rows, as the user has seen them
   */
  const reviewPages = async (
    service: ServiceId,
    pages: readonly Seen[],
    mark: ReviewState,
    onlyClean = false,
  ): Promise<void> => {
    const sent = await inTurn(async () => {
      const checked = mark === 'confirmed' ? await withoutDrafts(service, pages) : { pages, failure: null };
      const seen = checked.pages;
      if (checked.failure) settle(failed(checked.failure));
      if (checked.failure && seen.length === 0) return null;
      const input = {
        ids: seen.map(({ id }) => id),
        versions: seen.map(({ version }) => version),
        digests: seen.map(({ digest }) => digest),
      };
      return connection.invoke('batch.review', { mark, onlyClean, ...input });
    });
    const result = sent && settle(sent);
    if (!result) return;
    say(filled(`${mark}Count`, { count: result.changed.length }));
    await refresh(service, result.changed, result.met);
  };

  return {
    reviewPages,

    /**
     * Corrects values of several pages as one step. Returns the pages that did not get theirs.
     * @param change asked once all earlier edits are saved and shown; `fixed` is the number of further cells that can't
     * be edited
     */
    correctCells: async (
      service: ServiceId,
      change: () => { readonly values: readonly TypedValue[]; readonly fixed?: number },
    ): Promise<readonly PageId[]> => {
      const sent = await inTurn(async () => {
        const { values, fixed = 0 } = change();
        if (fixed > 0) say(filled('notTaken', { count: fixed }));
        if (values.length === 0) return null;
        const { byId } = app().lists[service];
        const cells = values.map(({ id, field, value }) => ({
          id,
          field,
          value,
          version: byId.get(id)?.version ?? 0,
        }));
        const drafts = draftsAt(values.map(({ id, field }) => valuePlace(id, field)));
        return { cells, drafts, result: await connection.invoke('batch.correct', { cells }) };
      });
      if (!sent) return [];
      const { cells, drafts } = sent;
      const result = settle(sent.result);
      if (!result) return cells.map(({ id }) => id);
      const unsaved = new Set(result.met?.pages);
      const isSaved = ({ id }: TypedValue): boolean => !unsaved.has(id);
      const ended = new Set(cells.filter(isSaved).map(({ id, field }) => valuePlace(id, field)));
      endDrafts(new Map([...drafts].filter(([place]) => ended.has(place))));
      const changed = new Set(result.changed);
      say(filled('correctCount', { count: cells.filter(({ id }) => changed.has(id)).length }));
      await refresh(service, result.changed, result.met);
      return [...unsaved];
    },

    asidePages: (service: ServiceId, ids: readonly PageId[]): Promise<void> =>
      reviewPages(service, listed(service, ids), 'aside'),

    tagPages: async (
      service: ServiceId,
      ids: readonly PageId[],
      add: readonly string[],
      remove: readonly string[],
    ): Promise<void> => {
      const rows = listed(service, ids);
      const input = {
        ids: rows.map(({ id }) => id),
        versions: rows.map(({ version }) => version),
        add: [...add],
        remove: [...remove],
      };
      const result = settle(await host.invoke('batch.tag', input));
      await refresh(service, ids, result?.met);
    },

    /** Recognizes pages again, as one step. Undo cancels it for pages that still wait. */
    recognize: async (ids: readonly PageId[], reader?: PictureReader): Promise<void> => {
      if ((await recognize(ids, reader)) && ids.length > 1)
        say(filled('recognizeCount', { count: ids.length }));
    },

    /** Stops everything that waits or runs. Asks first if that is much; `isAsked` says that the user has agreed. */
    cancelAll: async (isAsked = false): Promise<void> => {
      const count = underWay().length;
      if (count > mostUnasked && !isAsked) {
        writeApp({ dialog: { kind: 'cancel-all', count } });
        return;
      }
      if ((await others.cancelAll()) && count > 0) say(filled('cancelCount', { count }));
    },

    /** Joins pages into one invoice, and shows it. */
    joinPages: async (service: ServiceId, ids: readonly PageId[]): Promise<void> => {
      const result = settle(await host.invoke('batch.join', { ids: [...ids] }));
      if (!result) return;
      await show(service, result.into);
      const { joined = [] } = app().lists[service].byId.get(result.into) ?? {};
      say(filled('joinedCount', { count: Math.max(joined.length, ids.length) }));
    },

    /** Splits joined invoices into their pages. */
    splitPages: async (service: ServiceId, ids: readonly PageId[]): Promise<void> => {
      const result = settle(await host.invoke('batch.split', { ids: [...ids] }));
      if (!result || result.pages.length === 0) return;
      say(filled('splitCount', { count: result.pages.length }));
      await refresh(service, result.pages);
    },

    /** Puts the invoices of one page together again, and shows the page. */
    unsplitPage: async (service: ServiceId, id: PageId): Promise<void> => {
      const result = settle(await host.invoke('pages.unsplit', { id }));
      if (result) await show(service, result.into);
    },

    /** Undoes the last action on any page, opens that page and shows a notice about it. */
    undoLast: async (redo: boolean): Promise<void> => {
      const result = await inTurn(async () => {
        // At the end of the window all that waits is sent at once: an undo might meet a later edit.
        if (isLeaving()) return null;
        const takenBack = redo ? null : await takeBack();
        return takenBack ?? connection.invoke('batch.undo', { redo });
      });
      if (!result) return;
      if ('what' in result) return say(takenBackText(result));
      if (!result.ok && isNothing(result.failure.id)) return say(result.failure.message);
      const undone = settle(result);
      if (!undone) return;
      const { service, pages } = undone;
      const [first] = pages;
      if (first === undefined) return;
      writeApp({ workspace: service });
      const current = app().current[service];
      if (current !== null && pages.includes(current)) await reload(service, current);
      else await show(service, first);
      say(undoneText(undone, redo));
    },
  };
};
