import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useApp } from '../../state/store.ts';
import { useTools } from '../tools.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { About } from './about.tsx';
import { Appearance } from './appearance.tsx';
import { CallSettings } from './call-settings.tsx';
import { NetworkSettings } from './network-settings.tsx';
import { WatchSettings } from './watch-settings.tsx';
import { CheckSettings } from './check-settings.tsx';
import { DataSettings } from './data-settings.tsx';
import { Credentials } from './credentials.tsx';

/** All settings on one page: they are few enough to be shown together. */
export const SettingsDialog = () => {
  const { t } = useTexts();
  const { actions } = useTools();
  const info = useApp((state) => state.info);
  if (!info) return null;
  // The others say how servers and workers of an office work, and are none of a window.
  if (info.host === 'office')
    return (
      <Dialog title={t('settings.title')} onClose={actions.closeDialog}>
        <Appearance settings={info.settings} />
      </Dialog>
    );
  return (
    <Dialog wide title={t('settings.title')} onClose={actions.closeDialog}>
      <Credentials status={info.credentials} />
      <Appearance settings={info.settings} />
      <CheckSettings settings={info.settings} />
      <CallSettings settings={info.settings} />
      <NetworkSettings settings={info.settings} />
      <WatchSettings settings={info.settings} />
      <DataSettings info={info} />
      <About info={info} />
    </Dialog>
  );
};
