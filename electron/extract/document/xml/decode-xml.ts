import { isUtf8 } from 'node:buffer';
import { failed, success, type Result } from '../../../../shared/result.ts';
import type { Failure } from '../../../../shared/services/failure.ts';
import { failureOf } from '../../../../shared/services/failures.ts';

/** Larger than any invoice: 100 lines take some 60 kB. */
const maxXmlBytes = 20 * 1024 * 1024;

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030';

/** The byte order mark takes precedence, then the bytes of the first `<`, and only then the declaration. */
const encodingByBytes = (bytes: Uint8Array): Encoding | null => {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  // A UTF-32 mark begins with that of UTF-16; no invoice uses UTF-32.
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? null : 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0x3c && b === 0) return 'utf-16le';
  return a === 0 && b === 0x3c ? 'utf-16be' : null;
};

const declared = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._:-]+)["']/u;

/** Names of the encodings in declarations; GBK and GB2312 are subsets of GB 18030. */
const encodingByName = (name: string): Encoding | null => {
  switch (name.toLowerCase().replaceAll('_', '-')) {
    case 'utf-8':
    case 'utf8':
    case 'us-ascii':
    case 'ascii':
    // Programs that once wrote UTF-16 still declare it, but these bytes are not UTF-16.
    case 'utf-16':
      return 'utf-8';
    case 'gbk':
    case 'gb2312':
    case 'gb18030':
    case 'cp936':
    case 'x-gbk':
      return 'gb18030';
    default:
      return null;
  }
};

const headOf = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, Math.min(length, 256)).toString('latin1');

/** The encoding of an XML file; the name of an unsupported encoding is returned unchanged. */
const encodingOf = (bytes: Uint8Array): Encoding | { readonly unknown: string } => {
  const certain = encodingByBytes(bytes);
  if (certain) return certain;
  const name = declared.exec(headOf(bytes))?.[1];
  if (name === undefined) return 'utf-8';
  const encoding = encodingByName(name) ?? { unknown: name };
  // A program that converts a file to UTF-8 may leave its declaration. Chinese in GB 18030 is never valid UTF-8.
  return encoding === 'gb18030' && isUtf8(bytes) ? 'utf-8' : encoding;
};

/** The decoders keep no state between texts. */
const decoders: Partial<Record<Encoding, InstanceType<typeof TextDecoder>>> = {};

/**
 * The text of an XML file without its byte order mark. Bytes that are invalid in their encoding are a
 * failure: a replacement character could hide a digit.
 */
export const decodeXml = (bytes: Uint8Array): Result<string, Failure> => {
  if (bytes.length === 0) return failed(failureOf('empty'));
  if (bytes.length > maxXmlBytes) return failed(failureOf('file-too-large', { detail: 'XML' }));
  const encoding = encodingOf(bytes);
  if (typeof encoding !== 'string')
    return failed(failureOf('damaged', { detail: `XML, encoding ${encoding.unknown}` }));
  try {
    const decoder = (decoders[encoding] ??= new TextDecoder(encoding, { fatal: true }));
    return success(decoder.decode(bytes).trimStart());
  } catch {
    return failed(failureOf('damaged', { detail: `XML, not ${encoding}` }));
  }
};

/**
 * Anything that may precede the root: the declaration, comments and instructions. A DOCTYPE names the root, too.
 */
const prolog = /^(?:\s+|<\?[^]*?\?>|<!--[^]*?-->)*/u;

/**
 * The root name of an XML document from the start of the file, in lower case and without prefix. `''` if the
 * start ends before the root, null if the file is not XML.
 */
export const xmlRootOf = (head: Uint8Array): string | null => {
  const encoding = encodingByBytes(head) ?? 'utf-8';
  // Not fatal: the head may end inside a character.
  const text = new TextDecoder(encoding).decode(head).trimStart();
  if (!/^<(?:\?xml\s|!--|!DOCTYPE\s|[\p{L}_])/u.test(text)) return null;
  const rest = text.replace(prolog, '');
  const name = /^<(?:!DOCTYPE\s+)?(?:[\p{L}_][\p{L}\p{N}._-]*:)?([\p{L}_][\p{L}\p{N}._-]*)/iu.exec(rest)?.[1];
  return name?.toLowerCase() ?? '';
};

/** Whether the start of a file looks like an XML document in any encoding. */
export const looksLikeXml = (head: Uint8Array): boolean => xmlRootOf(head) !== null;

/** Whether an XML file in a folder is probably an invoice: there are many other XML files. */
export const mentionsInvoice = (head: Uint8Array): boolean => {
  const encoding = encodingByBytes(head) ?? 'utf-8';
  const text = new TextDecoder(encoding).decode(head);
  return /invoice|xbrl|发票|fp_?hm|fpkj|kpxx/iu.test(text) || xmlRootOf(head) === '';
};
