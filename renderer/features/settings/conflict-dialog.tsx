import type { SettingsChange } from '../../../shared/contract/settings.ts';
import {
  isSameSetting,
  listSettings,
  withAdditions,
  type ListSetting,
} from '../../../shared/contract/settings-lists.ts';
import { conflictWords } from '../../../shared/texts/settings-conflict.ts';
import type { SettingsConflict } from '../../state/dialogs.ts';
import { useApp } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useTools } from '../tools.ts';

const mostShown = 8;
const longestEntry = 120;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The texts within an entry, without the names of its members. */
const textOf = (value: unknown): string => {
  if (value === null || value === '') return '';
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ');
  if (isObject(value)) return Object.values(value).map(textOf).filter(Boolean).join(' · ');
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** A layout is known by its name, everything else by its texts. */
const lineOf = (value: unknown): string => {
  const named = isObject(value) && typeof value['name'] === 'string' && 'columns' in value;
  const line = named ? String(value['name']) : textOf(value);
  return line.length > longestEntry ? `${line.slice(0, longestEntry)}…` : line;
};

/** The parts of a list, or of the lists and members of an object. */
const entriesOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  return isObject(value) ? Object.values(value).flatMap(entriesOf) : [value];
};

const onlyIn = (one: unknown, other: unknown): readonly string[] => {
  const known = new Set(entriesOf(other).map((entry) => JSON.stringify(entry)));
  return entriesOf(one)
    .filter((entry) => !known.has(JSON.stringify(entry)))
    .map(lineOf)
    .filter(Boolean);
};

const Entries = ({ title, entries }: { readonly title: string; readonly entries: readonly string[] }) => {
  const words = conflictWords[useTexts().language];
  const rest = entries.length - mostShown;
  return (
    <section aria-label={title}>
      <h4>{title}</h4>
      <ul>
        {entries.slice(0, mostShown).map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
        {entries.length === 0 && <li className="muted">{words.nothing}</li>}
        {rest > 0 && <li className="muted">{words.more(rest)}</li>}
      </ul>
    </section>
  );
};

/** The change with the lists that the user adds to; null if nothing would be added. */
const additions = (
  { mine, was }: Pick<SettingsConflict, 'mine' | 'was'>,
  lists: readonly ListSetting[],
  stored: SettingsChange,
): SettingsChange | null => {
  const parts = lists.map((name) =>
    withAdditions(name, { was: was[name], mine: mine[name], stored: stored[name] }),
  );
  if (parts.every((part) => part === null)) return null;
  const rest = Object.fromEntries(
    Object.entries(mine).filter(([name]) => !listSettings.some((one) => one === name)),
  );
  return Object.assign(rest, ...parts);
};

/** Another user was quicker: shows what differs, and lets the user replace the stored list or add to it. */
export const ConflictDialog = ({ mine, was, message }: SettingsConflict) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const stored: SettingsChange = useApp((state) => state.info?.settings) ?? {};
  const words = conflictWords[language];
  const lists = listSettings.filter((name) => name in mine && !isSameSetting(mine[name], stored[name]));
  const added = additions({ mine, was }, lists, stored);
  const save = (change: SettingsChange) => void actions.settleSettingsConflict(change, stored);
  return (
    <Dialog title={words.title} role="alertdialog" onClose={actions.dropSettingsConflict}>
      <p>{message[language]}</p>
      {lists.map((name) => (
        <div key={name} className="conflict-list">
          <h3>{words.names[name]}</h3>
          <Entries title={words.stored} entries={onlyIn(stored[name], mine[name])} />
          <Entries title={words.yours} entries={onlyIn(mine[name], stored[name])} />
        </div>
      ))}
      <div className="dialog-actions">
        <Button onPress={actions.dropSettingsConflict}>{t('app.cancel')}</Button>
        <Button look="danger" onPress={() => save(mine)}>
          {words.replace}
        </Button>
        {added && (
          <Button look="primary" autoFocus onPress={() => save(added)}>
            {words.add}
          </Button>
        )}
      </div>
    </Dialog>
  );
};
