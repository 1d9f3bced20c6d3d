import type { Invoice } from '../../../../shared/invoice/model.ts';
import { reversedIn } from '../../../../shared/invoice/reversed.ts';
import type { PageGlyph } from '../../document/page-text/glyphs.ts';
import { piecesOf, rowText, type Piece } from '../../document/page-text/rows.ts';
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

/** A remark starts at the left edge of its area; what begins elsewhere is a seal. */
const startsAtEdge = (piece: Piece, left: number): boolean => piece.x0 - left < 2.6 * piece.size;

const remarkPieces = (
  areas: Areas,
  taxId: string | null,
): { readonly kept: readonly Piece[]; readonly isCovered: boolean } => {
  const { rows, divide, left, isDigital, gross, persons, head } = areas;
  const edge = isDigital ? left : divide.x1;
  const end = persons === Infinity ? gross + 9 * head.size : persons - 0.8 * head.size;
  const within = rows.filter(({ y }) => y > gross + 0.7 * head.size && y < end);
  const all = within.flatMap(({ glyphs }) =>
    piecesOf(
      glyphs.filter(({ x0, x1 }) => (x0 + x1) / 2 > edge),
      1.6,
    ),
  );
  const found = all.filter(({ text }) => !isSealText(text, taxId));
  const start = Math.min(...found.map(({ x0 }) => x0));
  const from = edge === -Infinity ? start : Math.max(edge, Math.min(start, edge + 3 * head.size));
  const kept = found.filter((piece) => startsAtEdge(piece, from));
  return { kept, isCovered: kept.length < all.length };
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
  ['payee', /收款人[:：]?/u],
  ['reviewer', /复核人?[:：]?/u],
  ['drawer', /开票人[:：]?/u],
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
