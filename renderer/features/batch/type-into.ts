import type { PageSummary } from '../../../shared/contract/page.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import { lostText, refusedText } from '../../../shared/texts/table.ts';
import type { Actions } from '../../state/actions.ts';
import type { ColumnId } from '../../state/batch-view.ts';
import { useApp } from '../../state/store.ts';
import { endDrafts, draftsAt, keepSaving, leaveDrafts, sayNotSaved, valuePlace } from '../../state/typed.ts';
import { typedInto, type Block, type TypedInto } from './block.ts';
import type { ColumnWords } from './columns.ts';

type Table = {
  readonly actions: Pick<Actions, 'correctCells' | 'say'>;
  readonly service: ServiceId;
  /** All shown rows and columns. */
  readonly rows: readonly PageSummary[];
  readonly shown: readonly ColumnId[];
  readonly words: ColumnWords;
};

const placesOf = (cells: readonly Pick<TypedInto, 'id' | 'field'>[]): readonly string[] =>
  cells.map(({ id, field }) => valuePlace(id, field));

/**
 * Types texts into cells once all earlier edits are saved: what is valid as one step, the rest as drafts. Texts that
 * could not be saved stay as drafts, too.
 * @param textsOf the texts for a block of the rows as they are then
 */
export const typeInto = async (
  { actions, service, rows, shown, words }: Table,
  textsOf: (block: Block) => readonly (readonly string[])[],
  target: Block,
): Promise<void> => {
  let sent: { readonly values: readonly TypedInto[]; readonly ended: ReturnType<typeof keepSaving> } | null =
    null as typeof sent;
  const unsaved = await actions.correctCells(service, () => {
    const { byId } = useApp.getState().lists[service];
    const now = (some: readonly PageSummary[]) => some.map((page) => byId.get(page.id) ?? page);
    const block = { ...target, rows: now(target.rows) };
    const { values, refused, same, lost, fixed } = typedInto(textsOf(block), block, now(rows), shown, words);
    leaveDrafts(new Map(refused.map(({ id, field, text }) => [valuePlace(id, field), text])));
    endDrafts(draftsAt(placesOf(same)));
    const last = refused.at(-1);
    if (last) sayNotSaved(refusedText(refused.length, last.reason));
    if (lost > 0) actions.say(lostText(lost));
    const texts = new Map(values.map(({ id, field, value }) => [valuePlace(id, field), value ?? '']));
    sent = { values, ended: keepSaving(texts) };
    return { values, fixed };
  });
  const pages = new Set(unsaved);
  sent?.ended(new Set(placesOf(sent.values.filter(({ id }) => pages.has(id)))));
};
