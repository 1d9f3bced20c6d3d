import { fieldOf, placeOf, valueAt } from '../../shared/invoice/fields.ts';
import { latestCorrections } from '../../shared/invoice/correct-invoice.ts';
import type { FieldPath, Invoice } from '../../shared/invoice/model.ts';
import type { Check, Correction } from '../../shared/records.ts';
import { linesField } from '../../shared/review/edits.ts';

export type ReadingNow = {
  /** As it was read by the call that is shown. */
  readonly read: Invoice;
  /** With the corrections in place. */
  readonly value: Invoice;
  /** When that call came to its end, ISO 8601. */
  readonly readAt: string;
  /** As it was read when a correction was made; null where that reading is no longer there. */
  readonly readBefore: (at: string) => Invoice | null;
};

const shown = (value: string | null, none: string): string => value ?? none;

const fieldCheck = (path: FieldPath, before: string | null, now: string | null): Check => {
  const label = fieldOf(path)?.label ?? { zh: path, en: path };
  return {
    id: 'reading-changed',
    level: 'warn',
    message: {
      zh: `${label.zh}：再次识别读作“${shown(now, '空')}”，此前读作“${shown(before, '空')}”；您的更正保留，请核对`,
      en: `${label.en}: recognized again as “${shown(now, 'empty')}”, before as “${shown(before, 'empty')}”; your correction stands, look at it`,
    },
    fields: [path],
  };
};

const linesCheck: Check = {
  id: 'reading-changed',
  level: 'warn',
  message: {
    zh: '再次识别的货物行与此前不同；您对各行的编辑已应用于新的识别结果，请核对',
    en: 'The goods lines were recognized differently this time; your edits of them were applied to the new reading, look at them',
  },
  fields: [],
};

/**
 * Three-way comparison after a page was recognized again: the reading that the user corrected, the correction, and the
 * new reading. A correction always stands; where the new reading differs from both others, that is worth the user's
 * look. One that was made since is their word on it.
 * @param standing the user's edits of the invoice that count, oldest first
 */
export const changedReadings = (
  standing: readonly Correction[],
  { read, value, readAt, readBefore }: ReadingNow,
): readonly Check[] => {
  const older = standing.filter(({ at }) => at < readAt);
  if (older.length === 0) return [];
  const linesEdit = older.findLast(({ field }) => field === linesField);
  const beforeLines = linesEdit && readBefore(linesEdit.at);
  const linesDiffer = beforeLines && JSON.stringify(beforeLines.lines) !== JSON.stringify(read.lines);
  const fields = [...latestCorrections(standing).values()]
    // Where lines were added or taken away, a line's place in a reading is no longer its place now.
    .filter(({ field, at }) => at < readAt && !(linesEdit && placeOf(field)?.kind === 'line'))
    .flatMap(({ field, at }) => {
      const before = readBefore(at);
      if (!before) return [];
      const [was, now] = [valueAt(before, field), valueAt(read, field)];
      return was === now || now === valueAt(value, field) ? [] : [fieldCheck(field, was, now)];
    });
  return linesDiffer ? [...fields, linesCheck] : fields;
};
