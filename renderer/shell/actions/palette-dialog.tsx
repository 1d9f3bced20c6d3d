import { startTransition, useEffect, useState } from 'react';
import { Autocomplete, Input, Menu, SearchField } from 'react-aria-components';
import type { MenuId } from '../../../shared/contract/menu.ts';
import { menuTexts } from '../../../shared/texts/menu.ts';
import { useTools } from '../../features/tools.ts';
import { runAction, useDisabledActions, useOfferedActions } from '../../state/registry.ts';
import { useApp } from '../../state/store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { ActionItem } from './menu-button.tsx';
import { findActions } from './palette-search.ts';

/** Entries that are shown at once. The list keeps its height. */
const atOnce = 8;
/** Milliseconds until the rest follows. */
const pause = 200;

/**
 * Whether the dialog has been open for a moment. It opens with the first entries, because rendering all sixty takes too
 * long for the press of a key.
 */
const useIsSettled = (): boolean => {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setSettled(true)), pause);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
};

/** All actions with their keys: typed words find one, Enter runs it. */
export const PaletteDialog = () => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const workspace = useApp((state) => state.workspace);
  const disabled = useDisabledActions();
  const offered = useOfferedActions();
  const [text, setText] = useState('');
  const found = findActions(workspace, text).filter(({ id }) => offered.has(id));
  // A typed text shows all its matches at once.
  const isWhole = useIsSettled() || text !== '';
  const shown = isWhole ? found : found.slice(0, atOnce);
  const run = (id: MenuId): void => {
    actions.closeDialog();
    // The focus returns to its place first: an action may depend on it, or move it.
    requestAnimationFrame(() => void runAction(id));
  };
  return (
    <Dialog title={menuTexts.palette[language].replace('…', '')} onClose={actions.closeDialog}>
      <div className="palette">
        <Autocomplete inputValue={text} onInputChange={setText}>
          <SearchField aria-label={t('commands.findAction')} autoFocus className="field">
            <Input className="input" spellCheck={false} placeholder={t('commands.findHint')} />
          </SearchField>
          {/* The keyboard must reach a scrolling box. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className="palette-list" role="group" aria-label={t('commands.actions')} tabIndex={0}>
            <Menu
              className="palette-menu"
              aria-label={t('commands.actions')}
              disabledKeys={disabled}
              renderEmptyState={() => <p className="muted palette-none">{t('commands.noAction')}</p>}
            >
              {shown.map((entry) => (
                <ActionItem key={entry.id} entry={entry} onAction={() => run(entry.id)} />
              ))}
            </Menu>
          </div>
        </Autocomplete>
      </div>
    </Dialog>
  );
};
