import type { ExportSummary } from '../../../shared/review/export-summary.ts';
import { joinItems } from '../../../shared/texts/join.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';

type LineProps = {
  readonly count: number;
  readonly tone: 'tone-error' | 'tone-warn' | 'plain';
  readonly icon: IconName;
  readonly text: string;
};

const Line = ({ count, tone, icon, text }: LineProps) =>
  count > 0 && (
    <li className={`finding ${tone}`}>
      <Icon name={icon} />
      {text}
    </li>
  );

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
      <Line
        count={withErrors}
        tone="tone-error"
        icon="error"
        text={t('exports.confirmErrors', { count: withErrors })}
      />
      <Line
        count={failed}
        tone="tone-error"
        icon="error"
        text={t('exports.confirmFailed', { count: failed })}
      />
      <Line
        count={cancelled}
        tone="tone-error"
        icon="error"
        text={t('exports.confirmCancelled', { count: cancelled })}
      />
      <Line
        count={waiting}
        tone="tone-error"
        icon="busy"
        text={t('exports.confirmWaiting', { count: waiting })}
      />
      {unread.length > 0 && (
        <li className="muted selectable unread-names">
          {joinItems(unread, language)}
          {cancelled + waiting > unread.length && ' …'}
        </li>
      )}
      <Line
        count={withWarnings}
        tone="tone-warn"
        icon="alert"
        text={t('exports.confirmWarnings', { count: withWarnings })}
      />
      <Line count={sandbox} tone="plain" icon="info" text={t('exports.confirmSandbox', { count: sandbox })} />
    </ul>
  );
};
