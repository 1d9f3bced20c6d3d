import { withAttribute } from '../../shared/face/attributes.ts';
import type { Face } from '../../shared/face/model.ts';
import type { FaceNote } from '../../shared/face/review.ts';
import type { ImagePoint } from '../../shared/geometry.ts';
import type { Bilingual, Language } from '../../shared/language.ts';
import type { Finding } from '../../shared/invoice/finding.ts';
import type { ExportPage } from './export-page.ts';
import { attributeTexts, attributeOrder, attributeWord } from '../../shared/texts/faces.ts';
import type { ExportFacts } from './page-encoder.ts';
import { errorText, paidMark, demoMark, stateOf, stateWord } from './page-words.ts';
import { type FaceRow, place, type CellType, type Column, type PlacedColumn } from './rows.ts';
import { exportWords, faceHeaders, pointCountHeader, pointHeader } from '../../shared/texts/exports.ts';
import { joinClauses, labelled } from '../../shared/texts/phrases.ts';

export type FaceTableOptions = {
  readonly language: Language;
  /** Adds two columns for each feature point ordinal of any face. */
  readonly points: boolean;
  readonly attributes: boolean;
  /**
   * For files with a column limit: points beyond it are left out, and a column contains the number of points
   * per face.
   */
  readonly mostColumns?: number;
};

type FaceColumn = Column<FaceRow>;

const column = (
  id: string,
  header: Bilingual,
  type: CellType,
  width: number,
  value: FaceColumn['value'],
): FaceColumn => ({ id, header, type, width, value });

const number = (id: string, header: Bilingual, value: (row: FaceRow) => number | null | undefined) =>
  column(id, header, 'number', 9, (row) => decimal(value(row)));

/** Digits without an exponent, because some programs treat 1e-7 as text. */
const decimal = (value: number | null | undefined): string | null => {
  if (value === null || value === undefined) return null;
  const short = String(value);
  return /e/iu.test(short) ? value.toFixed(20).replace(/\.?0+$/u, '') : short;
};

const checksOf = (page: ExportPage): readonly Finding[] => page.faceChecks ?? [];

/** The messages of the findings about a photo's faces; null if there are none. */
const checkWords = (page: ExportPage, language: Language): string | null =>
  checksOf(page).length === 0
    ? null
    : checksOf(page)
        .map(({ message }) => message[language])
        .join('\n');

const placeColumns: readonly FaceColumn[] = [
  column('source', faceHeaders.source, 'text', 28, ({ page }) => page.source),
  number('page', faceHeaders.page, ({ page }) => page.page),
  column('state', faceHeaders.state, 'text', 16, ({ page, face }, language) =>
    stateOf(page) === 'recognized' && face === null && checksOf(page).length === 0
      ? exportWords.noFace[language]
      : stateWord(page, language),
  ),
];

const boxColumns: readonly FaceColumn[] = [
  number('index', faceHeaders.index, ({ face }) => face?.index),
  number('score', faceHeaders.score, ({ face }) => face?.score),
  number('x', faceHeaders.x, ({ face }) => face?.box?.x),
  number('y', faceHeaders.y, ({ face }) => face?.box?.y),
  number('w', faceHeaders.w, ({ face }) => face?.box?.w),
  number('h', faceHeaders.h, ({ face }) => face?.box?.h),
];

const attributeColumns: readonly FaceColumn[] = attributeOrder.map((name) =>
  column(name, attributeTexts[name], 'text', 11, ({ face }, language) =>
    attributeWord(face?.attributes ?? null, name, language),
  ),
);

const noteOf = ({ page, face }: FaceRow): FaceNote | null => (face && page.faceNotes.get(face.index)) ?? null;

const byHandColumn = column('byHand', faceHeaders.byHand, 'text', 10, (row, language) =>
  noteOf(row)?.byHand ? exportWords.yes[language] : null,
);

/** The recognized values of corrected attributes: `Gender: male; Mask: nothing`. */
const extractedBefore = (row: FaceRow, language: Language): string | null => {
  const corrected = noteOf(row)?.corrected ?? {};
  const parts = attributeOrder.flatMap((name) => {
    const value = corrected[name];
    if (value === undefined) return [];
    const word = value === null ? null : attributeWord(withAttribute(null, name, value), name, language);
    return [labelled(attributeTexts[name][language], word ?? exportWords.nothing[language], language)];
  });
  return parts.length === 0 ? null : joinClauses(parts, language);
};

const correctedColumn = column('corrected', faceHeaders.corrected, 'text', 22, extractedBefore);

const endColumns: readonly FaceColumn[] = [
  column(
    'error',
    faceHeaders.error,
    'text',
    40,
    ({ page }, language) => errorText(page, language) ?? checkWords(page, language),
  ),
  column('sid', faceHeaders.sid, 'id', 24, ({ page }) => page.sid),
  column('sandbox', faceHeaders.sandbox, 'text', 12, ({ page }, language) => demoMark(page, language)),
  column('maybe-paid', faceHeaders['maybe-paid'], 'text', 12, ({ page }, language) =>
    paidMark(page, language),
  ),
];

const ordinalsOf = ({ points, pointNumbers }: Face): readonly number[] =>
  pointNumbers ?? points.map((_, index) => index + 1);

/** Finds points by ordinal. A row is written cell by cell, so the points of its face are looked up once. */
const pointFinder = () => {
  let last: { readonly face: Face; readonly points: ReadonlyMap<number, ImagePoint> } | null = null;
  return (face: Face | null, ordinal: number): ImagePoint | undefined => {
    if (face === null) return undefined;
    if (last?.face !== face) {
      const { points } = face;
      const entries = ordinalsOf(face).flatMap((own, at): readonly [number, ImagePoint][] =>
        points[at] ? [[own, points[at]]] : [],
      );
      last = { face, points: new Map(entries) };
    }
    return last.points.get(ordinal);
  };
};

const pairsOf = (ordinals: readonly number[]): readonly FaceColumn[] => {
  const find = pointFinder();
  return ordinals.flatMap((ordinal) =>
    (['x', 'y'] as const).map((side) =>
      number(
        `point_${ordinal}_${side}`,
        pointHeader(ordinal, side),
        ({ face }) => find(face, ordinal)?.[side],
      ),
    ),
  );
};

/** Precedes the points if a file can't contain all of them. */
const pointCountColumn = (held: number): FaceColumn =>
  column(
    'pointCount',
    pointCountHeader(held),
    'number',
    52,
    ({ face }) => face && String(face.points.length),
  );

const pointColumns = (ordinals: readonly number[], room: number): readonly FaceColumn[] => {
  if (ordinals.length * 2 <= room) return pairsOf(ordinals);
  const held = Math.floor((room - 1) / 2);
  return [pointCountColumn(held), ...pairsOf(ordinals.slice(0, held))];
};

/**
 * The columns of the table of faces, one row per face: photo, ordinal, score, box, whether it was drawn by hand,
 * attributes as text with the recognized value of corrected ones, feature points.
 */
export const faceColumns = (
  { pointOrdinals }: Pick<ExportFacts, 'pointOrdinals'>,
  { language, points, attributes, mostColumns = Infinity }: FaceTableOptions,
): readonly PlacedColumn<FaceRow>[] => {
  const columns = [
    ...placeColumns,
    ...boxColumns,
    byHandColumn,
    ...(attributes ? [...attributeColumns, correctedColumn] : []),
    ...endColumns,
  ];
  const all = points ? [...columns, ...pointColumns(pointOrdinals, mostColumns - columns.length)] : columns;
  return place(all, language);
};
