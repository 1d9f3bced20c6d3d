import { project } from '../../../../shared/homography.ts';
import { imagePoint, type Quad } from '../../../../shared/geometry.ts';
import type { ValueKind } from '../../../../shared/invoice/fields.ts';
import type { FieldPath, Origin } from '../../../../shared/invoice/model.ts';
import { unreadableFinding, type ReaderFinding } from '../../../../shared/invoice/read-lines.ts';
import { readValue } from '../../../../shared/invoice/read-value.ts';
import { isMisplacedToken } from '../../../../shared/invoice/characters.ts';
import type { PageGlyph } from '../../document/page-text/glyphs.ts';
import type { Glyph, ReadPicture } from '../read-lines.ts';
import { plainSign, type ScanPage } from './scan-glyphs.ts';

/** A text for a value, and the characters that it was read from. */
export type ScanText = { readonly text: string; readonly glyphs: readonly PageGlyph[] };

/** The values of a scan with their origins, their findings, and the characters of each. */
export type ScanNotes = {
  readonly origins: Record<FieldPath, Origin>;
  readonly findings: ReaderFinding[];
  readonly sources: Map<FieldPath, readonly PageGlyph[]>;
  /** Reads a text by the rules of its kind; unreadable text gives null and a finding. */
  readonly read: (path: FieldPath, source: ScanText | null, kind: ValueKind) => string | null;
};

/** Maps a point of the upright frame to the picture. */
export const pointIn = ({ toPicture }: ReadPicture, x: number, y: number) =>
  project(toPicture, imagePoint(x, y));

/** The quad of characters in pixels of the picture, as high as the lines that they were read in. */
const quadOfGlyphs = (glyphs: readonly PageGlyph[], page: ScanPage, picture: ReadPicture): Quad | null => {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const glyph of glyphs) {
    const read = page.read.get(glyph);
    left = Math.min(left, read?.from ?? glyph.x0);
    right = Math.max(right, read?.to ?? glyph.x1);
    top = Math.min(top, read?.top ?? glyph.y - glyph.size);
    bottom = Math.max(bottom, read?.bottom ?? glyph.y);
  }
  if (left > right) return null;
  return [
    pointIn(picture, left, top),
    pointIn(picture, right, top),
    pointIn(picture, right, bottom),
    pointIn(picture, left, bottom),
  ];
};

/** The score of a character beside which another one may have been lost, or which may be one that looks alike. */
export const scoreOfDoubt = 0.5;

/** The probability of a character: of all alternatives that stand for the same sign, such as ￥ and ¥. */
const scoreOfCharacter = (glyph: PageGlyph, alternatives: Glyph['alternatives']): number => {
  const same = alternatives.filter(({ text }) => plainSign(text) === plainSign(glyph.text));
  const sum = same.reduce((all, { score }) => all + score, 0);
  return same.length === 0 ? (alternatives[0]?.score ?? 1) : Math.min(1, sum);
};

/** Digits, and the letters that look like them. */
const lookAlikes = ['0Oo', '1Il', '2Z', '5S', '8B'];
/** From this score on, a recognizer has taken the other one into account. */
const considered = 0.003;

const isDigit = (text = ''): boolean => /^\d$/u.test(text);
const isLetter = (text = ''): boolean => /^[a-z]$/iu.test(text);

/**
 * Whether a digit may be a letter, or the other way round: only its neighbours tell, and neither of them is of its own kind,
 * or one is of the other.
 */
const maybeOther = (
  { text }: PageGlyph,
  alternatives: Glyph['alternatives'],
  [before, after]: readonly (PageGlyph | undefined)[],
): boolean => {
  const alike = lookAlikes.find((group) => group.includes(text));
  if (alike === undefined) return false;
  const [isOwn, isOther] = isDigit(text) ? [isDigit, isLetter] : [isLetter, isDigit];
  const sides = [before?.text, after?.text];
  if (sides.some(isOwn) && !sides.some(isOther)) return false;
  return alternatives.some(
    (one) => one.score >= considered && isOther(plainSign(one.text)) && alike.includes(plainSign(one.text)),
  );
};

/** A class of goods is whole if it stands between two asterisks. */
const classedName = /^\*[^*]+\*[^*]+$/u;
/** A bracket at the end closes the only one that is open. */
const onePair = /^[^（()）]*[（(][^（()）]+[）)]$/u;

/** Signs that are no part of a value, or that its form proves. */
const isProvenSign = (sign: string, text: string, kind: ValueKind): boolean => {
  if (kind === 'money') return /[¥￥]/u.test(sign);
  return sign === '*' ? classedName.test(text) : /[）)]/u.test(sign) && onePair.test(text);
};

/** The lowest score of the characters of a value. */
export const scoreOfGlyphs = ({ text, glyphs }: ScanText, kind: ValueKind, page: ScanPage): number | null => {
  let least = Infinity;
  const isProse = kind === 'text' || kind === 'lines';
  for (const [at, glyph] of glyphs.entries()) {
    const read = page.read.get(glyph);
    if (isProvenSign(glyph.text, text, kind) || !read) continue;
    const neighbours = [glyphs[at - 1], glyphs[at + 1]];
    const isDoubtful = read.isGapped || (isProse && maybeOther(glyph, read.alternatives, neighbours));
    least = Math.min(least, scoreOfCharacter(glyph, read.alternatives), isDoubtful ? scoreOfDoubt : 1);
  }
  return least === Infinity ? null : least;
};

/** Longer texts are cut in a finding. */
const maxShown = 60;

/** Records the values of a scan: read by the rules for recognized text, with scores, and quads of the picture. */
export const createScanNotes = (page: ScanPage, picture: ReadPicture): ScanNotes => {
  const origins: Record<FieldPath, Origin> = {};
  const findings: ReaderFinding[] = [];
  const sources = new Map<FieldPath, readonly PageGlyph[]>();
  return {
    origins,
    findings,
    sources,
    read: (path, source, kind) => {
      if (!source || source.text.trim() === '') return null;
      const { text, glyphs } = source;
      const { value, steps } = readValue(text, kind);
      sources.set(path, glyphs);
      origins[path] = {
        raw: text,
        score: scoreOfGlyphs(source, kind, page),
        quad: quadOfGlyphs(glyphs, page, picture),
        steps,
      };
      if (kind === 'money' && value !== null && isMisplacedToken(path, value)) return null;
      if (value === null) findings.push(unreadableFinding({ path, raw: text.slice(0, maxShown) }));
      return value;
    },
  };
};
