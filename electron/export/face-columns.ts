import { withAttribute } from '../../shared/face/attributes.ts';
import type { FaceNote } from '../../shared/face/review.ts';
import type { Bilingual, Language } from '../../shared/language.ts';
import type { ExportPage } from './export-page.ts';
import { attributeNames, attributeOrder, attributeWord } from './face-words.ts';
import { errorText, sandboxMark, stateWord } from './page-words.ts';
import { faceRows, type FaceRow } from './rows.ts';
import { place, type CellType, type Column, type Table } from './table.ts';

export type FaceTableOptions = {
  readonly language: Language;
  /** Two columns a feature point, as many as the face with most of them has. */
  readonly points: boolean;
  readonly attributes: boolean;
};

type FaceColumn = Column<FaceRow>;

const column = (
  id: string,
  header: Bilingual,
  type: CellType,
  width: number,
  value: FaceColumn['value'],
): FaceColumn => ({ id, header, type, width, value });

const number = (id: string, zh: string, en: string, value: (row: FaceRow) => number | null | undefined) =>
  column(id, { zh, en }, 'number', 9, (row) => decimal(value(row)));

/** Digits without an exponent: 1e-7 is a number to us, and a text to others. */
const decimal = (value: number | null | undefined): string | null => {
  if (value === null || value === undefined) return null;
  const short = String(value);
  return /e/iu.test(short) ? value.toFixed(20).replace(/\.?0+$/u, '') : short;
};

const placeColumns: readonly FaceColumn[] = [
  column('source', { zh: '照片', en: 'Photo' }, 'text', 28, ({ page }) => page.source),
  number('page', '页', 'Page', ({ page }) => page.page),
  column('state', { zh: '状态', en: 'State' }, 'text', 16, ({ page, face }, language) =>
    page.failure === null && face === null ? noFace[language] : stateWord(page, language),
  ),
];

const noFace: Bilingual = { zh: '未发现人脸', en: 'no face found' };

const boxColumns: readonly FaceColumn[] = [
  number('index', '人脸序号', 'Face', ({ face }) => face?.index),
  number('score', '置信度', 'Score', ({ face }) => face?.score),
  number('x', 'x', 'x', ({ face }) => face?.box?.x),
  number('y', 'y', 'y', ({ face }) => face?.box?.y),
  number('w', '宽', 'w', ({ face }) => face?.box?.w),
  number('h', '高', 'h', ({ face }) => face?.box?.h),
];

const attributeColumns: readonly FaceColumn[] = attributeOrder.map((name) =>
  column(name, attributeNames[name], 'text', 11, ({ face }, language) =>
    attributeWord(face?.attributes ?? null, name, language),
  ),
);

const noteOf = ({ page, face }: FaceRow): FaceNote | null => (face && page.faceNotes.get(face.index)) ?? null;

const yes: Bilingual = { zh: '是', en: 'yes' };

const byHandColumn = column('byHand', { zh: '手动添加', en: 'By hand' }, 'text', 10, (row, language) =>
  noteOf(row)?.byHand ? yes[language] : null,
);

const nothingSaid: Bilingual = { zh: '未返回', en: 'nothing' };

/** What the service said of the attributes that were corrected: `Gender: male; Mask: nothing`. */
const saidBefore = (row: FaceRow, language: Language): string | null => {
  const corrected = noteOf(row)?.corrected ?? {};
  const parts = attributeOrder.flatMap((name) => {
    const said = corrected[name];
    if (said === undefined) return [];
    const word = said === null ? null : attributeWord(withAttribute(null, name, said), name, language);
    const colon = language === 'zh' ? '：' : ': ';
    return [`${attributeNames[name][language]}${colon}${word ?? nothingSaid[language]}`];
  });
  return parts.length === 0 ? null : parts.join(language === 'zh' ? '；' : '; ');
};

const correctedColumn = column(
  'corrected',
  { zh: '更正前（服务所给）', en: 'Before correction' },
  'text',
  22,
  saidBefore,
);

const endColumns: readonly FaceColumn[] = [
  column('error', { zh: '错误', en: 'Error' }, 'text', 40, ({ page }, language) => errorText(page, language)),
  column('sandbox', { zh: '沙箱数据', en: 'Sandbox data' }, 'text', 12, ({ page }, language) =>
    sandboxMark(page, language),
  ),
];

const mostPoints = (pages: readonly ExportPage[]): number =>
  pages.reduce(
    (most, { faces }) => (faces ?? []).reduce((n, { points }) => Math.max(n, points.length), most),
    0,
  );

const pointColumns = (pages: readonly ExportPage[]): readonly FaceColumn[] =>
  Array.from({ length: mostPoints(pages) }, (_, index) => {
    const ordinal = String(index + 1);
    return [
      number(
        `point_${ordinal}_x`,
        `点${ordinal} x`,
        `point ${ordinal} x`,
        ({ face }) => face?.points[index]?.x,
      ),
      number(
        `point_${ordinal}_y`,
        `点${ordinal} y`,
        `point ${ordinal} y`,
        ({ face }) => face?.points[index]?.y,
      ),
    ];
  }).flat();

/**
 * One row a face: photo, ordinal, score, box, whether it was drawn by hand, attributes in words with what the service
 * said of those that were corrected, feature points.
 */
export const faceTable = (
  pages: readonly ExportPage[],
  { language, points, attributes }: FaceTableOptions,
): Table<FaceRow> => ({
  columns: place(
    [
      ...placeColumns,
      ...boxColumns,
      byHandColumn,
      ...(attributes ? [...attributeColumns, correctedColumn] : []),
      ...endColumns,
      ...(points ? pointColumns(pages) : []),
    ],
    language,
  ),
  rows: faceRows(pages),
});
