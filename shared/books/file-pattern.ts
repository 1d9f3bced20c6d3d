import { unknownKind } from '../invoice/kind.ts';
import { kindNames } from '../texts/names.ts';
import type { Invoice } from '../invoice/model.ts';
import { failed, success, type Result } from '../result.ts';
import { goodsClassOf, goodsNameOf } from './voucher-rules.ts';

type Source = { readonly invoice: Invoice; readonly stem: string };

/** The fields allowed in braces. */
export const patternFields = {
  date: ({ invoice }) => invoice.issueDate,
  year: ({ invoice }) => invoice.issueDate?.slice(0, 4) ?? null,
  month: ({ invoice }) => invoice.issueDate?.slice(5, 7) ?? null,
  day: ({ invoice }) => invoice.issueDate?.slice(8, 10) ?? null,
  kind: ({ invoice: { kind } }) => (kind === unknownKind ? null : (kindNames[kind]?.zh ?? kind)),
  code: ({ invoice }) => invoice.code,
  number: ({ invoice }) => invoice.number,
  seller: ({ invoice }) => invoice.seller.name,
  sellerTaxId: ({ invoice }) => invoice.seller.taxId,
  buyer: ({ invoice }) => invoice.buyer.name,
  buyerTaxId: ({ invoice }) => invoice.buyer.taxId,
  net: ({ invoice }) => invoice.total,
  tax: ({ invoice }) => invoice.taxTotal,
  gross: ({ invoice }) => invoice.grossTotal,
  goods: ({ invoice }) => goodsNameOf(invoice.lines[0]?.name ?? null),
  goodsClass: ({ invoice }) => goodsClassOf(invoice.lines[0]?.name ?? null),
  name: ({ stem }) => stem,
} as const satisfies Record<string, (source: Source) => string | null>;

export type PatternField = keyof typeof patternFields;

const isField = (name: string): name is PatternField => Object.hasOwn(patternFields, name);

type Piece = { readonly text: string } | { readonly field: PatternField };
/** A pattern: folders and finally the file name, each as a list of pieces. */
export type FilePattern = readonly (readonly Piece[])[];

/** Optional fields may be empty. */
const optional: ReadonlySet<PatternField> = new Set(['code']);

type PatternFailure =
  | { readonly reason: 'empty' | 'leaves-the-folder' | 'no-field' }
  | { readonly reason: 'unknown-field'; readonly field: string };

const piecesOf = (part: string): Result<readonly Piece[], PatternFailure> => {
  const pieces: Piece[] = [];
  for (const text of part.split(/(\{[^{}]*\})/).filter((each) => each !== '')) {
    if (!/[{}]/.test(text)) {
      pieces.push({ text });
      continue;
    }
    const field = text.slice(1, -1);
    if (!/^\{[^{}]*\}$/.test(text) || !isField(field))
      return failed({ reason: 'unknown-field', field: text });
    pieces.push({ field });
  }
  return success(pieces);
};

/** Parses a pattern such as `{year}-{month}/{date}_{seller}_{gross}`; the file keeps its own extension. */
export const parsePattern = (pattern: string): Result<FilePattern, PatternFailure> => {
  const parts = pattern.split(/[/\\]/);
  if (parts.some((part) => part.trim() === '')) return failed({ reason: 'empty' });
  if (parts.some((part) => /^\s*\.{1,2}\s*$/.test(part) || /^[A-Za-z]:$/.test(part)))
    return failed({ reason: 'leaves-the-folder' });
  const read: (readonly Piece[])[] = [];
  for (const part of parts) {
    const pieces = piecesOf(part);
    if (!pieces.ok) return pieces;
    read.push(pieces.value);
  }
  // Without any field every file would have the same name.
  return read.flat().some((piece) => 'field' in piece) ? success(read) : failed({ reason: 'no-field' });
};

/** Names that Windows reserves for devices, with any extension. */
const reserved = /^(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9¹²³])(?:\.|$)/i;
const forbidden = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** UTF-8 bytes of a name with room for an extension and a number; file systems allow 255. */
const maxBytes = 200;
const maxCharacters = 120;

const bytesOf = (character: string): number => {
  const point = character.codePointAt(0) ?? 0;
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
};

const shortened = (text: string): string => {
  let [bytes, characters, kept] = [0, 0, ''];
  for (const character of text) {
    bytes += bytesOf(character);
    characters += character.length;
    if (bytes > maxBytes || characters > maxCharacters) return kept;
    kept += character;
  }
  return kept;
};

/**
 * A name that is valid on every system: no forbidden characters, no reserved name, and no dot or blank at either
 * end. A leading minus is kept only for a negative amount, because a program could take another name for an option
 * (`-rf`).
 */
export const safeFileName = (text: string): string => {
  const clean = text.toWellFormed().normalize('NFC').replace(forbidden, '_').replace(/\s+/gu, ' ');
  const trimmed = shortened(clean.replace(/^[\s.]+/u, '')).replace(/[\s.]+$/u, '');
  if (trimmed === '') return '_';
  return reserved.test(trimmed) || /^-\D/u.test(trimmed) ? `_${trimmed}` : trimmed;
};

/** Names with the same key are the same file on file systems that ignore case or character composition. */
export const fileNameKey = (path: string): string => path.normalize('NFC').toUpperCase().toLowerCase();

export type NamedFile =
  | { readonly kind: 'named'; readonly folders: readonly string[]; readonly stem: string }
  | { readonly kind: 'missing'; readonly fields: readonly PatternField[] };

/** The file name of an invoice by a pattern, without extension; or the fields that have no value. */
export const nameByPattern = (pattern: FilePattern, source: Source): NamedFile => {
  const missing = new Set<PatternField>();
  const parts = pattern.map((pieces) =>
    safeFileName(
      pieces
        .map((piece) => {
          if ('text' in piece) return piece.text;
          const value = patternFields[piece.field](source)?.trim() ?? '';
          if (value === '' && !optional.has(piece.field)) missing.add(piece.field);
          // A separator inside a value must not create a folder.
          return value.replace(/[/\\]/g, '_');
        })
        .join(''),
    ),
  );
  if (missing.size > 0) return { kind: 'missing', fields: [...missing] };
  return { kind: 'named', folders: parts.slice(0, -1), stem: parts.at(-1) ?? '_' };
};

/** A file to rename; null if nothing could be extracted from it. */
export type FileToName = {
  /** Whole path, as the system writes it. */
  readonly path: string;
  readonly stem: string;
  /** With its dot; may be empty. */
  readonly extension: string;
  readonly invoice: Invoice | null;
};

/** The planned name of a file. `to` is relative to the chosen folder, with forward slashes. */
export type PlannedName =
  | { readonly kind: 'move'; readonly path: string; readonly to: string; readonly numbered: boolean }
  | { readonly kind: 'unchanged'; readonly path: string; readonly to: string }
  | { readonly kind: 'missing'; readonly path: string; readonly fields: readonly PatternField[] }
  | { readonly kind: 'unread'; readonly path: string }
  | { readonly kind: 'taken'; readonly path: string; readonly to: string };

/** The highest suffix ` (2)`, ` (3)` … that is tried. */
const mostNumbers = 9_999;

/**
 * Plans names for files. Files with equal names are numbered. If another file already has a name, the name is
 * taken, and that file is not changed.
 * @param relative the file's current path below the folder that `to` is relative to; null if it is elsewhere
 * @param isThere whether a file exists at a relative path
 */
export const planNames = (
  files: readonly FileToName[],
  pattern: FilePattern,
  relative: (path: string) => string | null,
  isThere: (to: string) => boolean,
): readonly PlannedName[] => {
  const used = new Set<string>();
  const own = new Set(files.map(({ path }) => relative(path)).filter((path) => path !== null));
  const ownKeys = new Set([...own].map(fileNameKey));
  return files.map((file): PlannedName => {
    const { path, stem, extension, invoice } = file;
    if (invoice === null) return { kind: 'unread', path };
    const named = nameByPattern(pattern, { invoice, stem });
    if (named.kind === 'missing') return { kind: 'missing', path, fields: named.fields };
    const present = relative(path);
    const nameOf = (number: number): string =>
      [
        ...named.folders,
        `${named.stem}${number === 1 ? '' : ` (${String(number)})`}${extension.toLowerCase()}`,
      ].join('/');
    for (let number = 1; number <= mostNumbers; number += 1) {
      const to = nameOf(number);
      const key = fileNameKey(to);
      if (used.has(key)) continue;
      if (present === to) {
        used.add(key);
        return { kind: 'unchanged', path, to };
      }
      // Another file of this batch with this path keeps it, so the next number is tried.
      const isOwnCase = present !== null && fileNameKey(present) === key;
      if (!isOwnCase && ownKeys.has(key)) continue;
      if (!isOwnCase && isThere(to)) return { kind: 'taken', path, to };
      used.add(key);
      return { kind: 'move', path, to, numbered: number > 1 };
    }
    return { kind: 'taken', path, to: nameOf(mostNumbers) };
  });
};
