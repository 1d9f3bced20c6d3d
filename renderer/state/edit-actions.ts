import { createTurn } from '../../shared/turn.ts';
import type { CommandFailure } from '../../shared/contract/commands.ts';
import type { PageDetail, PageId } from '../../shared/contract/page.ts';
import type { FaceEdit } from '../../shared/face/edit.ts';
import type { LinesEdit } from '../../shared/invoice/lines-edit.ts';
import { failed, type Result } from '../../shared/result.ts';
import type { ReviewState } from '../../shared/review/replay.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { HostConnection } from './host.ts';
import type { Seen } from './page-list.ts';
import { settle } from './settle.ts';
import { draftsAt, endDrafts, valuePlace, whenLeaving } from './typed.ts';
import { withoutDrafts } from './unsaved.ts';
import { afterEvent, useApp, writeApp as change } from './store.ts';

const { getState: app } = useApp;

/** The version that the user has seen of a page: of its data if that is shown, or of its row. */
const versionOf = (service: ServiceId, id: PageId): number => {
  const { details, lists } = app();
  const detail = details[service];
  return detail?.summary.id === id ? detail.version : (lists[service].byId.get(id)?.version ?? 0);
};

/** A value that is saved ends the draft that waited at its place. */
const endingDraft = async (id: PageId, field: string, save: () => Promise<boolean>): Promise<boolean> => {
  const drafts = draftsAt([valuePlace(id, field)]);
  const isSaved = await save();
  if (isSaved) endDrafts(drafts);
  return isSaved;
};

/** The edits of pages: corrections, review and notes. */
export const createEditActions = (host: HostConnection) => {
  /**
   * Edits of pages are saved one after the other: a confirmation must not overtake an earlier correction. At the end of
   * the window, none can wait.
   */
  const turn = createTurn(whenLeaving);
  const inTurn = async (
    service: ServiceId,
    id: PageId,
    work: () => Promise<Result<PageDetail, CommandFailure>>,
  ): Promise<boolean> => {
    const detail = settle(await turn.run(work));
    if (!detail) return false;
    change((state) => ({
      ...afterEvent(state, { type: 'pages.changed', pages: [detail.summary] }),
      ...(state.current[service] === id ? { details: { ...state.details, [service]: detail } } : {}),
    }));
    return true;
  };

  /** Queues an edit, based on the version shown now. */
  const madeOn = (
    service: ServiceId,
    id: PageId,
    work: (seen: { readonly version: number }) => Promise<Result<PageDetail, CommandFailure>>,
  ): Promise<boolean> => {
    const seen = { version: versionOf(service, id) };
    return inTurn(service, id, () => work(seen));
  };

  return {
    madeOn,

    /** Does a step on several pages, or takes one back, after all earlier ones and before all later ones. */
    inTurn: turn.run,

    /** Resolves when all edits in progress are saved and shown. */
    edited: turn.ended,

    /**
     * Saves a correction; false if it was not saved.
     * @param was the value that was corrected
     */
    correct: (
      service: ServiceId,
      id: PageId,
      field: string,
      value: string | null,
      was: string | null,
    ): Promise<boolean> =>
      endingDraft(id, field, () =>
        madeOn(service, id, (seen) => host.invoke('pages.correct', { id, field, value, was, ...seen })),
      ),

    /** Edits the line items as a table. */
    editLines: (service: ServiceId, id: PageId, lines: LinesEdit): Promise<boolean> =>
      madeOn(service, id, (seen) => host.invoke('pages.editLines', { id, edit: lines, ...seen })),

    /** Reverts a field to the extracted value; `lines` means the line items. */
    revert: (service: ServiceId, id: PageId, field: string): Promise<boolean> =>
      endingDraft(id, field, () =>
        madeOn(service, id, (seen) => host.invoke('pages.revert', { id, field, ...seen })),
      ),

    /** Keeps the user's value of a field although a new extraction differs. */
    keep: (service: ServiceId, id: PageId, field: string): Promise<boolean> =>
      madeOn(service, id, (seen) => host.invoke('pages.keep', { id, field, ...seen })),

    /** Resolves the open findings of a field, whose value is correct. */
    accept: (service: ServiceId, id: PageId, field: string): Promise<boolean> =>
      madeOn(service, id, (seen) => host.invoke('pages.accept', { id, field, ...seen })),

    /** Pairs a paper with its invoice; null: it belongs to none. `shown` is the one of them that is shown. */
    pair: (
      service: ServiceId,
      shown: PageId,
      { id, version }: { readonly id: PageId; readonly version: number },
      invoice: PageId | null,
    ): Promise<boolean> =>
      inTurn(service, shown, () => host.invoke('pages.pair', { id, version, invoice, shown })),

    /** Saves a note; an empty note removes it. */
    note: (service: ServiceId, id: PageId, text: string): Promise<boolean> =>
      madeOn(service, id, (seen) => host.invoke('pages.note', { id, text, ...seen })),

    /** Marks a page as confirmed, set aside, or open again. One with typed text that is not saved is not confirmed. */
    review: ({ service, ...seen }: Seen, mark: ReviewState): Promise<boolean> =>
      inTurn(service, seen.id, async () => {
        const { failure } = mark === 'confirmed' ? await withoutDrafts(service, [seen]) : { failure: null };
        return failure ? failed(failure) : host.invoke('pages.review', { mark, ...seen });
      }),

    /** Saves an edit of faces. An event then reloads the photo. False if it was not saved. */
    editFaces: async (id: PageId, edit: FaceEdit): Promise<boolean> => {
      const version = versionOf('face-detect', id);
      return settle(await turn.run(() => host.invoke('faces.edit', { id, edit, version }))) !== null;
    },
  };
};
