import type { TextSource } from './note.ts';
import type { ReadPage } from './page.ts';
import { pieceOf, piecesOf, type Piece, type TextRow } from './rows.ts';

/** The gap between words of a row, in type sizes; the words of one value are closer. */
const apart = 0.5;

/** A word or a value of a receipt, with its row. */
export type Word = Piece & { readonly row: TextRow };

const wordOf = (piece: Piece, row: TextRow): Word => ({ ...piece, row });

export const wordsOf = ({ rows }: ReadPage): readonly Word[] =>
  rows.flatMap((row) => piecesOf(row.glyphs, apart).map((piece) => wordOf(piece, row)));

export const plain = (text: string): string => text.replace(/\s+/gu, '').replace(/：/gu, ':');

/** The rest of a text after a number of characters, not counting blanks. */
const afterCharacters = (text: string, count: number): string => {
  let left = count;
  for (const [index, character] of Array.from(text).entries()) {
    if (left === 0) return Array.from(text).slice(index).join('').trim();
    if (!/\s/u.test(character)) left -= 1;
  }
  return '';
};

/** A value goes on in a word this close, in type sizes, in a picture whose brackets stand apart. */
const goesOn = 0.9;
/** A bracket that the text before a word has opened. */
const isOpen = (text: string): boolean => /[（(][^）)]*$/u.test(text);
/** A number, a date or an id: nothing behind it belongs to it. */
const isCode = (text: string): boolean => /^(?=.*\d)[0-9A-Za-z\-/.年月日]{5,}$/u.test(text.trim());
/** The letters of an airport behind its name. */
const airport = /^[A-Z]{3}$/u;

/**
 * The words that follow a word as parts of its value: text in brackets, what stands behind these in a name, or the
 * letters of an airport.
 * @param first the part of the word that belongs to the value
 */
const furtherWords = (first: string, words: readonly Word[], index: number): readonly Word[] => {
  if (isCode(first)) return [];
  let text = first;
  let isBehindBracket = false;
  const whole = words.slice(index, index + 1);
  for (const next of words.slice(index + 1)) {
    const last = whole.at(-1);
    if (!last || next.row !== last.row || next.x0 - last.x1 > goesOn * last.size) break;
    const isBracketed = /^[（(]/u.test(next.text) || isOpen(text);
    if (!(isBracketed || isBehindBracket || airport.test(next.text)) || /[:：]/u.test(next.text)) break;
    whole.push(next);
    text += next.text;
    isBehindBracket = isBracketed && /[）)]$/u.test(next.text);
  }
  return whole.slice(1);
};

/** The value that begins with a text of a word, with the words that follow. */
const valueFrom = (first: string, words: readonly Word[], index: number, page: ReadPage): TextSource => {
  const further = furtherWords(first, words, index);
  const pieces = words.slice(index, index + 1 + further.length);
  if (further.length === 0) return { text: first, pieces, page };
  const rest = further.map(({ text }) => (airport.test(text) ? ` ${text}` : text)).join('');
  return { text: first + rest, pieces: [pieceOf(pieces.flatMap(({ glyphs }) => glyphs))], page };
};

/** The value after a label on the same line, in the same word or the next one. */
export const behind = (words: readonly Word[], label: RegExp, page: ReadPage): TextSource | null => {
  for (const [index, word] of words.entries()) {
    const text = plain(word.text);
    const found = label.exec(text);
    if (!found) continue;
    const rest = afterCharacters(word.text, found.index + found[0].length);
    if (rest !== '') return valueFrom(rest, words, index, page);
    const next = words[index + 1];
    const isNext = next?.row === word.row && !/[:：]$/u.test(next.text.trim());
    return isNext ? valueFrom(next.text, words, index + 1, page) : null;
  }
  return null;
};

/** The text of a head without its translation: `票价 FARE`. */
const headOf = (text: string): string => plain(text).replace(/(?<=\p{Script=Han})[A-Za-z./'-]+$/u, '');

/** How far above or below a head the heads beside it may stand, in type sizes. */
const headReach = 0.9;

/** The words below a head, in the column between this head and the next, from top to bottom. */
export const columnBelow = (
  words: readonly Word[],
  head: RegExp,
  isWithin: (word: Word, head: Word) => boolean,
): readonly Word[] => {
  const label = words.find(({ text }) => head.test(headOf(text)));
  if (!label) return [];
  // Heads in several lines stand a little above or below those in one, and a translation may stand behind its head.
  const heads = words.filter(
    ({ text, y, x0 }) =>
      x0 > label.x1 && /\p{Script=Han}/u.test(text) && Math.abs(y - label.y) < headReach * label.size,
  );
  const right = Math.min(...heads.map(({ x0 }) => x0), Infinity);
  return words
    .filter((word) => {
      const { y, x0, x1, size } = word;
      const isBelow = y > label.y + 0.5 * size && isWithin(word, label);
      return isBelow && x0 > label.x0 - 2 * size && (x0 + x1) / 2 < right + 0.5 * size;
    })
    .toSorted((a, b) => a.y - b.y || Math.abs(a.x0 - label.x0) - Math.abs(b.x0 - label.x0));
};

/** The value below a head, from the nearest row below that has a word of that form. */
export const below = (
  words: readonly Word[],
  head: RegExp,
  page: ReadPage,
  form: RegExp,
): TextSource | null => {
  const isNear = ({ y, size }: Word, label: Word): boolean => y < label.y + 4.5 * size;
  const found = columnBelow(words, head, isNear).find(({ text }) => form.test(plain(text)));
  return found ? { text: found.text, pieces: [found], page } : null;
};
