/** Maps glyphs to private characters, so that a document can refer to them by their index in the font. */
export const glyphCharacter = (id: number): string => String.fromCodePoint(0xf0000 + id);

export type CleanFont = {
  /** A rewritten font: unchanged outlines and widths, with a map from private and printed characters. */
  readonly bytes: Buffer;
  readonly glyphCount: number;
  /** Characters that the font itself maps to a glyph. */
  readonly characters: ReadonlyMap<number, number>;
};

const maxFontBytes = 32 * 1024 * 1024;
const maxTables = 64;
const maxNesting = 6;

type Tables = ReadonlyMap<string, Buffer>;

const readTables = (bytes: Buffer, at: number): Tables | null => {
  if (at + 12 > bytes.length) return null;
  const count = bytes.readUInt16BE(at + 4);
  if (count === 0 || count > maxTables || at + 12 + count * 16 > bytes.length) return null;
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < count; index += 1) {
    const entry = at + 12 + index * 16;
    const tag = bytes.toString('latin1', entry, entry + 4);
    const [from, length] = [bytes.readUInt32BE(entry + 8), bytes.readUInt32BE(entry + 12)];
    if (from + length > bytes.length) continue;
    tables.set(tag, bytes.subarray(from, from + length));
  }
  return tables;
};

/** Characters of a `cmap`: its formats 0, 4, 6 and 12 in the Unicode and symbol encodings. */
const readCmap = (cmap: Buffer | undefined, glyphCount: number): ReadonlyMap<number, number> => {
  const found = new Map<number, number>();
  if (!cmap || cmap.length < 4) return found;
  const add = (code: number, id: number): void => {
    if (id > 0 && id < glyphCount && code < 0xf0000 && !found.has(code)) found.set(code, id);
  };
  const count = Math.min(cmap.readUInt16BE(2), 16);
  for (let index = 0; index < count && 12 + index * 8 <= cmap.length; index += 1) {
    const at = cmap.readUInt32BE(4 + index * 8 + 4);
    if (at + 8 > cmap.length) continue;
    const format = cmap.readUInt16BE(at);
    if (format === 4) readSegments(cmap, at, add);
    else if (format === 12) readGroups(cmap, at, add);
    else if (format === 0)
      for (let code = 0; code < 256 && at + 6 + code < cmap.length; code += 1)
        add(code, cmap[at + 6 + code] ?? 0);
    else if (format === 6 && at + 10 <= cmap.length) {
      const [first, length] = [cmap.readUInt16BE(at + 6), cmap.readUInt16BE(at + 8)];
      for (let code = 0; code < length && at + 12 + code * 2 <= cmap.length; code += 1)
        add(first + code, cmap.readUInt16BE(at + 10 + code * 2));
    }
  }
  return found;
};

type Add = (code: number, id: number) => void;

const readSegments = (cmap: Buffer, at: number, add: Add): void => {
  const double = cmap.readUInt16BE(at + 6);
  const read = (place: number): number => (place + 2 <= cmap.length ? cmap.readUInt16BE(place) : 0);
  for (let segment = 0; segment < double; segment += 2) {
    const end = read(at + 14 + segment);
    const start = read(at + 16 + double + segment);
    const delta = read(at + 16 + 2 * double + segment);
    const rangeAt = at + 16 + 3 * double + segment;
    const range = read(rangeAt);
    if (start > end) continue;
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const id = range === 0 ? code : read(rangeAt + range + (code - start) * 2);
      add(code, id === 0 && range !== 0 ? 0 : (id + delta) & 0xffff);
    }
  }
};

const readGroups = (cmap: Buffer, at: number, add: Add): void => {
  if (at + 16 > cmap.length) return;
  const count = Math.min(cmap.readUInt32BE(at + 12), 20_000);
  for (let group = 0; group < count && at + 28 + group * 12 <= cmap.length; group += 1) {
    const from = at + 16 + group * 12;
    const [start, end, id] = [
      cmap.readUInt32BE(from),
      cmap.readUInt32BE(from + 4),
      cmap.readUInt32BE(from + 8),
    ];
    for (let code = start; code <= Math.min(end, start + 65_535); code += 1) add(code, id + code - start);
  }
};

/** Whether TrueType outlines are valid: every offset within bounds, and no glyph that contains itself. */
const areOutlinesSound = (glyf: Buffer, loca: Buffer, glyphCount: number, isLong: boolean): boolean => {
  if (loca.length < (glyphCount + 1) * (isLong ? 4 : 2)) return false;
  const offsetOf = (id: number): number =>
    isLong ? loca.readUInt32BE(id * 4) : loca.readUInt16BE(id * 2) * 2;
  const parts: (readonly number[])[] = [];
  for (let id = 0; id < glyphCount; id += 1) {
    const [from, to] = [offsetOf(id), offsetOf(id + 1)];
    if (to < from || to > glyf.length) return false;
    const glyph = glyf.subarray(from, to);
    if (glyph.length > 0 && glyph.length < 10) return false;
    const found = glyph.length > 0 && glyph.readInt16BE(0) < 0 ? componentsOf(glyph) : [];
    if (found === null || found.some((part) => part >= glyphCount)) return false;
    parts.push(found);
  }
  const isDeep = (id: number, depth: number): boolean =>
    depth > maxNesting || (parts[id] ?? []).some((part) => isDeep(part, depth + 1));
  return !parts.some((found, id) => found.length > 0 && isDeep(id, 0));
};

const componentsOf = (glyph: Buffer): readonly number[] | null => {
  const found: number[] = [];
  let at = 10;
  for (;;) {
    if (at + 4 > glyph.length || found.length > 32) return null;
    const [flags, id] = [glyph.readUInt16BE(at), glyph.readUInt16BE(at + 2)];
    found.push(id);
    at += 4 + ((flags & 1) !== 0 ? 4 : 2);
    if ((flags & 8) !== 0) at += 2;
    else if ((flags & 0x40) !== 0) at += 4;
    else if ((flags & 0x80) !== 0) at += 8;
    if ((flags & 0x20) === 0) return found;
  }
};

const cmapOf = (characters: ReadonlyMap<number, number>, glyphCount: number): Buffer => {
  const groups = [
    ...[...characters]
      .toSorted(([one], [other]) => one - other)
      .map(([code, id]) => [code, code, id] as const),
    [0xf0000, 0xf0000 + Math.min(glyphCount, 65_534) - 1, 0] as const,
  ];
  const table = Buffer.alloc(28 + groups.length * 12);
  table.writeUInt16BE(1, 2);
  table.writeUInt16BE(3, 4);
  table.writeUInt16BE(10, 6);
  table.writeUInt32BE(12, 8);
  table.writeUInt16BE(12, 12);
  table.writeUInt32BE(16 + groups.length * 12, 16);
  table.writeUInt32BE(groups.length, 24);
  for (const [index, [start, end, id]] of groups.entries()) {
    table.writeUInt32BE(start, 28 + index * 12);
    table.writeUInt32BE(end, 32 + index * 12);
    table.writeUInt32BE(id, 36 + index * 12);
  }
  return table;
};

const checksum = (table: Buffer): number => {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) {
    let word = 0;
    for (let byte = 0; byte < 4; byte += 1) word = (word << 8) | (table[at + byte] ?? 0);
    sum = (sum + word) >>> 0;
  }
  return sum;
};

const writeFont = (version: number, tables: Tables): Buffer => {
  const names = [...tables.keys()].toSorted();
  const head = Buffer.alloc(12 + names.length * 16);
  const power = 2 ** Math.floor(Math.log2(names.length));
  head.writeUInt32BE(version, 0);
  head.writeUInt16BE(names.length, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((names.length - power) * 16, 10);
  const parts: Buffer[] = [head];
  let at = head.length;
  for (const [index, name] of names.entries()) {
    const table = tables.get(name) ?? Buffer.alloc(0);
    const entry = 12 + index * 16;
    head.write(name, entry, 'latin1');
    head.writeUInt32BE(checksum(table), entry + 4);
    head.writeUInt32BE(at, entry + 8);
    head.writeUInt32BE(table.length, entry + 12);
    const padding = (4 - (table.length % 4)) % 4;
    parts.push(table, Buffer.alloc(padding));
    at += table.length + padding;
  }
  return Buffer.concat(parts);
};

const post = (() => {
  const table = Buffer.alloc(32);
  table.writeUInt32BE(0x00030000, 0);
  return table;
})();

const kept = ['OS/2', 'cvt ', 'fpgm', 'prep', 'glyf', 'loca', 'CFF ', 'head', 'hhea', 'hmtx', 'maxp'];

const fromTables = (tables: Tables): CleanFont | null => {
  const [head, hhea, hmtx, maxp] = ['head', 'hhea', 'hmtx', 'maxp'].map((tag) => tables.get(tag));
  if (!head || head.length < 54 || !hhea || hhea.length < 36 || !hmtx || !maxp || maxp.length < 6)
    return null;
  const unitsPerEm = head.readUInt16BE(18);
  const glyphCount = maxp.readUInt16BE(4);
  const metrics = hhea.readUInt16BE(34);
  if (unitsPerEm < 16 || unitsPerEm > 16_384 || glyphCount === 0) return null;
  if (metrics === 0 || metrics > glyphCount || hmtx.length < metrics * 4 + (glyphCount - metrics) * 2)
    return null;
  const [glyf, loca, cff] = ['glyf', 'loca', 'CFF '].map((tag) => tables.get(tag));
  if (!cff && !(glyf && loca && areOutlinesSound(glyf, loca, glyphCount, head.readInt16BE(50) === 1)))
    return null;
  const characters = readCmap(tables.get('cmap'), glyphCount);
  const own = new Map<string, Buffer>([
    ...kept.flatMap((tag) => {
      const table = tables.get(tag);
      return table ? ([[tag, table]] as const) : [];
    }),
    ['cmap', cmapOf(characters, glyphCount)],
    ['post', post],
  ]);
  return { bytes: writeFont(cff ? 0x4f54544f : 0x00010000, own), glyphCount, characters };
};

/**
 * Validates an embedded font (TrueType, OpenType, or the first of a collection). Rewrites it with the tables
 * needed for drawing and a character map of our own. Null if it is not a font or its tables are inconsistent;
 * the text is then drawn in a substitute.
 */
export const cleanFont = (bytes: Buffer): CleanFont | null => {
  if (bytes.length < 12 || bytes.length > maxFontBytes) return null;
  try {
    const isCollection = bytes.toString('latin1', 0, 4) === 'ttcf' && bytes.length > 16;
    const tables = readTables(bytes, isCollection ? bytes.readUInt32BE(12) : 0);
    return tables && fromTables(tables);
  } catch (error) {
    // A read beyond the end of a table.
    if (error instanceof RangeError) return null;
    throw error;
  }
};
