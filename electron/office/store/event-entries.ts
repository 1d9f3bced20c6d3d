import type { PageId } from '../../../shared/contract/page.ts';
import type { ReviewChange } from '../../../shared/review/event.ts';
import type { ValueChange } from '../../app/handlers.ts';

/** What the ledger shows of a page in lists, by the path of each value. */
export type Figures = {
  /** Of its file. */
  readonly name: string;
  /** The number of its invoice; without one the name of its file. */
  readonly invoice: string;
  readonly values: Readonly<Record<string, string | null>>;
};

/** The pages that an event names. */
export const namedBy = (change: ReviewChange): readonly PageId[] => {
  if (change.kind === 'join') return change.pages;
  return change.kind === 'pair' && change.invoice !== null ? [change.invoice] : [];
};

/**
 * What an event says that is not among the changed values; null if they say it all.
 * @param named the pages that it names
 * @param step the change that an undo ended or a redo restored; null if there was none
 * @param shown what the ledger shows of its page now
 */
export const entryOf = (
  change: ReviewChange,
  changed: ReadonlyMap<string, ValueChange>,
  named: ReadonlyMap<PageId, Figures>,
  step: ReviewChange | null,
  shown: Figures | undefined,
): ValueChange | null => {
  const { kind, ...body } = change;
  const whole = { field: kind, was: null, now: JSON.stringify(body) };
  const unless = (field: string, now: string | null): ValueChange | null =>
    changed.has(field) ? null : { field, was: null, now };
  // What is typed next to an invoice, such as a tag that is there already, may change nothing.
  const unlessShown = (field: string, now: string | null): ValueChange | null => {
    const value = shown?.values[field] ?? null;
    return (shown?.values['review'] ?? null) === null || changed.has(field)
      ? unless(field, now)
      : { field, was: value, now: value };
  };
  switch (change.kind) {
    case 'correct':
      return unless(change.field, change.value);
    case 'confirm':
      return unlessShown('review', 'confirmed');
    case 'set-aside':
      return unlessShown('review', 'aside');
    case 'reopen':
      return unlessShown('review', 'open');
    case 'note':
      return unlessShown('note', change.text);
    case 'tag':
      return unlessShown('tags', JSON.stringify({ add: change.add, remove: change.remove }));
    case 'edit-lines':
    case 'revert':
    case 'keep':
      return changed.size > 0 ? null : whole;
    case 'undo':
    case 'redo':
      return step === null ? whole : stepEntry(change.kind, step, changed, named, shown);
    case 'join':
      return { ...whole, now: change.pages.map((page) => named.get(page)?.name ?? `#${page}`).join(', ') };
    case 'pair': {
      const { invoice: page } = change;
      return { ...whole, now: page === null ? null : (named.get(page)?.invoice ?? `#${page}`) };
    }
    case 'accept':
    case 'edit-faces':
    case 'split':
    case 'book':
    case 'verify':
    case 'archive':
    case 'print':
      return whole;
    default:
      return change satisfies never;
  }
};

/** Changes that no value of an invoice says: neither does their undo. */
export const withoutValues: ReadonlySet<string> = new Set([
  'accept',
  'join',
  'split',
  'pair',
  'edit-faces',
] satisfies ReviewChange['kind'][]);

/** The entry of an undo has what it ended, that of a redo what it restored, if no value says it. */
const stepEntry = (
  kind: 'undo' | 'redo',
  step: ReviewChange,
  changed: ReadonlyMap<string, ValueChange>,
  named: ReadonlyMap<PageId, Figures>,
  shown: Figures | undefined,
): ValueChange | null => {
  if (changed.size > 0 && !withoutValues.has(step.kind)) return null;
  // A later change of another user covers it: the value stays.
  if (ofValues.has(step.kind)) {
    const [ended, restored] = kind === 'undo' ? [JSON.stringify(step), null] : [null, JSON.stringify(step)];
    return { field: kind, was: ended, now: restored };
  }
  const made = entryOf(step, new Map(), named, null, shown);
  return made && kind === 'undo' && made.was === null ? { ...made, was: made.now, now: null } : made;
};

/** Events that the values of the whole invoice say, with its own paths: a page of it has others. */
export const ofValues: ReadonlySet<string> = new Set([
  'correct',
  'edit-lines',
  'revert',
  'keep',
] satisfies ReviewChange['kind'][]);
export const ofSteps: ReadonlySet<string> = new Set(['undo', 'redo'] satisfies ReviewChange['kind'][]);
