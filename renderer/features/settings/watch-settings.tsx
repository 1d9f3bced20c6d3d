import { useState } from 'react';
import type { Settings, WatchedFolder } from '../../../shared/contract/settings.ts';
import { serviceIds } from '../../../shared/services/service.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Segments, Switch } from '../../ui/choices.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { TextInput } from '../../ui/text-input.tsx';
import { useTyped } from '../../state/typed.ts';
import { useTools } from '../tools.ts';
import { Section } from './section.tsx';

type FolderProps = {
  readonly watched: WatchedFolder;
  readonly onChange: (watched: WatchedFolder | null) => Promise<boolean>;
};

/** One watched folder. Its name is saved when it is complete. */
const Folder = ({ watched, onChange }: FolderProps) => {
  const { t } = useTexts();
  const folder = useTyped({
    place: `setting:folder:${watched.folder}`,
    saved: watched.folder,
    save: (text) => {
      const name = (text ?? '').trim();
      return onChange(name === '' ? null : { ...watched, folder: name });
    },
  });
  return (
    <div className="watched-folder">
      <div className="watched-folder-name">
        <TextInput
          label={t('settings.watchFolder')}
          value={folder.text}
          onChange={folder.type}
          ends={folder}
        />
        <IconButton icon="close" label={t('settings.watchRemove')} onPress={() => void onChange(null)} />
      </div>
      <Segments
        label={t('settings.watchService')}
        value={watched.service}
        options={serviceIds.map((value) => ({
          value,
          label: t(value === 'vat-invoice' ? 'app.invoices' : 'app.faces'),
        }))}
        onChange={(service) => void onChange({ ...watched, service })}
      />
    </div>
  );
};

/** Folders whose new files are added automatically. */
export const WatchSettings = ({ settings }: { readonly settings: Settings }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const { watch } = settings;
  const [added, setAdded] = useState('');
  const [addExisting, setAddExisting] = useState(false);
  const save = async (wanted: readonly WatchedFolder[]): Promise<boolean> =>
    JSON.stringify(wanted) === JSON.stringify(watch) ||
    (await actions.changeSettings({ watch: [...wanted] }));
  const add = (): void => {
    const folder = added.trim();
    if (folder === '') return;
    void save([
      ...watch.filter((one) => one.folder !== folder),
      { folder, service: 'vat-invoice', addExisting },
    ]);
    setAdded('');
    setAddExisting(false);
  };
  return (
    <Section title={t('settings.watch')}>
      {watch.map((watched) => (
        <Folder
          key={watched.folder}
          watched={watched}
          onChange={(changed) =>
            save(watch.flatMap((one) => (one === watched ? (changed ? [changed] : []) : [one])))
          }
        />
      ))}
      <TextInput
        label={t('settings.watchNew')}
        hint={t('settings.watchHint')}
        value={added}
        onChange={setAdded}
      />
      <Switch isOn={addExisting} onChange={setAddExisting}>
        {t('settings.watchExisting')}
      </Switch>
      <div>
        <Button isDisabled={added.trim() === ''} onPress={add}>
          {t('settings.watchAdd')}
        </Button>
      </div>
    </Section>
  );
};
