import { crc32 } from 'node:zlib';

/** Info-ZIP's extra field that states an entry's name in UTF-8, with the checksum of its raw name. */
export const unicodePath = (stated: string, raw: Buffer): Buffer => {
  const name = Buffer.from(stated);
  const head = Buffer.alloc(9);
  head.writeUInt16LE(0x7075, 0);
  head.writeUInt16LE(name.length + 5, 2);
  head.writeUInt8(1, 4);
  head.writeUInt32LE(crc32(raw), 5);
  return Buffer.concat([head, name]);
};
