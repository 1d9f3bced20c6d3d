import type { Face } from '../../shared/face/model.ts';
import { cornersOf, type ImagePoint, type Quad } from '../../shared/geometry.ts';
import { fieldOf, fieldPathsOf, valueAt } from '../../shared/invoice/fields.ts';
import type { Language } from '../../shared/language.ts';
import { findingsAt, findingsOf } from './page-words.ts';
import type { ExportPage } from './export-page.ts';
import { attributeTexts, attributeOrder, attributeWord } from '../../shared/texts/faces.ts';

export type MarkTone = 'sound' | 'warn' | 'error' | 'face';

/** An annotation on the picture; all points are pixels of the sent picture. */
export type Mark = {
  readonly outline: readonly ImagePoint[];
  readonly dots: readonly ImagePoint[];
  readonly tone: MarkTone;
  /** Caption, line by line; empty for none. */
  readonly label: readonly string[];
  /** The caption if no installed font has Chinese. */
  readonly plainLabel: readonly string[];
};

const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/u.test(text);

/** A value in one line, even if printed in several: a tall caption would hide its neighbours. */
const captionOf = (value: string): readonly string[] => {
  const caption = value.replace(/\s+/gu, ' ').trim();
  return caption === '' ? [] : [caption];
};

/** The value if it contains no Chinese, else the English name of the field. */
const plainLabelOf = (value: string, name: string): readonly string[] =>
  isPlain(value.replaceAll('\n', '')) ? captionOf(value) : [name];

const quadKey = (quad: Quad): string => quad.map(({ x, y }) => `${String(x)},${String(y)}`).join(' ');

/** Marks each value on the print it was extracted from. Values with the same origin share a mark. */
const fieldMarks = (page: ExportPage, language: Language): readonly Mark[] => {
  if (page.invoice === null) return [];
  const { value: invoice, origins } = page.invoice;
  const findings = findingsOf(page, language);
  const marks = new Map<string, Mark>();
  for (const path of fieldPathsOf(invoice)) {
    const quad = origins[path]?.quad ?? null;
    if (quad === null) continue;
    const value = valueAt(invoice, path) ?? '';
    const mark: Mark = {
      outline: quad,
      dots: [],
      tone: findingsAt(findings, [path])?.level ?? 'sound',
      label: captionOf(value),
      plainLabel: plainLabelOf(value, fieldOf(path)?.label.en ?? path),
    };
    const key = quadKey(quad);
    marks.set(key, joinMarks(marks.get(key), mark));
  }
  return [...marks.values()];
};

const severity: Readonly<Record<MarkTone, number>> = { sound: 0, face: 0, warn: 1, error: 2 };

const joinMarks = (first: Mark | undefined, second: Mark): Mark =>
  first === undefined
    ? second
    : {
        ...first,
        tone: severity[second.tone] > severity[first.tone] ? second.tone : first.tone,
        label: [...first.label, ...second.label],
        plainLabel: [...first.plainLabel, ...second.plainLabel],
      };

/** Marks the service's regions, for a page whose values have no origins. */
const regionMarks = ({ invoice }: ExportPage): readonly Mark[] =>
  (invoice?.regions ?? []).flatMap(({ blocks }) =>
    blocks.flatMap(({ key, value, quad }): Mark[] => {
      if (quad === null || value === null) return [];
      return [
        {
          outline: quad,
          dots: [],
          tone: 'sound',
          label: captionOf(value),
          plainLabel: plainLabelOf(value, key),
        },
      ];
    }),
  );

/** Two per line: a face is about as high as four lines of text. */
const inPairs = (words: readonly string[], separator: string): readonly string[] =>
  words.flatMap((word, index) =>
    index % 2 === 0 ? [[word, words[index + 1]].filter((part) => part !== undefined).join(separator)] : [],
  );

const faceLabel = (
  { index, score, attributes }: Face,
  language: Language,
  separator: string,
): readonly string[] => {
  const words = attributeOrder.flatMap((name) => {
    const word = attributeWord(attributes, name, language);
    return word === null ? [] : [`${attributeTexts[name][language]} ${word}`];
  });
  return [
    score === null ? `#${String(index)}` : `#${String(index)} ${score.toFixed(3)}`,
    ...inPairs(words, separator),
  ];
};

const faceMark = (face: Face, language: Language): Mark => ({
  outline: face.box === null ? [] : cornersOf(face.box),
  dots: face.points,
  tone: 'face',
  label: faceLabel(face, language, ' · '),
  plainLabel: faceLabel(face, 'en', ', '),
});

export const marksOf = (page: ExportPage, language: Language): readonly Mark[] => {
  if (page.service === 'face-detect') return (page.faces ?? []).map((face) => faceMark(face, language));
  const fields = fieldMarks(page, language);
  return fields.length > 0 ? fields : regionMarks(page);
};
