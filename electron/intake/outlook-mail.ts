import iconv from 'iconv-lite';
import { isUtf8 } from 'node:buffer';
import { openCompoundFile, type Storage } from '../formats/compound-file.ts';
import { maxArchiveEntries } from './limits.ts';
import { filePart, linksIn, mailHead, readMail, shownName, type Mail, type MailPart } from './mail.ts';

/** Ids of properties in an Outlook mail (MS-OXPROPS). */
const ids = {
  messageClass: 0x001a,
  subject: 0x0037,
  submitted: 0x0039,
  delivered: 0x0e06,
  headers: 0x007d,
  senderName: 0x0c1a,
  senderAddress: 0x0c1f,
  senderSmtp: 0x5d01,
  body: 0x1000,
  html: 0x1013,
  codePages: [0x3fde, 0x3ffd],
  data: 0x3701,
  displayName: 0x3001,
  shortName: 0x3704,
  longName: 0x3707,
  method: 0x3705,
  mediaType: 0x370e,
  contentId: 0x3712,
  flags: 0x3714,
  hidden: 0x7ffe,
} as const;

const types = {
  integer: 0x0003,
  boolean: 0x000b,
  time: 0x0040,
  text8: 0x001e,
  text16: 0x001f,
  binary: 0x0102,
};

const propertyStream = '__PROPERTIES_VERSION1.0';
const attachmentStorage = /^__ATTACH_VERSION1\.0_#/u;

const streamName = (id: number, type: number | string): string =>
  `__SUBSTG1.0_${id.toString(16).padStart(4, '0')}${typeof type === 'string' ? type : type.toString(16).padStart(4, '0')}`.toUpperCase();

/** Bytes before the properties: of a mail as a file, of a mail within one, of an attachment. */
const heads = { file: 32, within: 24, attachment: 8 } as const;
const propertyBytes = 16;
/** A mail has some hundred properties of its own. */
const mostProperties = 5000;
/** Characters of a text that are looked at. */
const mostText = 1_000_000;

type Reader = {
  /** The value of a property of fixed size; null if it is not there. */
  readonly value: (id: number, type: number) => bigint | null;
  readonly text: (id: number) => string;
  readonly bytes: (id: number) => Buffer;
  /** The encoding of texts that are not UTF-16. */
  readonly encoding: string;
};

const usualEncoding = 'gb18030';

const encodingOf = (codePage: bigint): string => {
  if (codePage === 65_001n) return 'utf8';
  const name = `cp${codePage}`;
  return iconv.encodingExists(name) ? name : usualEncoding;
};

/** @param inherited the encoding of the mail, for an attachment */
const readerOf = (storage: Storage, head: number, inherited = usualEncoding): Reader => {
  const values = new Map<number, bigint>();
  const table = storage.streams.get(propertyStream)?.bytes() ?? Buffer.alloc(0);
  const end = Math.min(table.length, head + mostProperties * propertyBytes);
  for (let at = head; at + propertyBytes <= end; at += propertyBytes)
    values.set(table.readUInt32LE(at), table.readBigUInt64LE(at + 8));
  const value = (id: number, type: number): bigint | null => values.get(id * 0x1_0000 + type) ?? null;
  const low = (id: number): bigint | null => {
    const found = value(id, types.integer);
    return found === null ? null : found & 0xffff_ffffn;
  };
  const codePage = ids.codePages.map(low).find((page) => page !== null);
  const encoding = typeof codePage === 'bigint' ? encodingOf(codePage) : inherited;
  const bytes = (id: number, type = types.binary): Buffer =>
    storage.streams.get(streamName(id, type))?.bytes() ?? Buffer.alloc(0);
  return {
    value: (id, type) => (type === types.integer ? low(id) : value(id, type)),
    bytes,
    encoding,
    text: (id) => {
      const wide = bytes(id, types.text16);
      if (wide.length > 0)
        return wide
          .subarray(0, mostText * 2)
          .toString('utf16le')
          .replaceAll('\0', '');
      const narrow = bytes(id, types.text8).subarray(0, mostText);
      return (isUtf8(narrow) ? narrow.toString('utf8') : iconv.decode(narrow, encoding)).replaceAll('\0', '');
    },
  };
};

/** 100 nanoseconds since 1601 to ISO 8601; empty for a time that no calendar has. */
const isoOf = (fileTime: bigint | null): string => {
  if (fileTime === null) return '';
  const date = new Date(Number(fileTime / 10_000n) - 11_644_473_600_000);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
};

const mostOfHeaders = 65_536;

/** Exchange states a sender by a path of its directory. Then the headers of the mail name the address. */
const headOf = async (reader: Reader): Promise<Mail['head']> => {
  const stated = [reader.text(ids.senderSmtp), reader.text(ids.senderAddress)].find((one) =>
    one.includes('@'),
  );
  const at = isoOf(reader.value(ids.submitted, types.time) ?? reader.value(ids.delivered, types.time));
  const headers = reader.text(ids.headers).slice(0, mostOfHeaders);
  const { head } =
    headers !== '' && (stated === undefined || at === '')
      ? await readMail(Buffer.from(`${headers}\r\n\r\n`))
      : { head: null };
  return mailHead(
    stated ?? (head?.sender || reader.text(ids.senderName)),
    reader.text(ids.subject) || (head?.subject ?? ''),
    at || (head?.day ?? ''),
  );
};

const methods = { file: 1n, mail: 5n } as const;
/** The attachment is shown inside of the text. */
const shownInText = 4n;

/** Null for what has no content here, such as a reference to a file elsewhere, or an object of another program. */
const partOf = (
  storage: Storage,
  index: number,
  { shownIds, isSigned, encoding }: { shownIds: ReadonlySet<string>; isSigned: boolean; encoding: string },
): MailPart | null => {
  const reader = readerOf(storage, heads.attachment, encoding);
  const method = reader.value(ids.method, types.integer) ?? methods.file;
  const named = [ids.longName, ids.shortName, ids.displayName]
    .map((id) => shownName(reader.text(id)))
    .find((name) => name !== '');
  if (method === methods.mail) {
    const inner = storage.storages.get(streamName(ids.data, '000D'));
    if (!inner) return null;
    const name = named === undefined ? `${index + 1}.msg` : `${named.replace(/\.msg$/iu, '')}.msg`;
    return { name, content: { kind: 'mail', read: () => mailOf(inner(), heads.within) }, isInline: false };
  }
  if (method !== methods.file) return null;
  const bytes = Buffer.from(reader.bytes(ids.data));
  const type = reader.text(ids.mediaType);
  const contentId = reader.text(ids.contentId);
  const isInline =
    ((reader.value(ids.flags, types.integer) ?? 0n) & shownInText) !== 0n ||
    ((reader.value(ids.hidden, types.boolean) ?? 0n) & 1n) !== 0n ||
    shownIds.has(contentId);
  // The whole of a signed or encrypted mail is the only attachment that Outlook keeps.
  return filePart(named ?? `${index + 1}`, isSigned ? 'application/pkcs7-mime' : type, bytes, isInline);
};

const mailOf = async (storage: Storage, head: number): Promise<Mail> => {
  const reader = readerOf(storage, head);
  const { encoding } = reader;
  const source = reader.bytes(ids.html).subarray(0, mostText);
  const html = source.length > 0 ? iconv.decode(source, encoding) : reader.text(ids.html);
  const isSigned = /^ipm\.note\.smime/iu.test(reader.text(ids.messageClass));
  const shownIds = new Set(Array.from(html.matchAll(/cid:(?<id>[^"'\s<>)]{1,255})/giu), ([, id = '']) => id));
  // One more than the limit, so that the limit of all files in a mail refuses it.
  const attachments = [...storage.storages]
    .filter(([name]) => attachmentStorage.test(name))
    .slice(0, maxArchiveEntries + 1);
  return {
    head: await headOf(reader),
    links: linksIn(reader.text(ids.body), html),
    parts: attachments
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([, open], index) => partOf(open(), index, { shownIds, isSigned, encoding }) ?? []),
  };
};

/** Opens a mail that Outlook saved; null for any other compound file, such as an old Office document. */
export const openOutlookMail = (bytes: Buffer): (() => Promise<Mail>) | null => {
  const root = openCompoundFile(bytes);
  return root.streams.has(propertyStream) ? () => mailOf(root, heads.file) : null;
};
