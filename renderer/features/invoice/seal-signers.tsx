import type { PageDetail } from '../../../shared/contract/page.ts';
import { Button } from '../../ui/button.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useApp } from '../../state/store.ts';
import { useTools } from '../tools.ts';

type Signer = PageDetail['signers'][number];

/** A fingerprint in groups of four, so that a person can compare it. */
const inGroups = (key: string): string => key.match(/.{1,4}/gu)?.join(' ') ?? key;

const days = (from: string | null, until: string | null): string =>
  [from, until].map((instant) => instant?.slice(0, 10) ?? '?').join(' – ');

const Trust = ({ signer }: { readonly signer: Signer }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const trusted = useApp((state) => state.info?.settings.trustedSigners) ?? [];
  const { key, name } = signer;
  if (key === null) return null;
  const others = trusted.filter((one) => one.key !== key);
  const isMine = others.length < trusted.length;
  if (isMine)
    return (
      <Button onPress={() => void actions.changeSettings({ trustedSigners: others })}>
        {t('invoice.seal.forget')}
      </Button>
    );
  if (signer.signer === 'known') return null;
  const added = { key, name: (name ?? '').slice(0, 200) };
  return (
    <>
      <p className="hint">{t('invoice.seal.trustHint')}</p>
      <Button onPress={() => void actions.changeSettings({ trustedSigners: [...trusted, added] })}>
        {t('invoice.seal.trust')}
      </Button>
    </>
  );
};

/** Who sealed a file: each signature with its certificates and the fingerprint of its key. */
export const SealSigners = ({ signers }: { readonly signers: PageDetail['signers'] }) => {
  const { t, language } = useTexts();
  if (signers.length === 0) return null;
  return (
    <details className="seal-signers">
      <summary>{t('invoice.seal.details')}</summary>
      {signers.map((signer, index) => (
        // A file may have two equal signatures.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index}>
          {signers.length > 1 && <p>{signer.text[language]}</p>}
          {signer.chain.length > 0 && (
            <ol aria-label={t('invoice.seal.chain')}>
              {signer.chain.map(({ subject, issuer, from, until }, place) => (
                // oxlint-disable-next-line react/no-array-index-key
                <li key={place}>
                  {t('invoice.seal.certificate', {
                    subject: subject ?? '?',
                    issuer: issuer ?? '?',
                    days: days(from, until),
                  })}
                </li>
              ))}
            </ol>
          )}
          {signer.key !== null && (
            <p className="muted">
              {t('invoice.seal.fingerprint')} <code>{inGroups(signer.key)}</code>
            </p>
          )}
          <Trust signer={signer} />
        </div>
      ))}
    </details>
  );
};
