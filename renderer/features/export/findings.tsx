import type { ExportSummary } from '../../../shared/contract/export/choice.ts';
import { joinItems } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Icon } from '../../ui/icon.tsx';

/** The open findings of the pages to export, with counts. */
export const Findings = ({ summary }: { readonly summary: ExportSummary }) => {
  const { t, language } = useTexts();
  const { failed, cancelled, waiting, unread, withErrors, withWarnings, sandbox } = summary;
  const isClear = failed + cancelled + waiting + withErrors + withWarnings + sandbox === 0;
  if (isClear)
    return (
      <p className="finding tone-ok">
        <Icon name="check" />
        {t('exports.allClear')}
      </p>
    );
  return (
    <ul className="stack">
      {withErrors > 0 && (
        <li className="finding tone-error">
          <Icon name="error" />
          {t('exports.confirmErrors', { count: withErrors })}
        </li>
      )}
      {failed > 0 && (
        <li className="finding tone-error">
          <Icon name="error" />
          {t('exports.confirmFailed', { count: failed })}
        </li>
      )}
      {cancelled > 0 && (
        <li className="finding tone-error">
          <Icon name="error" />
          {t('exports.confirmCancelled', { count: cancelled })}
        </li>
      )}
      {waiting > 0 && (
        <li className="finding tone-error">
          <Icon name="busy" />
          {t('exports.confirmWaiting', { count: waiting })}
        </li>
      )}
      {unread.length > 0 && (
        <li className="muted selectable unread-names">
          {joinItems(unread, language)}
          {cancelled + waiting > unread.length && ' …'}
        </li>
      )}
      {withWarnings > 0 && (
        <li className="finding tone-warn">
          <Icon name="alert" />
          {t('exports.confirmWarnings', { count: withWarnings })}
        </li>
      )}
      {sandbox > 0 && (
        <li className="finding">
          <Icon name="info" />
          {t('exports.confirmSandbox', { count: sandbox })}
        </li>
      )}
    </ul>
  );
};
