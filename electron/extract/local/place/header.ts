import { isDigitalNumber } from '../../../../shared/invoice/codes.ts';
import { rightSidePaths } from '../../../../shared/invoice/fields.ts';
import { kindOfCode, unknownKind } from '../../../../shared/invoice/kind.ts';
import type { Invoice } from '../../../../shared/invoice/model.ts';
import { readerFindingTexts } from '../../../../shared/texts/reader-findings.ts';
import { sourceOf } from '../../document/page-text/fixed-form.ts';
import { fieldsOfCode } from '../../document/page-text/form-descriptions.ts';
import type { ReadPage } from '../../document/page-text/page.ts';
import { pieceOf, piecesOf, type Piece } from '../../document/page-text/rows.ts';
import type { Areas } from './areas.ts';
import { scanTextOf } from './place-form.ts';
import type { ScanNotes, ScanText } from './scan-notes.ts';

type Header = Pick<Invoice, 'code' | 'number' | 'issueDate' | 'checkCode' | 'machineNumber'>;

/** Letters that a recognizer returns for digits; the number of characters does not change. */
const digitOf: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  D: '0',
  Q: '0',
  I: '1',
  l: '1',
  '|': '1',
  '!': '1',
  Z: '2',
  S: '5',
  B: '8',
};

/** A text with one character per glyph, in which letters between digits are digits. */
const withDigits = ({ glyphs }: Piece): string =>
  glyphs
    .map(({ text }, at) => {
      const digit = digitOf[text];
      if (digit === undefined) return text.length === 1 ? text : '\u3013';
      const [before, after] = [glyphs[at - 1]?.text ?? '', glyphs[at + 1]?.text ?? ''];
      return /\d/u.test(before) || (before === '' && /\d/u.test(after)) ? digit : text;
    })
    .join('');

type Found = ScanText & { readonly x: number; readonly y: number };

const found = (piece: Piece, start: number, length: number, text: string): Found => {
  const glyphs = piece.glyphs.slice(start, start + length);
  return { text, glyphs, x: glyphs[0]?.x0 ?? 0, y: glyphs[0]?.y ?? 0 };
};

const matches = (pieces: readonly Piece[], pattern: RegExp): readonly Found[] =>
  pieces.flatMap((piece) =>
    [...withDigits(piece).matchAll(pattern)].map((match) =>
      found(piece, match.index, match[0].length, match[0]),
    ),
  );

/** The texts above the form. Groups of a check code may stand apart. */
const headerPieces = ({ rows, partyTop }: Areas): readonly Piece[] =>
  rows.filter(({ y }) => y < partyTop).flatMap(({ glyphs }) => piecesOf(glyphs, 1.2));

/** The same texts, each by itself as it was detected: a stray character before a value does not join it. */
const singlePieces = ({ rows, partyTop }: Areas): readonly Piece[] =>
  rows
    .filter(({ y }) => y < partyTop)
    .flatMap(({ glyphs }) => [...Map.groupBy(glyphs, ({ run }) => run).values()].map(pieceOf));

/** The values with a form among some texts: those that are a text of their own before parts of others. */
const valuesIn = (areas: Areas, pattern: RegExp): readonly Found[] => {
  const single = matches(singlePieces(areas), pattern);
  const known = new Set(single.flatMap(({ glyphs }) => glyphs));
  const joined = matches(headerPieces(areas), pattern).filter(
    ({ glyphs }) => !glyphs.some((glyph) => known.has(glyph)),
  );
  return [...single, ...joined];
};

/** The value after a label: in its own text, in the next text on its row, or in all texts that follow. */
const labelledWith = (areas: Areas, label: RegExp, pattern: RegExp, length: number): Found | null => {
  const pieces = singlePieces(areas);
  for (const piece of pieces) {
    const text = withDigits(piece);
    const from = label.exec(text);
    if (!from) continue;
    const start = from.index + from[0].length;
    const own = pattern.exec(text.slice(start));
    if (own && own[0].length >= length) return found(piece, start + own.index, own[0].length, own[0]);
    const candidates = pieces
      .filter(
        (other) =>
          other !== piece &&
          other.x0 > piece.x1 - 2 * piece.size &&
          Math.abs(other.y - piece.y) < 0.9 * piece.size,
      )
      .toSorted((a, b) => a.x0 - b.x0);
    for (const next of candidates) {
      const whole = pattern.exec(withDigits(next));
      if (whole && whole[0].length >= length) return found(next, whole.index, whole[0].length, whole[0]);
    }
    let joined = '';
    const glyphs: Piece['glyphs'][number][] = [];
    for (const other of [{ ...piece, glyphs: piece.glyphs.slice(start) }, ...candidates]) {
      if (glyphs.length > 0 && other.x0 - (glyphs.at(-1)?.x1 ?? 0) > 3 * other.size) break;
      const part = /^\d+/u.exec(withDigits(other));
      if (part === null) continue;
      joined += part[0];
      glyphs.push(...other.glyphs.slice(0, part[0].length));
    }
    const form = pattern.exec(joined);
    if (form && form[0].length >= length) return { text: joined, glyphs, x: piece.x0, y: piece.y };
  }
  return null;
};

const dateForm = /\d{4}年\d{1,2}月\d{1,2}[日曰目]?|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}/gu;

/** A value printed twice: both places, the larger or the left one first. */
type Twice = { readonly first: Found | null; readonly second: Found | null };

const twice = (candidates: readonly Found[]): Twice => {
  const groups = Map.groupBy(candidates, ({ text }) => text);
  const pair = [...groups.values()].find((group) => group.length > 1);
  if (pair) return { first: pair[0] ?? null, second: pair[1] ?? null };
  return { first: candidates[0] ?? null, second: candidates[1] ?? null };
};

const bySize = (a: Found, b: Found): number => (b.glyphs[0]?.size ?? 0) - (a.glyphs[0]?.size ?? 0);

/** Reads the texts above the form: with labels on electronic forms, printed twice without labels on paper. */
export const readScanHeader = (areas: Areas, page: ReadPage, notes: ScanNotes): Header => {
  const general =
    labelledWith(areas, /校?验码:?/u, /^\d{20}$/u, 20) ?? labelledWith(areas, /校?验码:?/u, /\d{5,}/u, 5);
  const machine = labelledWith(areas, /机?器编?号?:?/u, /\d{10,14}/u, 10);
  const taken = new Set([...(general?.glyphs ?? []), ...(machine?.glyphs ?? [])]);
  const isFree = ({ glyphs }: Found): boolean => !glyphs.some((glyph) => taken.has(glyph));
  const labelledCode = labelledWith(areas, /票?代码:?/u, /\d{10,12}/u, 10);
  const labelledNumber = labelledWith(areas, /票?号码:?/u, /\d{20}|\d{8}/u, 8);
  const codes = valuesIn(areas, /(?<!\d)(?:\d{12}|\d{10})(?!\d)/gu).filter(isFree);
  const numbers = valuesIn(areas, /(?<!\d)\d{8}(?!\d)/gu).filter(isFree);
  const digital = valuesIn(areas, /(?<!\d)\d{20}(?!\d)/gu).filter(isFree);
  const structured = codes.filter(({ text }) => kindOfCode(text) !== unknownKind);
  const code = labelledCode
    ? { first: labelledCode, second: null }
    : twice(
        (structured.length > 0
          ? [...structured, ...codes.filter((one) => !structured.includes(one))]
          : codes
        ).toSorted(bySize),
      );
  const number = labelledNumber
    ? { first: labelledNumber, second: null }
    : digital.length > 0 && areas.isDigital
      ? { first: digital[0] ?? null, second: null }
      : twice(numbers.toSorted(bySize));
  const value = notes.read('number', number.first, 'code');
  const isDigital = isDigitalNumber(value);
  if (!isDigital && code.second) notes.read(rightSidePaths.code, code.second, 'code');
  if (!isDigital && number.second) notes.read(rightSidePaths.number, number.second, 'code');
  const date = valuesIn(areas, dateForm)[0] ?? labelledWith(areas, /开票日期:?/u, /.{6,14}/u, 6);
  // A form may have another one than all others: read without taking its letters for digits.
  const own = fieldsOfCode(code.first?.text ?? null).find(({ path }) => path === 'checkCode');
  const ownSource = own ? sourceOf([page], own) : null;
  const check = own ? ownSource && scanTextOf(ownSource) : general;
  for (const [path, label, source] of [
    ['checkCode', /验码/u, check],
    ['machineNumber', /机器编/u, machine],
  ] as const)
    if (source === null && areas.rows.some(({ y, text }) => y < areas.partyTop && label.test(text)))
      notes.findings.push({ id: 'text-incomplete', fields: [path], message: readerFindingTexts.textMissing });
  return {
    code: isDigital ? null : notes.read('code', code.first, 'code'),
    number: value,
    issueDate: notes.read('issueDate', date, 'date'),
    checkCode: notes.read('checkCode', check, 'code'),
    machineNumber: notes.read('machineNumber', machine, 'code'),
  };
};
