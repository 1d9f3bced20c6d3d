import { localKeys } from '../../../shared/contract/local-keys.ts';
import { menuGroups } from '../../../shared/contract/menu.ts';
import { localKeyTexts, placeTexts } from '../../../shared/texts/keys.ts';
import { menuGroupTexts, menuTexts } from '../../../shared/texts/menu.ts';
import { useShownKeys } from '../../features/use-shown-keys.ts';
import { useTools } from '../../features/tools.ts';
import { useApp } from '../../state/store.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { shownKeys } from '../../../shared/contract/shown-keys.ts';

const together = (keys: readonly string[]): string =>
  keys.join(keys.every(({ length }) => length === 1) ? ' ' : ', ');

export const KeysDialog = () => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const platform = useApp((state) => state.info?.platform ?? '');
  const keysOf = useShownKeys();
  const groups = menuGroups.filter(({ entries }) => entries.some(({ id }) => keysOf(id) !== null));
  return (
    <Dialog wide title={t('commands.keys')} onClose={actions.closeDialog}>
      {/* The keyboard must reach a scrolling box. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="key-sheet" role="region" aria-label={t('commands.keys')} tabIndex={0}>
        {groups.map((group) => (
          <section key={group.id}>
            <h3>{menuGroupTexts[group.id][language]}</h3>
            <dl>
              {group.entries.map(({ id }) => {
                const keys = keysOf(id);
                return keys === null ? null : (
                  <div key={id}>
                    <dt>{menuTexts[id][language]}</dt>
                    <dd className="keys">{keys}</dd>
                  </div>
                );
              })}
            </dl>
          </section>
        ))}
        {localKeys.map(({ place, entries }) => (
          <section key={place}>
            <h3>{placeTexts[place][language]}</h3>
            <dl>
              {entries.map(({ id, keys }) => (
                <div key={id}>
                  <dt>{localKeyTexts[id][language]}</dt>
                  <dd className="keys">{together(keys.map((one) => shownKeys(one, platform)))}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
};
