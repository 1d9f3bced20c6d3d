import type { TFunction } from 'i18next';
import type { ExportRecord, RecordedLayout } from '../../../shared/contract/export/record.ts';

/** Display name of an export's format. */
export const formName = ({ form }: Pick<ExportRecord, 'form'>, t: TFunction): string =>
  form === 'anonymous' || form === 'crops'
    ? t(`exports.record.pictures.${form}`)
    : t(`exports.formats.${form}`);

const layoutName = (layout: RecordedLayout | null, t: TFunction): string | null => {
  // The default layout needs no name.
  if (layout === null || layout === 'vouch') return null;
  return typeof layout === 'string' ? t(`exports.record.layouts.${layout}`) : layout.own;
};

/** One line about an export: format, layout, target and number of exported pages. */
export const exportLine = (record: ExportRecord, t: TFunction): string =>
  [
    formName(record, t),
    layoutName(record.layout, t),
    t(`exports.record.places.${record.place}`, { target: record.target }),
    t('exports.record.pages', { count: record.pages }),
    record.leftOut > 0 ? t('exports.record.leftOut', { count: record.leftOut }) : null,
  ]
    .filter((part) => part !== null)
    .join(' · ');
