import { officeSettings, readerChoices, type SettingsChange } from '../../../shared/contract/settings.ts';
import {
  changedMeanwhile,
  isSameSetting,
  listSettings,
  type ListSetting,
  type SharedSetting,
} from '../../../shared/contract/settings-lists.ts';
import { conflictWords } from '../../../shared/texts/settings-conflict.ts';
import { mailboxWords } from '../../../shared/texts/mailbox-settings.ts';
import type { Language } from '../../../shared/language.ts';
import { isObject } from '../../state/change-settings.ts';
import type { SettingsConflict } from '../../state/dialogs.ts';
import { dropSettingsConflict, settleSettingsConflict } from '../../state/settings-conflict.ts';
import { useApp } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useTools } from '../tools.ts';
import { differencesOf, withAdditions } from './settings-differences.ts';

const mostShown = 8;
const longestEntry = 120;

/** The texts within an entry, without the names of its members. */
const textOf = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '';
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ');
  if (isObject(value)) return Object.values(value).map(textOf).filter(Boolean).join(' · ');
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Members of the mailbox have labels. Those of voucher rules are shown by their names in a rules file. */
const labelOf = (member: string, language: Language): string => {
  const { isOn, since } = mailboxWords[language];
  return { isOn, since }[member] ?? member;
};

/** A layout is shown by its name, everything else by its texts. */
const lineOf = (value: unknown): string => {
  const named = isObject(value) && typeof value['name'] === 'string' && 'columns' in value;
  const line = named ? String(value['name']) : textOf(value);
  return line.length > longestEntry ? `${line.slice(0, longestEntry)}…` : line;
};

type EntriesProps = {
  readonly title: string;
  readonly entries: readonly string[];
  readonly isReordered: boolean;
};

const Entries = ({ title, entries, isReordered }: EntriesProps) => {
  const words = conflictWords[useTexts().language];
  const rest = entries.length - mostShown;
  return (
    <section className="conflict-entries" aria-label={title}>
      <h4 className="muted">{title}</h4>
      <ul>
        {entries.slice(0, mostShown).map((entry, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two entries may read the same
          <li key={index}>{entry}</li>
        ))}
        {entries.length === 0 && !isReordered && <li className="muted">{words.nothing}</li>}
        {isReordered && <li className="muted">{words.reordered}</li>}
        {rest > 0 && <li className="muted">{words.more(rest)}</li>}
      </ul>
    </section>
  );
};

type PlainSetting = Exclude<SharedSetting, ListSetting>;
const isList = (name: SharedSetting): name is ListSetting => listSettings.some((one) => one === name);

type BothProps<Name> = { readonly name: Name; readonly mine: unknown; readonly stored: unknown };

/** What only one of two lists has. */
const Differences = ({ name, mine, stored }: BothProps<ListSetting>) => {
  const { language } = useTexts();
  const words = conflictWords[language];
  const { one, other, isReordered } = differencesOf(stored, mine);
  const linesOf = (differences: typeof one): readonly string[] =>
    differences
      .map(({ member, value }) => {
        const line = typeof value === 'boolean' ? words.isOn(value) : lineOf(value);
        return member === null ? line : `${labelOf(member, language)}: ${line || words.nothing}`;
      })
      .filter(Boolean);
  return (
    <div className="settings-section">
      <h3>{words.names[name]}</h3>
      <Entries title={words.stored} entries={linesOf(one)} isReordered={isReordered} />
      <Entries title={words.yours} entries={linesOf(other)} isReordered={isReordered} />
    </div>
  );
};

const percents: ReadonlySet<string> = new Set<SharedSetting>(['confidenceLimit', 'faceThreshold']);

/** The two values of a setting that has only one. */
const Values = ({ name, mine, stored }: BothProps<PlainSetting>) => {
  const words = conflictWords[useTexts().language];
  const textOfValue = (value: unknown): string => {
    if (typeof value === 'boolean') return words.isOn(value);
    if (typeof value === 'number' && percents.has(name)) return `${Math.round(value * 100)}%`;
    if (value === null) return words.noLimit;
    const reader = readerChoices.find((choice) => choice === value);
    return name === 'invoiceReader' && reader ? words.readers[reader] : lineOf(value);
  };
  return (
    <div className="settings-section">
      <h3>{words.names[name]}</h3>
      <Entries title={words.storedValue} entries={[textOfValue(stored)]} isReordered={false} />
      <Entries title={words.yourValue} entries={[textOfValue(mine)]} isReordered={false} />
    </div>
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

/** Another user was quicker: shows what differs, and lets the user replace what is stored, or add to a list. */
export const ConflictDialog = ({ mine, was, message }: SettingsConflict) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const stored: SettingsChange = useApp((state) => state.info?.settings) ?? {};
  const words = conflictWords[language];
  const lists = listSettings.filter((name) => name in mine && !isSameSetting(mine[name], stored[name]));
  /** Values that others have changed. */
  const values = officeSettings.flatMap((name) =>
    isList(name) || changedMeanwhile({ [name]: mine[name] }, was, stored) === null ? [] : [name],
  );
  const added = values.length > 0 ? null : additions({ mine, was }, lists, stored);
  const save = (change: SettingsChange) =>
    void settleSettingsConflict(() => actions.changeSettings(change, stored));
  return (
    <Dialog title={words.title} role="alertdialog" onClose={dropSettingsConflict}>
      <p>{message[language]}</p>
      {lists.map((name) => (
        <Differences key={name} name={name} mine={mine[name]} stored={stored[name]} />
      ))}
      {values.map((name) => (
        <Values key={name} name={name} mine={mine[name]} stored={stored[name]} />
      ))}
      <div className="dialog-actions">
        <Button onPress={dropSettingsConflict}>{t('app.cancel')}</Button>
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
