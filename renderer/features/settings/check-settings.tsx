import { useState, type ClipboardEvent } from 'react';
import type { Company, Settings, TrustedSigner } from '../../../shared/contract/settings.ts';
import { useTools } from '../tools.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Switch } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { NumberSetting } from './number-setting.tsx';
import { readCompanies, withCompanies } from './read-companies.ts';
import { SettingsRow, Section } from './section.tsx';

/** Settings of the checks: the confidence limit and the user's own companies. */
export const CheckSettings = ({ settings }: { readonly settings: Settings }) => {
  const { t } = useTexts();
  const { actions, user } = useTools();
  const isOffice = user !== null;
  return (
    <Section title={t('settings.checks')}>
      {isOffice && (
        <SettingsRow label={t('settings.fourEyes')}>
          <Switch isOn={settings.fourEyes} onChange={(fourEyes) => void actions.changeSettings({ fourEyes })}>
            {t('settings.fourEyes')}
          </Switch>
          <p className="hint">{t('settings.fourEyesHint')}</p>
        </SettingsRow>
      )}
      <SettingsRow label={t('settings.confidenceLimit')}>
        <NumberSetting
          name="confidenceLimit"
          label={t('settings.confidenceLimit')}
          value={settings.confidenceLimit}
          least={0}
          most={1}
          step={0.01}
          format={{ style: 'percent' }}
          onChange={(confidenceLimit) => void actions.changeSettings({ confidenceLimit })}
        />
        <p className="hint">{t('settings.confidenceHint')}</p>
      </SettingsRow>
      <SettingsRow label={t('settings.companies')}>
        <Companies companies={settings.ownCompanies} />
      </SettingsRow>
      {settings.trustedSigners.length > 0 && (
        <SettingsRow label={t('settings.signers')}>
          <Signers signers={settings.trustedSigners} />
        </SettingsRow>
      )}
    </Section>
  );
};

/** Signers that the user trusts, each with the start of its fingerprint. */
const Signers = ({ signers }: { readonly signers: readonly TrustedSigner[] }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  return (
    <div className="companies">
      <ul>
        {signers.map(({ key, name }) => (
          <li key={key} className="company">
            <span className="cut">{name}</span>
            <code className="cut muted" title={key}>
              {key.slice(0, 16)}
            </code>
            <IconButton
              small
              icon="remove"
              label={t('settings.removeSigner', { name })}
              onPress={() =>
                void actions.changeSettings({ trustedSigners: signers.filter((one) => one.key !== key) })
              }
            />
          </li>
        ))}
      </ul>
      <p className="hint">{t('settings.signersHint')}</p>
    </div>
  );
};

const Companies = ({ companies }: { readonly companies: readonly Company[] }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const [name, setName] = useState('');
  const [taxId, setTaxId] = useState('');
  const isEmpty = name.trim() === '' && taxId.trim() === '';
  const keep = (added: readonly Company[]) =>
    void actions.changeSettings({ ownCompanies: withCompanies(companies, added) });
  const add = () => {
    keep([{ name: name.trim(), taxId: taxId.trim() }]);
    setName('');
    setTaxId('');
  };
  /** Splits a multi-line paste from a spreadsheet: one company per line. A single word is pasted as is. */
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (!/[\t\r\n]/u.test(text.trim())) return;
    event.preventDefault();
    keep(readCompanies(text));
  };
  const remove = (company: Company) =>
    void actions.changeSettings({ ownCompanies: companies.filter((other) => other !== company) });

  return (
    <div className="companies">
      <ul>
        {companies.map((company) => (
          <li key={`${company.name}/${company.taxId}`} className="company">
            <span className="cut">{company.name}</span>
            <span className="cut muted">{company.taxId}</span>
            <IconButton
              small
              icon="remove"
              label={t('settings.removeCompany', { name: company.name || company.taxId })}
              onPress={() => remove(company)}
            />
          </li>
        ))}
      </ul>
      <div className="company-new" onPaste={paste}>
        <TextInput label={t('settings.companyName')} value={name} onChange={setName} />
        <TextInput label={t('settings.companyTaxId')} value={taxId} onChange={setTaxId} />
        <Button isDisabled={isEmpty} onPress={add}>
          {t('settings.addCompany')}
        </Button>
      </div>
      <p className="hint">{t('settings.companiesHint')}</p>
    </div>
  );
};
