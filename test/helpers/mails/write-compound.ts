/** A storage of a compound file (MS-CFB) to write. */
export type MadeStorage = {
  readonly streams: Readonly<Record<string, Buffer>>;
  readonly storages: Readonly<Record<string, MadeStorage>>;
};

const [endOfChain, free, tableSector, listSector, none] = [
  0xffff_fffe, 0xffff_ffff, 0xffff_fffd, 0xffff_fffc, 0xffff_ffff,
];
const miniBytes = 64;
const miniLimit = 4096;
const inHeader = 109;

type Entry = {
  readonly name: string;
  readonly kind: number;
  readonly bytes: Buffer;
  right: number;
  child: number;
  start: number;
};

const numbers = (values: readonly number[], length: number): Buffer => {
  const bytes = Buffer.alloc(length * 4, 0xff);
  values.forEach((value, index) => bytes.writeUInt32LE(value, index * 4));
  return bytes;
};

/** The order that the format asks of siblings: shorter names first, then by capitals. */
const inOrder = (one: string, other: string): number =>
  one.length - other.length || (one.toUpperCase() < other.toUpperCase() ? -1 : 1);

const entriesOf = (root: MadeStorage): Entry[] => {
  const entries: Entry[] = [
    { name: 'Root Entry', kind: 5, bytes: Buffer.alloc(0), right: none, child: none, start: 0 },
  ];
  const add = (parent: Entry, { streams, storages }: MadeStorage): void => {
    let last: Entry | null = null;
    for (const name of [...Object.keys(streams), ...Object.keys(storages)].toSorted(inOrder)) {
      const [bytes, inner] = [streams[name], storages[name]];
      const entry = {
        name,
        kind: bytes ? 2 : 1,
        bytes: bytes ?? Buffer.alloc(0),
        right: none,
        child: none,
        start: bytes ? endOfChain : 0,
      };
      const index = entries.push(entry) - 1;
      if (last) last.right = index;
      else parent.child = index;
      last = entry;
      if (inner) add(entry, inner);
    }
  };
  const [first] = entries;
  if (first) add(first, root);
  return entries;
};

const entryBytes = ({ name, kind, bytes, right, child, start }: Entry): Buffer => {
  const made = Buffer.alloc(128);
  made.write(name, 0, 'utf16le');
  made.writeUInt16LE((name.length + 1) * 2, 0x40);
  made[0x42] = kind;
  made[0x43] = 1;
  made.writeUInt32LE(none, 0x44);
  made.writeUInt32LE(right, 0x48);
  made.writeUInt32LE(child, 0x4c);
  made.writeUInt32LE(start, 0x74);
  made.writeUInt32LE(bytes.length, 0x78);
  return made;
};

/**
 * Writes a compound file.
 * @param shift 9 for sectors of 512 bytes, 12 for 4,096
 */
export const writeCompound = (root: MadeStorage, shift: 9 | 12 = 9): Buffer => {
  const size = 2 ** shift;
  const perSector = size / 4;
  const sectors: Buffer[] = [];
  const table: number[] = [];
  /** Adds sectors as one chain; returns the first. */
  const chain = (bytes: Buffer, mark: number | null = null): number => {
    if (bytes.length === 0) return endOfChain;
    const start = sectors.length;
    for (let at = 0; at < bytes.length; at += size) {
      const sector = Buffer.alloc(size);
      bytes.copy(sector, 0, at);
      const index = sectors.push(sector) - 1;
      table[index] = mark ?? (at + size < bytes.length ? index + 1 : endOfChain);
    }
    return start;
  };

  const entries = entriesOf(root);
  const minis: Buffer[] = [];
  const miniTable: number[] = [];
  for (const entry of entries.filter(({ kind, bytes }) => kind === 2 && bytes.length > 0)) {
    if (entry.bytes.length >= miniLimit) {
      entry.start = chain(entry.bytes);
      continue;
    }
    entry.start = miniTable.length;
    for (let at = 0; at < entry.bytes.length; at += miniBytes) {
      const mini = Buffer.alloc(miniBytes);
      entry.bytes.copy(mini, 0, at);
      minis.push(mini);
      miniTable.push(at + miniBytes < entry.bytes.length ? miniTable.length + 1 : endOfChain);
    }
  }
  const miniStream = Buffer.concat(minis);
  const [top, ...others] = entries;
  if (!top) throw new Error('No root');
  const first = { ...top, start: chain(miniStream), bytes: miniStream };
  const miniStart = chain(numbers(miniTable, Math.ceil(miniTable.length / perSector) * perSector));
  const directory = chain(Buffer.concat([first, ...others].map(entryBytes)));

  // The table also lists its own sectors, and those that name them.
  let [parts, lists] = [0, 0];
  for (;;) {
    const needed = Math.ceil((sectors.length + parts + lists) / perSector);
    const more = Math.max(0, Math.ceil((needed - inHeader) / (perSector - 1)));
    if (needed === parts && more === lists) break;
    [parts, lists] = [needed, more];
  }
  const from = sectors.length;
  const own = Array.from({ length: parts }, (_, index) => from + index);
  const listStart = from + parts;
  for (const sector of own) table[sector] = tableSector;
  for (let index = 0; index < lists; index += 1) table[listStart + index] = listSector;
  const whole = numbers(table, parts * perSector);
  for (let index = 0; index < parts; index += 1)
    sectors.push(whole.subarray(index * size, (index + 1) * size));
  for (let index = 0; index < lists; index += 1) {
    const named = own.slice(inHeader + index * (perSector - 1), inHeader + (index + 1) * (perSector - 1));
    const list = numbers(named, perSector);
    list.writeUInt32LE(index + 1 < lists ? listStart + index + 1 : endOfChain, size - 4);
    sectors.push(list);
  }

  const header = Buffer.alloc(size);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(0x3e, 0x18);
  header.writeUInt16LE(shift === 9 ? 3 : 4, 0x1a);
  header.writeUInt16LE(0xfffe, 0x1c);
  header.writeUInt16LE(shift, 0x1e);
  header.writeUInt16LE(6, 0x20);
  header.writeUInt32LE(parts, 0x2c);
  header.writeUInt32LE(directory, 0x30);
  header.writeUInt32LE(miniLimit, 0x38);
  header.writeUInt32LE(miniStart, 0x3c);
  header.writeUInt32LE(Math.ceil(miniTable.length / perSector), 0x40);
  header.writeUInt32LE(lists > 0 ? listStart : endOfChain, 0x44);
  header.writeUInt32LE(lists, 0x48);
  header.fill(free & 0xff, 0x4c, 0x4c + inHeader * 4);
  own.slice(0, inHeader).forEach((sector, index) => header.writeUInt32LE(sector, 0x4c + index * 4));
  return Buffer.concat([header, ...sectors]);
};
