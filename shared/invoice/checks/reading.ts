import type { Finding } from '../finding.ts';
import type { FieldPath } from '../model.ts';
import { labelsOf, outcome, type Checking } from './outcome.ts';

/** The goods rows are settled by position; each reason why not is named. */
export const checkRows: Checking = ({ invoice, doubts }) => {
  const open = doubts.filter(({ id }) => id === 'rows-settled');
  if (open.length === 0)
    return invoice.lines.length === 0
      ? []
      : [
          outcome(
            'rows-settled',
            'ok',
            [],
            `${invoice.lines.length} 行`,
            invoice.lines.length === 1 ? '1 row' : `${invoice.lines.length} rows`,
          ),
        ];
  const fields = [...new Set(open.flatMap((doubt) => doubt.fields))];
  return [
    outcome(
      'rows-settled',
      'error',
      fields,
      `商品行存疑：${open.map(({ message }) => message.zh).join('；')}`,
      `Line items are doubtful: ${open.map(({ message }) => message.en).join('; ')}`,
    ),
  ];
};

/** Whatever else the reading left open. */
export const checkDoubts: Checking = ({ doubts }): readonly Finding[] =>
  doubts
    .filter(({ id }) => id !== 'rows-settled')
    .map(({ id, fields, message }) => ({ id, level: 'warn', message, fields }));

const shownFields = 5;

/** Values read with less confidence than the user's limit; a corrected value has none to fall short of. */
export const checkConfidence: Checking = ({ origins }, { confidenceLimit }) => {
  const paths: FieldPath[] = [];
  let isScored = false;
  for (const path of Object.keys(origins)) {
    const score = origins[path]?.score ?? null;
    if (score === null) continue;
    isScored = true;
    if (score < confidenceLimit) paths.push(path);
  }
  if (!isScored) return [];
  const limit = `${Math.round(confidenceLimit * 100)}%`;
  if (paths.length === 0)
    return [
      outcome(
        'low-confidence',
        'ok',
        [],
        `各项识别把握均不低于 ${limit}`,
        `All values have at least ${limit} confidence`,
      ),
    ];
  const { zh, en } = labelsOf(paths.slice(0, shownFields));
  const more = paths.length > shownFields ? ' …' : '';
  return [
    outcome(
      'low-confidence',
      'warn',
      paths,
      `识别不太有把握（低于 ${limit}），请对照原件：${zh}${more}`,
      `Less than ${limit} confidence, compare with the picture: ${en}${more}`,
    ),
  ];
};
