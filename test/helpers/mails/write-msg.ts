import iconv from 'iconv-lite';
import { writeCompound, type MadeStorage } from './write-compound.ts';

export type MsgPart =
  | {
      readonly kind: 'file';
      readonly name: string;
      readonly bytes: Buffer;
      readonly type?: string;
      readonly isInline?: boolean;
    }
  | { readonly kind: 'mail'; readonly name: string; readonly mail: Msg };

/** An Outlook mail to write. */
export type Msg = {
  readonly subject: string;
  readonly sender: string;
  /** ISO 8601. */
  readonly at: string;
  readonly parts: readonly MsgPart[];
  readonly body?: string;
  /** `IPM.Note` unless it is signed or encrypted. */
  readonly messageClass?: string;
  /** Texts in the code page of Chinese Windows instead of UTF-16. */
  readonly isGbk?: boolean;
  /** Headers of the mail as it arrived. */
  readonly headers?: string;
};

type Property = readonly [id: number, type: number, value: bigint | string | Buffer];

const chineseWindows = 936n;
const fileTime = (at: string): bigint => BigInt(Date.parse(at) + 11_644_473_600_000) * 10_000n;

const hex = (value: number): string => value.toString(16).padStart(4, '0').toUpperCase();
const streamName = (id: number, type: number): string => `__substg1.0_${hex(id)}${hex(type)}`;

/** A storage of properties: fixed ones in one stream, each other one in its own. */
const propertiesOf = (
  properties: readonly Property[],
  head: number,
  isGbk: boolean,
): Record<string, Buffer> => {
  const streams: Record<string, Buffer> = {};
  const fixed = properties.map(([id, type, value]) => {
    const entry = Buffer.alloc(16);
    const isText = typeof value === 'string';
    const real = isText ? (isGbk ? 0x1e : 0x1f) : type;
    entry.writeUInt32LE(id * 0x1_0000 + real, 0);
    entry.writeUInt32LE(6, 4);
    if (typeof value === 'bigint') entry.writeBigUInt64LE(value, 8);
    else {
      const bytes = isText ? iconv.encode(value, isGbk ? 'gbk' : 'utf16le') : value;
      entry.writeUInt32LE(bytes.length, 8);
      if (type !== 0x0d) streams[streamName(id, real)] = bytes;
    }
    return entry;
  });
  return { ...streams, '__properties_version1.0': Buffer.concat([Buffer.alloc(head), ...fixed]) };
};

const attachmentOf = (part: MsgPart, isGbk: boolean): MadeStorage => {
  if (part.kind === 'mail') {
    const properties: Property[] = [
      [0x3705, 3, 5n],
      [0x3001, 0x1f, part.name],
      [0x3701, 0x0d, Buffer.alloc(0)],
    ];
    return {
      streams: propertiesOf(properties, 8, isGbk),
      storages: { [streamName(0x3701, 0x0d)]: storageOf(part.mail, 24) },
    };
  }
  const properties: Property[] = [
    [0x3705, 3, 1n],
    [0x3707, 0x1f, part.name],
    [0x3704, 0x1f, 'SHORT~1.DAT'],
    [0x3701, 0x102, part.bytes],
    [0x370e, 0x1f, part.type ?? 'application/octet-stream'],
    [0x3714, 3, part.isInline === true ? 4n : 0n],
  ];
  return { streams: propertiesOf(properties, 8, isGbk), storages: {} };
};

const storageOf = (mail: Msg, head: number): MadeStorage => {
  const isGbk = mail.isGbk ?? false;
  const properties: Property[] = [
    [0x001a, 0x1f, mail.messageClass ?? 'IPM.Note'],
    [0x0037, 0x1f, mail.subject],
    [0x0c1f, 0x1f, mail.sender],
    [0x0c1a, 0x1f, 'a name'],
    [0x1000, 0x1f, mail.body ?? 'see attached'],
  ];
  if (mail.at !== '') properties.push([0x0039, 0x40, fileTime(mail.at)]);
  if (mail.headers !== undefined) properties.push([0x007d, 0x1f, mail.headers]);
  if (isGbk) properties.push([0x3ffd, 3, chineseWindows]);
  return {
    streams: propertiesOf(properties, head, isGbk),
    storages: Object.fromEntries(
      mail.parts.map((part, index) => [
        `__attach_version1.0_#${index.toString(16).padStart(8, '0').toUpperCase()}`,
        attachmentOf(part, isGbk),
      ]),
    ),
  };
};

/**
 * Writes a mail as Outlook saves it.
 * @param shift 9 for sectors of 512 bytes, 12 for 4,096
 */
export const writeMsg = (mail: Msg, shift: 9 | 12 = 9): Buffer => writeCompound(storageOf(mail, 32), shift);
