import { useState } from 'react';
import type { AppInfo, CommandFailure } from '../../../shared/contract/commands.ts';
import type { DataSize } from '../../../shared/contract/data.ts';
import { useTools } from '../tools.ts';
import { formatBytes } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Segments, Switch } from '../../ui/choices.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { SettingsRow, Section } from './section.tsx';

/** Result of a backup or a restore, with its own text for each operation. */
type Outcome =
  | { readonly kind: 'saved'; readonly path: string; readonly pages: number; readonly missing: number }
  | { readonly kind: 'restored'; readonly pages: number }
  | { readonly kind: 'failure'; readonly failure: CommandFailure };

const keptOriginals = ['reference', 'copy'] as const;

/** Location and size of the data, with backup and restore. */
export const DataSettings = ({ info }: { readonly info: AppInfo }) => {
  const { t } = useTexts();
  const { actions, host } = useTools();
  const [busy, setBusy] = useState<'backup' | 'restore' | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  /** The restore that the user must confirm: of a backup by name, or (null) of a file to be chosen. */
  const [asked, setAsked] = useState<{ readonly name: string | null } | null>(null);
  const { value: data, reload } = useLoaded('data', async () => {
    const [size, kept] = await Promise.all([actions.ask('data.size', {}), actions.ask('data.backups', {})]);
    return size && kept && { size, backups: kept.backups };
  });
  const isDesktop = info.host === 'desktop';

  // Disabling a button while it works would lose the keyboard focus.
  const backUp = async (): Promise<void> => {
    if (busy !== null) return;
    setBusy('backup');
    setOutcome(null);
    const result = await host.invoke('data.backup', {});
    setBusy(null);
    if (!result.ok) setOutcome({ kind: 'failure', failure: result.failure });
    else if (result.value.kind === 'saved') setOutcome(result.value);
    reload();
  };
  const restore = async (name: string | null): Promise<void> => {
    setAsked(null);
    if (busy !== null) return;
    setBusy('restore');
    setOutcome(null);
    const result = await host.invoke('data.restore', { name });
    setBusy(null);
    if (!result.ok) setOutcome({ kind: 'failure', failure: result.failure });
    else if (result.value.kind === 'restored') setOutcome(result.value);
    reload();
  };

  return (
    <Section title={t('data.title')}>
      <SettingsRow label={t('settings.dataFolder')}>
        <span className="selectable">{info.dataFolder}</span>
        {isDesktop && (
          <Button onPress={() => void actions.ask('data.openFolder', {})}>{t('data.openFolder')}</Button>
        )}
      </SettingsRow>
      <SettingsRow label={t('data.size')}>{data && <Sizes size={data.size} />}</SettingsRow>
      <SettingsRow label={t('data.originals')}>
        <Segments
          label={t('data.originals')}
          value={info.settings.originals}
          options={keptOriginals.map((value) => ({ value, label: t(`data.keepOriginals.${value}`) }))}
          onChange={(originals) => void actions.changeSettings({ originals })}
        />
        <p className="hint">{t('data.originalsHint')}</p>
      </SettingsRow>
      <SettingsRow label={t('data.backup')}>
        <div className="settings-buttons">
          <Button onPress={() => void backUp()}>
            {t(busy === 'backup' ? 'data.backingUp' : 'data.backUp')}
          </Button>
          {isDesktop && (
            <Button onPress={() => setAsked({ name: null })}>
              {t(busy === 'restore' ? 'data.restoring' : 'data.restoreFile')}
            </Button>
          )}
        </div>
        <p className="hint">{t(isDesktop ? 'data.backupHint' : 'data.backupHintHere')}</p>
        <Switch
          isOn={info.settings.dailyBackup}
          onChange={(dailyBackup) => void actions.changeSettings({ dailyBackup })}
        >
          {t('data.daily')}
        </Switch>
        <div role="status">{outcome && <OutcomeText outcome={outcome} />}</div>
      </SettingsRow>
      {data && data.backups.length > 0 && (
        <SettingsRow label={t('data.kept')}>
          <ul className="backups">
            {data.backups.map(({ name, bytes }) => (
              <li key={name}>
                <span className="cut">{name}</span>
                <span className="muted">{formatBytes(bytes)}</span>
                <Button
                  small
                  aria-label={t('data.restoreNamed', { name })}
                  onPress={() => setAsked({ name })}
                >
                  {t('data.restore')}
                </Button>
              </li>
            ))}
          </ul>
        </SettingsRow>
      )}
      {asked && (
        <RestoreQuestion
          name={asked.name}
          onClose={() => setAsked(null)}
          onRestore={() => void restore(asked.name)}
        />
      )}
    </Section>
  );
};

const parts = ['ledger', 'pictures', 'originals', 'views', 'logs', 'backups'] as const;

const Sizes = ({ size }: { readonly size: DataSize }) => {
  const { t } = useTexts();
  return (
    <>
      <strong>{formatBytes(size.total)}</strong>
      <dl className="data-sizes">
        {parts
          .filter((part) => size[part] > 0)
          .map((part) => (
            <div key={part}>
              <dt>{t(`data.parts.${part}`)}</dt>
              <dd>{formatBytes(size[part])}</dd>
            </div>
          ))}
      </dl>
    </>
  );
};

const OutcomeText = ({ outcome }: { readonly outcome: Outcome }) => {
  const { t } = useTexts();
  if (outcome.kind === 'failure') {
    return (
      <div className="form-failure">
        <FailureMessage failure={outcome.failure} />
      </div>
    );
  }
  if (outcome.kind === 'restored')
    return <p className="tone-ok">{t('data.restored', { count: outcome.pages })}</p>;
  return (
    <>
      <p className="tone-ok">{t('data.saved', { count: outcome.pages })}</p>
      <p className="selectable muted">{outcome.path}</p>
      {outcome.missing > 0 && <p className="warning">{t('data.missing', { count: outcome.missing })}</p>}
    </>
  );
};

type QuestionProps = {
  readonly name: string | null;
  readonly onClose: () => void;
  readonly onRestore: () => void;
};

const RestoreQuestion = ({ name, onClose, onRestore }: QuestionProps) => {
  const { t } = useTexts();
  return (
    <Dialog title={t('data.restoreTitle')} role="alertdialog" onClose={onClose}>
      {name !== null && <p className="selectable">{name}</p>}
      <p>{t('data.restoreText')}</p>
      <div className="dialog-actions">
        <Button autoFocus onPress={onClose}>
          {t('app.cancel')}
        </Button>
        <Button look="danger" onPress={onRestore}>
          {t(name === null ? 'data.restoreFile' : 'data.restore')}
        </Button>
      </div>
    </Dialog>
  );
};
