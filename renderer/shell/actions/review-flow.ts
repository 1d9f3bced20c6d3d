import type { PageId, PageSummary } from '../../../shared/contract/page.ts';
import type { ReviewState } from '../../../shared/review/replay.ts';
import type { Actions } from '../../state/actions.ts';
import { useReview } from '../../state/review-store.ts';
import { takeFirst, takePage, useClaims } from '../../state/claims.ts';
import { useApp } from '../../state/store.ts';
import { arranged, hasFindings, isOpen, nextWanted, unlisted, useListView } from '../../state/list-view.ts';
import { viewFields } from '../../features/invoice/field-model.ts';
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

/** The fields of the shown invoice with an open finding, in the order on the paper. */
const fieldsWithFindings = (): readonly string[] => {
  const { details, workspace } = app();
  const invoice = details[workspace]?.invoice;
  if (!invoice) return [];
  return [...viewFields(invoice, false).values()]
    .filter(({ state }) => state === 'failed' || state === 'uncertain')
    .map(({ field }) => field.path);
};

/** Finds the field with a finding that follows the selected one in the order of the invoice. */
const after = (findings: readonly string[], selected: string | null, step: 1 | -1): string | null => {
  const { details, workspace } = app();
  const invoice = details[workspace]?.invoice;
  if (!invoice) return null;
  const order = [...viewFields(invoice, false).keys()];
  const at = selected === null ? (step === 1 ? -1 : order.length) : order.indexOf(selected);
  const places = findings.map((path) => [path, order.indexOf(path)] as const);
  const found =
    step === 1 ? places.find(([, place]) => place > at) : places.findLast(([, place]) => place < at);
  return found?.[0] ?? null;
};

/** Focuses the first (or last) field with a finding, except `but`; false if there is none. */
const focusFinding = (step: 1 | -1, but: string | null = null): boolean => {
  const findings = fieldsWithFindings();
  const found = step === 1 ? findings[0] : findings.at(-1);
  if (found === undefined || found === but) return false;
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

/**
 * Goes to the next (or previous) field with a finding: first on the shown page, then on the next page that
 * has one, wrapping around.
 */
export const walkFindings = async (actions: Actions, step: 1 | -1): Promise<boolean> => {
  // The last input may have added or resolved a finding.
  await actions.edited();
  const selected = pathOfId(useReview.getState().selected);
  const next = after(fieldsWithFindings(), selected, step);
  if (next !== null) {
    focusField(next);
    return true;
  }
  const origin = app().current[app().workspace];
  const passed = new Set(origin === null ? [] : [origin]);
  const goOn = () => showPageWithFindings(actions, step, passed);
  if ((await goOn()) || ((await hasListedOlder(actions)) && (await goOn()))) return true;
  const { service, page, current } = listed();
  if (current === origin) return focusFinding(step, selected);
  if (origin === null || !hasOpenFindings(page(origin))) return false;
  await actions.show(service, origin);
  return focusFinding(step, selected);
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

/** Reviews the shown page and opens the next unreviewed one. False if the list has none. */
export const reviewAndContinue = async (actions: Actions, state: ReviewState): Promise<boolean> => {
  const { service, page, current } = listed();
  const shown = current === null ? undefined : page(current);
  if (!shown || shown.state !== 'recognized') return true;
  const following = openAfter(shown.id);
  if (!(await actions.review(service, shown.id, state))) return true;
  const next =
    (await takeFirst(following)) ??
    ((await hasListedOlder(actions)) ? await takeFirst(openAfter(shown.id)) : null);
  if (next === null) return false;
  await actions.show(service, next);
  focusFinding(1);
  return true;
};

/** Shows the next or previous page of the list. */
export const stepPage = async (actions: Actions, step: 1 | -1): Promise<void> => {
  const { service, order, current } = listed();
  const at = current === null ? -1 : order.indexOf(current);
  const id = order[Math.min(order.length - 1, Math.max(0, at + step))];
  if (id !== undefined && id !== current) await actions.show(service, id);
};
