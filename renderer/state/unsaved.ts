import { fieldOf } from '../../shared/invoice/fields.ts';
import type { CommandFailure } from '../../shared/contract/commands.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { noticesEn } from '../../shared/texts/notices-en.ts';
import { noticesZh } from '../../shared/texts/notices-zh.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { filledText } from './filled-text.ts';
import { useApp } from './store.ts';
import { isLeaving, leftFields } from './typed.ts';

/** Text that could not be saved becomes a draft a moment after its command has ended. */
const moment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

type Checked<Page> = { readonly pages: readonly Page[]; readonly failure: CommandFailure | null };

/**
 * The pages without typed text that is not saved: the user sees that text, and a confirmation would be of the old
 * values. The failure counts the others and names the first place.
 */
export const withoutDrafts = async <Page extends { readonly id: PageId }>(
  service: ServiceId,
  pages: readonly Page[],
): Promise<Checked<Page>> => {
  if (!isLeaving()) await moment();
  const held = pages.flatMap(({ id }) => {
    const [path] = leftFields(id);
    return path === undefined ? [] : [{ id, path }];
  });
  const [first] = held;
  if (!first) return { pages, failure: null };
  const [zh, en] = [noticesZh.failure, noticesEn.failure];
  const message = filledText(
    { zh: zh.unsaved, en: en.unsaved },
    {
      count: held.length,
      field: fieldOf(first.path)?.label ?? first.path,
      name: useApp.getState().lists[service].byId.get(first.id)?.name ?? '',
    },
  );
  const left = new Set(held.map(({ id }) => id));
  return {
    pages: pages.filter(({ id }) => !left.has(id)),
    failure: { id: 'not-saved', message, remedy: { zh: zh.unsavedRemedy, en: en.unsavedRemedy } },
  };
};
