import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { readerChoices, type Settings } from '../../../shared/contract/settings.ts';
import { useTools } from '../tools.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Segments, Switch } from '../../ui/choices.tsx';
import { NumberSetting } from './number-setting.tsx';
import { Section, SettingsRow, SectionIndex } from './section.tsx';
import { densities, setDensity, usePanelView } from '../../state/panel-view.ts';
import { saveTyped } from '../../state/typed.ts';
import { useApp } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NetworkSettings } from './network-settings.tsx';
import { CheckSettings } from './check-settings.tsx';
import { DataSettings } from './data-settings.tsx';
import { AccountSection } from './account-section.tsx';
import { WatchSettings } from './watch-settings.tsx';
import type { AppInfo } from '../../../shared/contract/commands.ts';

/** The mailbox and its texts are loaded with the settings. */
const MailboxSettings = lazy(async () => ({
  default: (await import('./mailbox-settings.tsx')).MailboxSettings,
}));

const OfficeLimits = lazy(async () => ({ default: (await import('./office-limits.tsx')).OfficeLimits }));

/** A large table with texts of its own. */
const KeySettings = lazy(async () => ({ default: (await import('./key-settings.tsx')).KeySettings }));

const languageChoices = ['system', 'zh', 'en'] as const;
const themeChoices = ['system', 'light', 'dark'] as const;

const Appearance = ({ settings }: { readonly settings: Settings }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const density = usePanelView((view) => view.density);
  return (
    <Section title={t('settings.look')}>
      <SettingsRow label={t('settings.language')}>
        <Segments
          label={t('settings.language')}
          value={settings.language}
          options={languageChoices.map((value) => ({ value, label: t(`settings.languages.${value}`) }))}
          onChange={(language) => void actions.changeSettings({ language })}
        />
      </SettingsRow>
      <SettingsRow label={t('settings.theme')}>
        <Segments
          label={t('settings.theme')}
          value={settings.theme}
          options={themeChoices.map((value) => ({ value, label: t(`settings.themes.${value}`) }))}
          onChange={(theme) => void actions.changeSettings({ theme })}
        />
      </SettingsRow>
      <SettingsRow label={t('settings.density')}>
        <Segments
          label={t('settings.density')}
          value={density}
          options={densities.map((value) => ({ value, label: t(`settings.densities.${value}`) }))}
          onChange={setDensity}
        />
      </SettingsRow>
      <Switch isOn={settings.keepZoom} onChange={(keepZoom) => void actions.changeSettings({ keepZoom })}>
        {t('settings.keepZoom')}
      </Switch>
    </Section>
  );
};

/** Options of the face service for data in addition to the boxes. */
const FaceSettings = ({ settings }: { readonly settings: Settings }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  return (
    <>
      <Switch
        isOn={settings.facePoints}
        onChange={(facePoints) => void actions.changeSettings({ facePoints })}
      >
        {t('settings.facePoints')}
      </Switch>
      <Switch
        isOn={settings.faceAttributes}
        onChange={(faceAttributes) => void actions.changeSettings({ faceAttributes })}
      >
        {t('settings.faceAttributes')}
      </Switch>
    </>
  );
};

/** Who reads scans and photos of invoices. */
const ReaderSettings = ({ settings }: { readonly settings: Settings }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const { invoiceReader, skipProvenCalls } = settings;
  return (
    <>
      <SettingsRow label={t('settings.reader')}>
        <Segments
          label={t('settings.reader')}
          value={invoiceReader}
          options={readerChoices.map((value) => ({ value, label: t(`settings.readers.${value}`) }))}
          onChange={(reader) => void actions.changeSettings({ invoiceReader: reader })}
        />
        <p className="hint">{t(`settings.readerHints.${invoiceReader}`)}</p>
      </SettingsRow>
      {invoiceReader === 'both' && (
        <Switch
          isOn={skipProvenCalls}
          onChange={(skip) => void actions.changeSettings({ skipProvenCalls: skip })}
        >
          {t('settings.skipProven')}
        </Switch>
      )}
    </>
  );
};

const CallSettings = ({ settings }: { readonly settings: Settings }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  return (
    <Section title={t('settings.calls')}>
      <ReaderSettings settings={settings} />
      <SettingsRow label={t('settings.concurrency')}>
        <NumberSetting
          name="concurrency"
          label={t('settings.concurrency')}
          value={settings.concurrency}
          least={1}
          most={16}
          onChange={(concurrency) => void actions.changeSettings({ concurrency })}
        />
        <p className="hint">{t('settings.concurrencyHint')}</p>
      </SettingsRow>
      <Switch isOn={settings.localOnly} onChange={(localOnly) => void actions.changeSettings({ localOnly })}>
        {t('settings.localOnly')}
      </Switch>
      <Switch isOn={settings.lookFirst} onChange={(lookFirst) => void actions.changeSettings({ lookFirst })}>
        {t('settings.previewFirst')}
      </Switch>
      <FaceSettings settings={settings} />
      <Switch
        isOn={settings.allowPlainHttp}
        onChange={(allowPlainHttp) => void actions.changeSettings({ allowPlainHttp })}
      >
        {t('settings.allowPlainHttp')}
      </Switch>
      {settings.allowPlainHttp && <p className="warning">{t('settings.allowPlainHttpWarning')}</p>}
    </Section>
  );
};

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

/** How far below the top of the dialog's content a section begins to be the current one, in CSS pixels. */
const nearTop = 96;

/** The section that the user reads: the last one whose heading is near the top, or the last one at the end. */
const useCurrentHeading = (headings: readonly HTMLElement[]): HTMLElement | null => {
  const [current, setCurrent] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const look = (): void => {
      const body = headings[0]?.closest('.dialog-body');
      if (!body) return;
      const isAtEnd = body.scrollTop > 0 && body.scrollTop + body.clientHeight >= body.scrollHeight - 2;
      const limit = body.getBoundingClientRect().top + nearTop;
      const passed = headings.findLast((heading) => heading.getBoundingClientRect().top < limit);
      setCurrent((isAtEnd ? headings.at(-1) : passed) ?? headings[0] ?? null);
    };
    look();
    // A scroll event does not bubble.
    addEventListener('scroll', look, { capture: true, passive: true });
    return () => removeEventListener('scroll', look, { capture: true });
  }, [headings]);
  return current;
};

/** All settings in sections, with an index next to them. */
export const SettingsDialog = () => {
  const { t } = useTexts();
  const { actions, user } = useTools();
  const info = useApp((state) => state.info);
  const [headings, register] = useHeadings();
  const currentHeading = useCurrentHeading(headings);
  const close = (): void => {
    // A number saves when it loses the focus, which its removal does not tell.
    saveTyped();
    actions.closeDialog();
  };
  if (!info) return null;
  // Administrators set the checks and the face options for all users. The other settings describe one
  // computer, and are not shown in an office.
  if (info.host === 'office')
    return (
      <Dialog wide title={t('settings.title')} onClose={close}>
        <Appearance settings={info.settings} />
        <Suspense>
          <KeySettings chosen={info.settings.keys} />
        </Suspense>
        {user?.role === 'administrator' && (
          <>
            <CheckSettings settings={info.settings} />
            <Section title={t('settings.calls')}>
              <ReaderSettings settings={info.settings} />
              <FaceSettings settings={info.settings} />
            </Section>
            <Suspense>
              <OfficeLimits settings={info.settings} />
              <MailboxSettings settings={info.settings} />
            </Suspense>
          </>
        )}
      </Dialog>
    );
  return (
    <Dialog wide title={t('settings.title')} onClose={close}>
      <div className="settings">
        <nav className="settings-index" aria-label={t('settings.index')}>
          {headings.map((heading) => (
            <Button
              key={heading.textContent}
              small
              look="quiet"
              {...(heading === currentHeading && { 'aria-current': 'true' })}
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
            <Suspense>
              <MailboxSettings settings={info.settings} />
            </Suspense>
            <DataSettings info={info} />
            <Suspense>
              <KeySettings chosen={info.settings.keys} />
            </Suspense>
            <About info={info} />
          </SectionIndex>
        </div>
      </div>
    </Dialog>
  );
};
