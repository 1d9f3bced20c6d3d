import type { ExportRecord } from '../../../shared/contract/export/record.ts';
import type { PageDetail } from '../../../shared/contract/page.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import { useApp } from '../../state/store.ts';
import { formatDay, formatInstant } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { exportLine, formName } from './export-line.ts';

/**
 * When and in which format the shown page was exported, and whether it changed since. Lists all its exports
 * on demand.
 */
export const ExportedNote = ({ service }: { readonly service: ServiceId }) => {
  const detail = useApp((state) => state.details[service]);
  const last = detail?.exports.last[0];
  return detail && last && <Note key={detail.summary.id} exports={detail.exports} last={last} />;
};

type Props = { readonly exports: PageDetail['exports']; readonly last: ExportRecord };

const Note = ({ exports, last }: Props) => {
  const { t, language } = useTexts();
  return (
    <details className="exported-note">
      <summary>
        <Icon name="export" />
        <span>
          {t('exports.record.last', { day: formatDay(last.at, language), form: formName(last, t) })}
          {exports.isChangedSince && <strong className="tone-warn"> · {t('exports.record.changed')}</strong>}
        </span>
        <Icon name="chevron" />
      </summary>
      <ol aria-label={t('exports.record.times', { count: exports.last.length })}>
        {exports.last.map((record) => (
          <li key={record.id}>
            <span>{formatInstant(record.at, language)}</span>
            <span className="muted">{exportLine(record, t)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
};
