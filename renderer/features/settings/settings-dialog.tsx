import { useCallback, useState } from 'react';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useApp } from '../../state/store.ts';
import { useTools } from '../tools.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Appearance } from './appearance.tsx';
import { CallSettings } from './call-settings.tsx';
import { NetworkSettings } from './network-settings.tsx';
import { WatchSettings } from './watch-settings.tsx';
import { CheckSettings } from './check-settings.tsx';
import { DataSettings } from './data-settings.tsx';
import { AccountSection } from './account-section.tsx';
import { FaceSettings } from './face-settings.tsx';
import { Section, SectionIndex, SettingsRow } from './section.tsx';
import type { AppInfo } from '../../../shared/contract/commands.ts';

const About = ({ info }: { readonly info: AppInfo }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const [isCopied, setCopied] = useState(false);
  return (
    <Section title={t('settings.about')}>
      <SettingsRow label={t('settings.version')}>
        <span className="selectable">{`Vouch ${info.version} · ${info.platform}`}</span>
      </SettingsRow>
      <SettingsRow label={t('settings.host')}>{t(`settings.hosts.${info.host}`)}</SettingsRow>
      <SettingsRow label={t('settings.diagnostics')}>
        <Button
          icon={isCopied ? 'check' : 'copy'}
          onPress={() => void actions.copyDiagnostics().then(setCopied)}
        >
          {t(isCopied ? 'settings.diagnosticsCopied' : 'settings.copyDiagnostics')}
        </Button>
        <p className="muted">{t('settings.diagnosticsText')}</p>
      </SettingsRow>
    </Section>
  );
};

const inOrder = (one: HTMLElement, other: HTMLElement): number =>
  one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

/** The headings of the shown sections in their order, and the ref that they register with. */
const useHeadings = () => {
  const [headings, setHeadings] = useState<readonly HTMLElement[]>([]);
  const register = useCallback((heading: HTMLElement | null) => {
    if (!heading) return undefined;
    setHeadings((known) => [...known, heading].toSorted(inOrder));
    return () => setHeadings((known) => known.filter((other) => other !== heading));
  }, []);
  return [headings, register] as const;
};

/** All settings in sections, with an index next to them. */
export const SettingsDialog = () => {
  const { t } = useTexts();
  const { actions, person } = useTools();
  const info = useApp((state) => state.info);
  const [headings, register] = useHeadings();
  if (!info) return null;
  // Administrators set the checks and the face options for all users. The other settings describe one
  // computer, and are not shown in an office.
  if (info.host === 'office')
    return (
      <Dialog title={t('settings.title')} onClose={actions.closeDialog}>
        <Appearance settings={info.settings} />
        {person?.role === 'administrator' && (
          <>
            <CheckSettings settings={info.settings} />
            <Section title={t('settings.calls')}>
              <FaceSettings settings={info.settings} />
            </Section>
          </>
        )}
      </Dialog>
    );
  return (
    <Dialog wide title={t('settings.title')} onClose={actions.closeDialog}>
      <div className="settings">
        <nav className="settings-index" aria-label={t('settings.index')}>
          {headings.map((heading) => (
            <Button
              key={heading.textContent}
              small
              look="quiet"
              onPress={() => {
                heading.scrollIntoView({ block: 'start' });
                heading.focus({ preventScroll: true });
              }}
            >
              {heading.textContent}
            </Button>
          ))}
          <p className="hint">{t('settings.appliedImmediately')}</p>
        </nav>
        <div className="settings-sections">
          <SectionIndex value={register}>
            <AccountSection status={info.account} />
            <Appearance settings={info.settings} />
            <CheckSettings settings={info.settings} />
            <CallSettings settings={info.settings} />
            <NetworkSettings settings={info.settings} />
            <WatchSettings settings={info.settings} />
            <DataSettings info={info} />
            <About info={info} />
          </SectionIndex>
        </div>
      </div>
    </Dialog>
  );
};
