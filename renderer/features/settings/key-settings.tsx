import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { groupOfAction, keyOf, type ChosenKeys } from '../../../shared/contract/chosen-keys.ts';
import {
  keysOfPress,
  ownerOf,
  withKey,
  withoutChoice,
  type KeyOwner,
} from '../../../shared/contract/key-conflicts.ts';
import { isComposing } from '../../../shared/contract/local-keys.ts';
import { isLocal, menuGroups, type MenuEntry } from '../../../shared/contract/menu.ts';
import {
  changeKeyText,
  fixedText,
  keyTexts,
  localKeyTexts,
  placeTexts,
  removeKeyText,
  resetKeyText,
  takenText,
} from '../../../shared/texts/keys.ts';
import { menuGroupTexts, menuTexts } from '../../../shared/texts/menu.ts';
import { isMac, shownKeys } from '../../../shared/contract/shown-keys.ts';
import { useApp } from '../../state/store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useTools } from '../tools.ts';
import { Section } from './section.tsx';

/** What the last press in a row led to: keys that belong to something else, or keys that the action can't have. */
type Asked = { readonly keys: string; readonly owner: KeyOwner } | 'refused' | null;

/** The keys of all actions, each of which the user can change. */
export const KeySettings = ({ chosen }: { readonly chosen: ChosenKeys }) => {
  const { language } = useTexts();
  const { actions } = useTools();
  const keep = (keys: ChosenKeys) => void actions.changeSettings({ keys });
  return (
    <Section title={keyTexts.keys[language]}>
      <p className="hint">{keyTexts.hint[language]}</p>
      <table className="key-table">
        <thead>
          <tr>
            <th scope="col">{keyTexts.action[language]}</th>
            <th scope="col">{keyTexts.keys[language]}</th>
          </tr>
        </thead>
        {menuGroups.map((group) => (
          <tbody key={group.id}>
            <tr>
              <th scope="rowgroup" colSpan={2} className="muted">
                {menuGroupTexts[group.id][language]}
              </th>
            </tr>
            {group.entries.map((entry: MenuEntry) => (
              <KeyRow key={entry.id} entry={entry} chosen={chosen} onKeep={keep} />
            ))}
          </tbody>
        ))}
      </table>
      <div>
        <Button isDisabled={Object.keys(chosen).length === 0} onPress={() => keep({})}>
          {keyTexts.resetAll[language]}
        </Button>
      </div>
    </Section>
  );
};

type RowProps = {
  readonly entry: MenuEntry;
  readonly chosen: ChosenKeys;
  readonly onKeep: (keys: ChosenKeys) => void;
};

const KeyRow = ({ entry, chosen, onKeep }: RowProps) => {
  const { language } = useTexts();
  const platform = useApp((state) => state.info?.platform ?? '');
  const [isListening, setListening] = useState(false);
  const [asked, setAsked] = useState<Asked>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** The pressed button goes with what it did, and the focus must not. */
  const goBack = () => button.current?.focus();
  const name = menuTexts[entry.id][language];
  const keys = keyOf(entry, chosen);
  const shown = keys === null ? null : shownKeys(keys, platform);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isListening || isComposing(event.nativeEvent)) return;
    // Tab leaves the button as everywhere.
    if (event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') {
      setListening(false);
      return;
    }
    if (['Control', 'Shift', 'Alt', 'Meta'].includes(event.key)) return;
    setListening(false);
    const pressed = keysOfPress(event.nativeEvent, entry, isMac(platform));
    if (pressed === null) {
      setAsked('refused');
      return;
    }
    const owner = ownerOf(entry, pressed, chosen);
    if (owner) setAsked({ keys: pressed, owner });
    else onKeep(withKey(chosen, entry, pressed));
  };
  return (
    <>
      <tr>
        <th scope="row">{name}</th>
        <td className="key-cell">
          <button
            ref={button}
            type="button"
            className="button small key-button"
            aria-label={isListening ? undefined : changeKeyText(name, shown, language)}
            onClick={() => {
              setAsked(null);
              setListening(true);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => setListening(false)}
          >
            {isListening ? (
              keyTexts.press[language]
            ) : (
              <kbd className="keys">{shown ?? keyTexts.none[language]}</kbd>
            )}
          </button>
          {keys !== null && (
            <IconButton
              small
              icon="close"
              label={removeKeyText(name, language)}
              onPress={() => {
                goBack();
                onKeep(withKey(chosen, entry, null));
              }}
            />
          )}
          {chosen[entry.id] !== undefined && (
            <IconButton
              small
              icon="back"
              label={resetKeyText(name, language)}
              onPress={() => {
                goBack();
                onKeep(withoutChoice(chosen, entry));
              }}
            />
          )}
        </td>
      </tr>
      {asked !== null && (
        <tr>
          <td colSpan={2}>
            <Conflict
              entry={entry}
              asked={asked}
              onTake={(taken) => {
                goBack();
                setAsked(null);
                onKeep(withKey(chosen, entry, taken));
              }}
              onCancel={() => {
                goBack();
                setAsked(null);
              }}
            />
          </td>
        </tr>
      )}
    </>
  );
};

type ConflictProps = {
  readonly entry: MenuEntry;
  readonly asked: NonNullable<Asked>;
  readonly onTake: (keys: string) => void;
  readonly onCancel: () => void;
};

/** Says why the pressed keys are not used, and offers to take them from another action. */
const Conflict = ({ entry, asked, onTake, onCancel }: ConflictProps) => {
  const { language } = useTexts();
  const platform = useApp((state) => state.info?.platform ?? '');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('button')?.focus(), []);
  const text = (): string => {
    if (asked === 'refused') {
      const isOverPicture = isLocal(entry) && groupOfAction(entry) === 'picture';
      return keyTexts[isOverPicture ? 'refusedOverPicture' : 'refused'][language];
    }
    const { owner } = asked;
    const shown = shownKeys(asked.keys, platform);
    if (owner.kind === 'action') return takenText(shown, menuTexts[owner.id][language], language);
    const [place, what] = [placeTexts[owner.place][language], localKeyTexts[owner.id][language]];
    return fixedText(shown, place, what, language);
  };
  return (
    <div ref={box} className="warning key-conflict" role="alert">
      <span>{text()}</span>
      {asked !== 'refused' && asked.owner.kind === 'action' && (
        <Button small onPress={() => onTake(asked.keys)}>
          {keyTexts.take[language]}
        </Button>
      )}
      <Button small look="quiet" onPress={onCancel}>
        {keyTexts.cancel[language]}
      </Button>
    </div>
  );
};
