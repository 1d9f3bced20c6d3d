import type { ExportSummary } from '../../../shared/contract/export/choice.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Icon } from '../../ui/icon.tsx';

/** What is open in the pages of an export, each with its count. */
export const Findings = ({ summary }: { readonly summary: ExportSummary }) => {
  const { t } = useTexts();
  const { failed, withErrors, withWarnings, sandbox } = summary;
  const isClear = failed + withErrors + withWarnings + sandbox === 0;
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
