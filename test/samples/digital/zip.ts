import { crc32, deflateRawSync } from 'node:zlib';

export type ZipPart = {
  readonly name: string | Buffer;
  readonly bytes: Buffer;
  /** The size that the archive states, if it is wrong. */
  readonly statedBytes?: number;
  readonly encrypted?: boolean;
  readonly utf8?: boolean;
  /** Extra fields of the directory. */
  readonly extra?: Buffer;
};

const deflated = new WeakMap<Buffer, { readonly sum: number; readonly packed: Buffer }>();

/** Compresses a buffer only once: tests use one for many parts and archives. */
const deflate = (bytes: Buffer): { readonly sum: number; readonly packed: Buffer } => {
  const sum = crc32(bytes);
  const known = deflated.get(bytes);
  if (known?.sum === sum) return known;
  const made = { sum, packed: deflateRawSync(bytes) };
  deflated.set(bytes, made);
  return made;
};

/** Our own deflated zip; valid unless its parts say otherwise. */
export const zip = (parts: readonly ZipPart[]): Buffer => {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, statedBytes = bytes.length, encrypted = false, utf8 = true, extra } of parts) {
    const raw = typeof name === 'string' ? Buffer.from(name) : name;
    const { sum, packed } = deflate(bytes);
    const flags = (encrypted ? 1 : 0) | (utf8 ? 0x800 : 0);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(sum, 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(statedBytes, 18);
    common.writeUInt16LE(raw.length, 22);
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), common, raw, packed);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    const own = Buffer.from(common);
    own.writeUInt16LE(extra?.length ?? 0, 24);
    centrals.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), own, tail, raw, extra ?? Buffer.alloc(0));
    offset += 30 + raw.length + packed.length;
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
};
