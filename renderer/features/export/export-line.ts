import type { TFunction } from 'i18next';
import type { ExportRecord, RecordedLayout } from '../../../shared/contract/export/record.ts';

/** What an export was written as. */
export const formName = ({ form }: Pick<ExportRecord, 'form'>, t: TFunction): string =>
  form === 'anonymous' || form === 'crops'
    ? t(`exports.record.pictures.${form}`)
    : t(`exports.formats.${form}`);

const layoutName = (layout: RecordedLayout | null, t: TFunction): string | null => {
  // Our own layout is what everybody takes it for.
  if (layout === null || layout === 'vouch') return null;
  return typeof layout === 'string' ? t(`exports.record.layouts.${layout}`) : layout.own;
};

/** An export in one line: as what, with which columns, where to, and how much of what was chosen. */
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
