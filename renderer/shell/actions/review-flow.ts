import type { PageId, PageSummary } from '../../../shared/contract/page.ts';
import type { ReviewState } from '../../../shared/review/replay.ts';
import type { Actions } from '../../state/actions.ts';
import { focusOn, isFocusOn } from '../../state/focus.ts';
import { selectInTable, useReview } from '../../state/review-store.ts';
import type { Seen } from '../../state/page-list.ts';
import { takeFirst, takePage, useClaims } from '../../state/claims.ts';
import { useApp } from '../../state/store.ts';
import { arranged, hasFindings, isOpen, nextWanted, unlisted, useListView } from '../../state/list-view.ts';
import { isWalked, mostDoubtful, viewFields, type FieldView } from '../../features/invoice/field-model.ts';
import { pathOfId } from '../../features/invoice/shapes.ts';
import { focusField } from '../../features/invoice/focus-field.ts';
import { whatIsLeft, type Left } from './what-is-left.ts';

const { getState: app } = useApp;

const listed = () => {
  const { workspace: service, lists, older, current } = app();
  const list = lists[service];
  const order = arranged(list, useListView.getState()[service]);
  const page = (id: PageId) => list.byId.get(id);
  return { service, list, older: older[service], order, page, current: current[service] };
};

/** Pages that still need something but can't be reached from the list. */
export const leftHere = (wanted: 'open' | 'findings'): Left => {
  const { list, older, order } = listed();
  return whatIsLeft(list, older, order, wanted);
};

/** At the end of the list, adds older unreviewed pages; false if there are none. */
const hasListedOlder = async (actions: Actions): Promise<boolean> => {
  const { service, list, older } = listed();
  return unlisted(list, older) > 0 && (await actions.listOlder(service));
};

/** The field where the walk through a page began: it comes first, whatever its place on the paper. */
let begun: { readonly page: PageId; readonly path: string } | null = null;

/** The fields of the shown invoice in the order of the walk, and those of them with an open finding. */
const walk = () => {
  const { details, workspace } = app();
  const detail = details[workspace];
  const views = detail?.invoice ? viewFields(detail.invoice, false) : new Map<string, FieldView>();
  const first = begun !== null && begun.page === detail?.summary.id ? begun.path : null;
  const order = [...views.keys()].sort((one, other) => Number(other === first) - Number(one === first));
  const findings = order.flatMap((path) => views.get(path) ?? []).filter(isWalked);
  return { page: detail?.summary.id ?? null, order, findings };
};

/** Finds the field with a finding that follows the selected one. */
const after = (selected: string | null, step: 1 | -1): string | null => {
  const { order, findings } = walk();
  const at = selected === null ? (step === 1 ? -1 : order.length) : order.indexOf(selected);
  const places = findings.map(({ field: { path } }) => [path, order.indexOf(path)] as const);
  const found =
    step === 1 ? places.find(([, place]) => place > at) : places.findLast(([, place]) => place < at);
  return found?.[0] ?? null;
};

/** Begins the walk: at the most doubtful field, or at the first one on the paper; null if there is no finding. */
const begin = (where: 'doubtful' | 'first'): string | null => {
  begun = null;
  const { page, findings } = walk();
  const path = (where === 'doubtful' ? mostDoubtful(findings) : findings[0])?.field.path ?? null;
  if (page !== null && path !== null) begun = { page, path };
  return path;
};

/** Focuses the field with a finding where a walk begins, or the last one; false if there is none. */
const focusFinding = (step: 1 | -1): boolean => {
  const found = step === 1 ? begin('doubtful') : after(null, -1);
  if (found === null) return false;
  focusField(found);
  return true;
};

/** Whether no other user of the office has a page open. */
const isFree = ({ id }: PageSummary): boolean => !useClaims.getState().others.has(id);

const hasOpenFindings = (page: PageSummary | undefined): boolean =>
  page !== undefined && isOpen(page) && hasFindings(page) && isFree(page);

/** Shows the next page with an open finding and focuses the field. Does not return to pages in `passed`. */
const showPageWithFindings = async (
  actions: Actions,
  step: 1 | -1,
  passed: Set<PageId>,
): Promise<boolean> => {
  const { service, order, page, current } = listed();
  let from = current;
  for (;;) {
    const id = nextWanted(order, from, (other) => hasOpenFindings(page(other)) && !passed.has(other), step);
    if (id === null) return false;
    if (await takePage(id)) {
      await actions.show(service, id);
      if (focusFinding(step)) return true;
    }
    // A finding without a field (such as a possible duplicate) only shows the page, which is then skipped.
    passed.add(id);
    from = id;
  }
};

/** The next (or previous) field with a finding. From the button "Confirm" on, the walk goes around. */
const nextFinding = (step: 1 | -1): string | null => {
  const selected = pathOfId(useReview.getState().selected);
  if (step === -1 || selected !== null) return after(selected, step);
  return begin(isFocusOn('confirm') ? 'first' : 'doubtful');
};

/**
 * Goes to the next (or previous) field with a finding of the shown invoice, and after the last one to its button
 * "Confirm". Only from an invoice that is reviewed it goes on to the next one with findings, wrapping around.
 */
export const walkFindings = async (actions: Actions, step: 1 | -1): Promise<boolean> => {
  const { workspace, current: before } = app();
  // The last input may have added or resolved a finding.
  await actions.edited();
  const { details, current } = app();
  const shown = details[workspace];
  // While a page loads, there is nothing to walk.
  if (current[workspace] !== before[workspace] || (current[workspace] !== null && !shown)) return true;
  const next = nextFinding(step);
  if (next !== null) {
    focusField(next);
    return true;
  }
  if (shown?.summary.state === 'recognized' && shown.summary.review === 'open') {
    selectInTable(null);
    if (focusOn('confirm')) return true;
  }
  const passed = new Set(shown ? [shown.summary.id] : []);
  const goOn = () => showPageWithFindings(actions, step, passed);
  return (await goOn()) || ((await hasListedOlder(actions)) && (await goOn()));
};

/** The unreviewed pages that no other user has, from the one after a page on, and then from the start. */
const openAfter = (from: PageId): readonly PageId[] => {
  const { order, page } = listed();
  const at = order.indexOf(from);
  return [...order.slice(at + 1), ...order.slice(0, Math.max(at, 0))].filter((id) => {
    const found = page(id);
    return found !== undefined && isOpen(found) && isFree(found);
  });
};

/** Whether a review is being saved: another one would be about a page that is about to leave. */
let isSaving = false;

/** Reviews a page as it was shown, and opens the next unreviewed one. False if the list has none. */
export const reviewAndContinue = async (
  actions: Actions,
  seen: Seen,
  state: ReviewState,
): Promise<boolean> => {
  if (isSaving) return true;
  isSaving = true;
  try {
    const { service, id } = seen;
    const following = openAfter(id);
    if (!(await actions.review(seen, state))) return true;
    const next =
      (await takeFirst(following)) ??
      ((await hasListedOlder(actions)) ? await takeFirst(openAfter(id)) : null);
    // The user may have chosen another page meanwhile.
    if (app().current[service] !== id) return true;
    if (next === null) return false;
    await actions.show(service, next);
    focusFinding(1);
    return true;
  } finally {
    isSaving = false;
  }
};

/** Shows the next or previous page of the list. */
export const stepPage = async (actions: Actions, step: 1 | -1): Promise<void> => {
  const { service, order, current } = listed();
  const at = current === null ? -1 : order.indexOf(current);
  const id = order[Math.min(order.length - 1, Math.max(0, at + step))];
  if (id !== undefined && id !== current) await actions.show(service, id);
};
