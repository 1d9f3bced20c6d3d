import type { Invoice } from '../../../../shared/invoice/model.ts';
import { reversedIn } from '../../../../shared/invoice/reversed.ts';
import type { PageGlyph } from '../../document/page-text/glyphs.ts';
import { piecesOf, rowText, type Piece, type TextRow } from '../../document/page-text/rows.ts';
import type { Areas } from './areas.ts';
import type { ScanNotes } from './scan-notes.ts';

/** Texts of a seal that are no remark. */
const isSealText = (text: string, taxId: string | null): boolean => {
  const plain = text.replace(/\s+/gu, '');
  return (
    /专用章|发票专|票专用|用章$|^[★☆*]+$/u.test(plain) ||
    (taxId !== null && plain.length >= 8 && (taxId.includes(plain) || plain.includes(taxId)))
  );
};

/** The label of the area, where it is not written upright. */
const isLabel = (text: string): boolean => /^(?:备\s*注?|注)[:：]?$/u.test(text);

/** A remark starts at the left edge of its area; what begins elsewhere is a seal. */
const startsAtEdge = (piece: Piece, left: number): boolean => piece.x0 - left < 2.6 * piece.size;

/** The type of a form differs less in size; larger signs are parts of a seal read as one. */
const largest = 1.7;

/** Half the width and the height of the largest usual seal, in type sizes. */
const [sealReach, sealHeight] = [7.5, 10];

/**
 * Whether a seal may hide a part of the remark. Only some of its texts are read, so that it may reach further. Lines
 * begin at the left edge: one that begins beside the seal is seen, and one that ends before it is whole.
 */
const isCoveredBy = (seal: readonly Piece[], kept: readonly Piece[], from: number, size: number): boolean => {
  if (seal.length === 0) return false;
  const [x0, x1] = [Math.min(...seal.map((one) => one.x0)), Math.max(...seal.map((one) => one.x1))];
  const [y0, y1] = [Math.min(...seal.map(({ y }) => y)), Math.max(...seal.map(({ y }) => y))];
  const beyond = Math.max(0, sealHeight * size - (y1 - y0));
  const left = Math.min(x0, (x0 + x1) / 2 - sealReach * size);
  if (kept.length === 0) return left < from + 3 * size;
  return kept.some((one) => one.x1 > left - size && one.y > y0 - beyond - size && one.y < y1 + beyond + size);
};

const remarkPieces = (
  areas: Areas,
  taxId: string | null,
): { readonly kept: readonly Piece[]; readonly isCovered: boolean } => {
  const { rows, divide, left, isDigital, gross, persons, head } = areas;
  const { size } = head;
  const edge = isDigital ? left : divide.x1;
  const end = persons === Infinity ? gross + 9 * size : persons - 0.8 * size;
  const piecesOfRow = ({ glyphs }: TextRow): readonly Piece[] =>
    piecesOf(
      glyphs.filter((glyph) => (glyph.x0 + glyph.x1) / 2 > edge),
      1.6,
    );
  const all = rows.filter(({ y }) => y > gross + 0.7 * size && y < end).flatMap(piecesOfRow);
  const found = all.filter(
    ({ text, size: own }) => !isSealText(text, taxId) && own < largest * size && !isLabel(text),
  );
  const start = Math.min(...found.map(({ x0 }) => x0));
  const from = edge === -Infinity ? start : Math.max(edge, Math.min(start, edge + 3 * size));
  const kept = found.filter((piece) => startsAtEdge(piece, from));
  const below = rows
    .filter(({ y }) => y >= end)
    .flatMap(piecesOfRow)
    .filter(({ text }) => isSealText(text, taxId));
  const seal = [...all.filter((piece) => !kept.includes(piece) && !isLabel(piece.text)), ...below];
  return { kept, isCovered: isCoveredBy(seal, kept, from, size) };
};

type Remark = Pick<Invoice, 'remark' | 'reverses' | 'cipherArea'>;
type ScanRemark = { readonly values: Remark; readonly isCovered: boolean };

/** Reads the remark and the cipher area. */
export const readScanRemark = (areas: Areas, sellerTaxId: string | null, notes: ScanNotes): ScanRemark => {
  const { kept: pieces, isCovered } = remarkPieces(areas, sellerTaxId);
  const text = pieces.map(({ glyphs }) => rowText(glyphs)).join('\n');
  const glyphs = pieces.flatMap((piece) => piece.glyphs);
  const remark = notes.read('remark', { text, glyphs }, 'lines');
  const number = remark === null ? null : reversedIn(remark.replace(/\n/gu, ''));
  const cipher = areas.cipher.map((row) => row.glyphs);
  const values = {
    remark,
    reverses: number === null ? null : notes.read('reverses', { text: number, glyphs }, 'code'),
    cipherArea: notes.read(
      'cipherArea',
      { text: cipher.map((row) => row.map((one) => one.text).join('')).join('\n'), glyphs: cipher.flat() },
      'lines',
    ),
  };
  return { values, isCovered };
};

const personLabels = [
  ['payee', /收款[人入][:：]?/u],
  ['reviewer', /复核[人入]?[:：]?/u],
  ['drawer', /开票[人入][:：]?/u],
  ['other', /[销收](?:售|货|款)[方单][位]?[:：]?(?:[(（]章[)）])?|[(（]章[)）]/u],
] as const;

type Persons = Pick<Invoice, 'payee' | 'reviewer' | 'drawer'>;

/** Longest name of a person; what follows is a seal. */
const longestName = 8;

/** Reads the names on the row below the form. */
export const readScanPersons = ({ rows, persons, head }: Areas, notes: ScanNotes): Persons => {
  const glyphs = rows
    .filter(({ y }) => Math.abs(y - persons) < 0.8 * head.size)
    .flatMap((row) => row.glyphs)
    .toSorted((a, b) => a.x0 - b.x0);
  const text = glyphs.map((glyph) => (glyph.text.length === 1 ? glyph.text : '\u3013')).join('');
  const found = personLabels.flatMap(([key, pattern]) => {
    const match = pattern.exec(text);
    return match ? [{ key, start: match.index, end: match.index + match[0].length }] : [];
  });
  const valueOf = (key: keyof Persons): string | null => {
    const label = found.find((one) => one.key === key);
    if (!label) return null;
    const next = Math.min(
      glyphs.length,
      ...found.filter(({ start }) => start >= label.end).map(({ start }) => start),
    );
    const first = piecesOf(
      glyphs.slice(label.end, next).filter((glyph) => !/[:：]/u.test(glyph.text)),
      2,
    )[0];
    const own: readonly PageGlyph[] = first?.glyphs.slice(0, longestName) ?? [];
    return notes.read(key, { text: rowText(own), glyphs: own }, 'text');
  };
  return { payee: valueOf('payee'), reviewer: valueOf('reviewer'), drawer: valueOf('drawer') };
};
