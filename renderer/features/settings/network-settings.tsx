import { FileTrigger } from 'react-aria-components';
import { countPem, isProxy, isPem } from '../../../shared/contract/account.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import { useTyped } from '../../state/typed.ts';
import { useTools } from '../tools.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { SettingsRow, Section } from './section.tsx';

/** A certificate file in PEM or DER form as PEM. The backend validates its content. */
const certificateAsPem = (bytes: Uint8Array): string => {
  const text = new TextDecoder().decode(bytes);
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g);
  const pem = blocks?.join('\n').replaceAll('\r', '');
  if (pem && isPem(pem)) return `${pem}\n`;
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const lines = btoa(binary).replaceAll(/.{64}/g, '$&\n').trimEnd();
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
};

const isRight = (text: string): boolean => text.trim() === '' || isProxy(text.trim());

/**
 * Network settings for calls if the system's defaults don't work: a proxy and additional trusted certificate
 * authorities.
 */
export const NetworkSettings = ({ settings }: { readonly settings: Settings }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const wrong = t('settings.proxyWrong');
  const proxy = useTyped({
    place: 'setting:proxy',
    saved: settings.proxy,
    check: (text) =>
      isRight(text) ? { ok: true, value: text.trim() } : { ok: false, reason: { zh: wrong, en: wrong } },
    save: (text) => actions.changeSettings({ proxy: text ?? '' }),
  });
  const count = countPem(settings.authorities);

  const add = async (files: FileList | null) => {
    const added = await Promise.all(
      [...(files ?? [])].map(async (file) => certificateAsPem(new Uint8Array(await file.arrayBuffer()))),
    );
    if (added.length > 0)
      await actions.changeSettings({ authorities: settings.authorities + added.join('') });
  };

  return (
    <Section title={t('settings.network')}>
      <TextInput
        label={t('settings.proxy')}
        hint={t('settings.proxyHint')}
        value={proxy.text}
        error={isRight(proxy.text) ? null : wrong}
        onChange={proxy.type}
        ends={proxy}
      />
      <SettingsRow label={t('settings.authorities')}>
        <p role="status">
          {count === 0 ? t('settings.authoritiesNone') : t('settings.authoritiesCount', { count })}
        </p>
        <p className="hint">{t('settings.authoritiesHint')}</p>
        <div className="settings-buttons">
          <FileTrigger
            acceptedFileTypes={['.pem', '.crt', '.cer', '.der']}
            allowsMultiple
            onSelect={(files) => void add(files)}
          >
            <Button>{t('settings.authoritiesAdd')}</Button>
          </FileTrigger>
          {count > 0 && (
            <Button look="danger" onPress={() => void actions.changeSettings({ authorities: '' })}>
              {t('settings.authoritiesRemove')}
            </Button>
          )}
        </div>
      </SettingsRow>
    </Section>
  );
};
