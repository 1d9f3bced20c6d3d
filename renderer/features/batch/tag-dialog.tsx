import { useId, useMemo, useState } from 'react';
import type { PageId } from '../../../shared/contract/page.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import { useApp } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useTools } from '../tools.ts';

type Props = { readonly service: ServiceId; readonly ids: readonly PageId[] };

const longest = 60;

/** Tags typed on one line, separated by commas of either language. */
export const typedTags = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[,，;；、]/)
      .map((tag) => tag.trim().slice(0, longest))
      .filter((tag) => tag !== ''),
  ),
];

/** Adds tags to pages or removes existing ones. */
export const TagDialog = ({ service, ids }: Props) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const listId = useId();
  const [text, setText] = useState('');
  const list = useApp((state) => state.lists[service]);
  const had = useMemo(
    () => [...new Set(ids.flatMap((id) => list.byId.get(id)?.tags ?? []))].sort(),
    [ids, list],
  );
  const known = useMemo(
    () => [...new Set([...list.byId.values()].flatMap(({ tags }) => tags))].sort().slice(0, 100),
    [list],
  );
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const save = async (): Promise<void> => {
    actions.closeDialog();
    await actions.tagPages(service, ids, typedTags(text), removed);
  };
  return (
    <Dialog title={t('batch.tagTitle', { count: ids.length })} onClose={actions.closeDialog}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <label className="field">
          <span>{t('batch.newTags')}</span>
          <input
            // The dialog was opened to type in it.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            className="input"
            aria-label={t('batch.newTags')}
            list={listId}
            value={text}
            placeholder={t('batch.tagHint')}
            autoComplete="off"
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <datalist id={listId}>
            {known.map((tag) => (
              <option key={tag} value={tag}>
                {tag}
              </option>
            ))}
          </datalist>
        </label>
        {had.length > 0 && (
          <fieldset className="value-filter">
            <legend>{t('batch.tagsHad')}</legend>
            <ul>
              {had.map((tag) => (
                <li key={tag}>
                  <label>
                    <input
                      type="checkbox"
                      checked={!removed.includes(tag)}
                      onChange={() =>
                        setRemoved((before) =>
                          before.includes(tag) ? before.filter((other) => other !== tag) : [...before, tag],
                        )
                      }
                    />
                    <span>{tag}</span>
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
        )}
        <div className="dialog-actions">
          <Button onPress={actions.closeDialog}>{t('app.cancel')}</Button>
          <Button
            look="primary"
            type="submit"
            isDisabled={typedTags(text).length === 0 && removed.length === 0}
          >
            {t('batch.saveTags')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
