import type { PageId } from '../../shared/records.ts';
import type { ReviewMark } from '../../shared/review/edits.ts';
import type { Actions } from '../app/actions.ts';
import { useReview } from '../app/review-store.ts';
import { useApp } from '../app/store.ts';
import { arranged, isOpen, nextWanted, useListView } from '../documents/list-view.ts';
import { viewFields } from '../invoice/field-model.ts';
import { pathOfId } from '../invoice/shapes.ts';
import { focusField } from '../invoice/focus-field.ts';

const { getState: app } = useApp;

const listed = () => {
  const { workspace: service, lists, current } = app();
  const list = lists[service];
  const order = arranged(list, useListView.getState()[service]);
  const page = (id: PageId) => list.byId.get(id);
  return { service, order, page, current: current[service] };
};

/** The fields of the shown invoice that a check doubts, in the order of the paper. */
export const doubtsShown = (): readonly string[] => {
  const { details, workspace } = app();
  const invoice = details[workspace]?.invoice;
  if (!invoice) return [];
  return [...viewFields(invoice).values()]
    .filter(({ state }) => state === 'failed' || state === 'doubtful')
    .map(({ field }) => field.path);
};

/** The fields of the shown invoice in their order, to tell what comes after the selected one. */
const after = (doubts: readonly string[], selected: string | null, step: 1 | -1): string | null => {
  const { details, workspace } = app();
  const invoice = details[workspace]?.invoice;
  if (!invoice) return null;
  const order = [...viewFields(invoice).keys()];
  const at = selected === null ? (step === 1 ? -1 : order.length) : order.indexOf(selected);
  const places = doubts.map((path) => [path, order.indexOf(path)] as const);
  const found =
    step === 1 ? places.find(([, place]) => place > at) : places.findLast(([, place]) => place < at);
  return found?.[0] ?? null;
};

/** Focuses the first (or last) doubtful field of the shown invoice; false where there is none but the one named. */
const focusDoubt = (step: 1 | -1, but: string | null = null): boolean => {
  const doubts = doubtsShown();
  const found = step === 1 ? doubts[0] : doubts.at(-1);
  if (found === undefined || found === but) return false;
  focusField(found);
  return true;
};

/**
 * Goes to the next doubtful field (or the one before): of the shown page, then of the next page that has one, and round
 * the end to those that were left behind.
 */
export const walkDoubts = async (actions: Actions, step: 1 | -1): Promise<boolean> => {
  // What was typed a moment ago may have raised a doubt, or settled one.
  await actions.edited();
  const selected = pathOfId(useReview.getState().selected);
  const next = after(doubtsShown(), selected, step);
  if (next !== null) {
    focusField(next);
    return true;
  }
  const { service, order, page, current } = listed();
  const isDoubtful = (id: PageId): boolean => {
    const found = page(id);
    return found !== undefined && isOpen(found) && found.doubts.warn + found.doubts.error > 0;
  };
  // A doubt that names no field (an invoice that looks like another) is shown with its page, and passed by.
  const passed = new Set<PageId>();
  let from = current;
  for (;;) {
    const id = nextWanted(order, from, isDoubtful, step);
    if (id === null || id === current || passed.has(id)) break;
    await actions.show(service, id);
    if (focusDoubt(step)) return true;
    passed.add(id);
    from = id;
  }
  if (from === current) return focusDoubt(step, selected);
  if (current === null || !isDoubtful(current)) return false;
  await actions.show(service, current);
  return focusDoubt(step, selected);
};

/** Marks the shown page, and opens the next one that waits for the user. False where none does. */
export const markAndGoOn = async (actions: Actions, mark: ReviewMark): Promise<boolean> => {
  const { service, order, page, current } = listed();
  const shown = current === null ? undefined : page(current);
  if (!shown || shown.state !== 'recognized') return true;
  const next = nextWanted(order, shown.id, (id) => {
    const found = page(id);
    return found !== undefined && isOpen(found);
  });
  if (!(await actions.review(service, shown.id, mark))) return true;
  if (next === null) return false;
  await actions.show(service, next);
  focusDoubt(1);
  return true;
};

/** Shows the next page of the list, or the one before. */
export const stepPage = async (actions: Actions, step: 1 | -1): Promise<void> => {
  const { service, order, current } = listed();
  const at = current === null ? -1 : order.indexOf(current);
  const id = order[Math.min(order.length - 1, Math.max(0, at + step))];
  if (id !== undefined && id !== current) await actions.show(service, id);
};
