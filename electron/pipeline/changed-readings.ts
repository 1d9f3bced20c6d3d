import { fieldOf } from '../../shared/invoice/fields.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import type { Finding } from '../../shared/invoice/finding.ts';
import type { Conflict, LinesConflict } from '../../shared/review/merge-readings.ts';

const quoted = (value: string | null, none: string): string => value ?? none;

const fieldCheck = ({ field, before, now }: Conflict): Finding => {
  const label = fieldOf(field)?.label ?? { zh: field, en: field };
  return {
    id: 'reading-changed',
    level: 'warn',
    message: {
      zh: `${label.zh}：再次识别读作“${quoted(now, '空')}”，此前读作“${quoted(before, '空')}”；您的更正保留，请选择`,
      en: `${label.en}: recognized again as “${quoted(now, 'empty')}”, before as “${quoted(before, 'empty')}”; your correction stands until you choose`,
    },
    fields: [field],
  };
};

const linesCheck = ({ before, now }: LinesConflict, value: Invoice): Finding => ({
  id: 'reading-changed',
  level: 'warn',
  message: {
    zh: `货物行：再次识别读作 ${now.length} 行，此前读作 ${before.length} 行，内容也与您的编辑不合；您编辑的各行保留，请选择`,
    en: `Goods lines: recognized again as ${now.length}, before as ${before.length}, at odds with your edits; the lines as you edited them stand until you choose`,
  },
  // The first cell stands for the table, so that whoever walks the doubtful fields comes by it.
  fields: value.lines.length > 0 ? ['lines.0.name'] : [],
});

/** What of a reading that was made again is at odds with the user's edits, as checks. */
export const changedReadings = (
  conflicts: readonly Conflict[],
  linesConflict: LinesConflict | null,
  value: Invoice,
): readonly Finding[] => [
  ...conflicts.map(fieldCheck),
  ...(linesConflict ? [linesCheck(linesConflict, value)] : []),
];
