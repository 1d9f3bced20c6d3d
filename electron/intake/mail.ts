import iconv from 'iconv-lite';
import { isUtf8 } from 'node:buffer';
import type { Attachment } from 'postal-mime';
import type { MailHead } from '../../shared/contract/mail-head.ts';
import { readCmsContent } from '../extract/document/seal/cms.ts';

/**
 * What is attached. `mail` has no file of its own: a mail that Outlook keeps within another. `signed` is the content
 * that an opaque signature wraps: it belongs to the mail itself. Both reject if they are damaged.
 */
type Content =
  | { readonly kind: 'file'; readonly bytes: Buffer<ArrayBuffer> }
  | { readonly kind: 'mail'; readonly read: () => Promise<Mail> }
  | { readonly kind: 'signed'; readonly read: () => Promise<Mail> }
  | { readonly kind: 'encrypted' };

/** A part of a mail; a forwarded mail is one, too. */
export type MailPart = {
  readonly name: string;
  readonly content: Content;
  /** It is shown inside of the text, as logos and signatures are. */
  readonly isInline: boolean;
};

export type Mail = {
  readonly head: MailHead;
  readonly parts: readonly MailPart[];
  /** Addresses in its text. They are shown, and never followed. */
  readonly links: readonly string[];
};

/** Header lines of a mail that any mail has some of. */
const knownHeader =
  /^(?:from|to|date|subject|(?:x-)?received|return-path|message-id|mime-version|delivered-to|reply-to|content-type|arc-[a-z-]{4,40}|dkim-signature|authentication-results):/imu;
/** A line of a header: its name, and lines that continue it. */
const headerLines = /^(?:[!-9;-~]+:[^\n]*\r?\n(?:[ \t][^\n]*\r?\n)*){2}/u;

/** Whether the first bytes of a file are the header of a mail. */
export const looksLikeMail = (head: Uint8Array): boolean => {
  const text = Buffer.from(head).toString('latin1');
  const found = headerLines.exec(text);
  return found !== null && (text.match(new RegExp(knownHeader, 'gimu')) ?? []).length >= 2;
};

/** Lines that carry a name or a subject, and may continue an earlier line. */
const namingLine = /^(?:subject|from|content-type|content-disposition)\s{0,9}:|^[ \t].*name/iu;
const lineEnd = 0x0a;

/**
 * Old mail programs in China write names in their own code page instead of encoding them. Such lines become UTF-8;
 * everything else stays as it is.
 */
const withReadableNames = (bytes: Buffer): Buffer => {
  const parts: Buffer[] = [];
  let kept = 0;
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(lineEnd, start);
    const end = found === -1 ? bytes.length : found + 1;
    const line = bytes.subarray(start, end);
    if (line.length < 2_000 && !isUtf8(line) && namingLine.test(line.toString('latin1'))) {
      parts.push(bytes.subarray(kept, start), Buffer.from(iconv.decode(line, 'gb18030')));
      kept = end;
    }
    start = end;
  }
  return kept === 0 ? bytes : Buffer.concat([...parts, bytes.subarray(kept)]);
};

const link = /https?:\/\/[^\s"'<>()（）【】]+/giu;
const mostLinks = 20;

export const linksIn = (...texts: readonly (string | undefined)[]): readonly string[] =>
  [...new Set(texts.flatMap((text) => (text ?? '').match(link) ?? []))].slice(0, mostLinks);

/** Characters of a name, of a sender and of a subject: a header may have megabytes, and each file keeps them. */
const [mostOfName, mostOfSender, mostOfSubject] = [255, 320, 500];

/** Who sent a mail, about what, and when (ISO), shortened to what each file keeps. */
export const mailHead = (sender: string, subject: string, date: string): MailHead => ({
  sender: sender.slice(0, mostOfSender),
  subject: subject.slice(0, mostOfSubject),
  day: /^\d{4}-\d{2}-\d{2}/u.exec(date)?.[0] ?? '',
});

/** The last part of a name: a mail may name a whole path. */
export const shownName = (name: string): string =>
  name.split(/[/\\]/u).at(-1)?.trim().slice(-mostOfName) ?? '';

const nameOf = ({ filename, mimeType }: Attachment, index: number): string => {
  const named = shownName(filename ?? '');
  if (named !== '') return named;
  return mimeType === 'message/rfc822' ? `${index + 1}.eml` : `${index + 1}`;
};

const bytesOf = ({ content }: Attachment): Buffer<ArrayBuffer> =>
  typeof content === 'string'
    ? Buffer.from(content)
    : Buffer.from(content instanceof ArrayBuffer ? content : Uint8Array.from(content).buffer);

const wrappedType = /^application\/(?:x-)?pkcs7-mime$/iu;
/** PGP, and the rights management of Microsoft. */
const encryptedType = /^application\/(?:pgp-encrypted|x-microsoft-rpmsg-message)$/iu;
const wrappedName = /\.p7m$/iu;
/** Header lines of the content of a signature. */
const startsLikeHeader = /^\s{0,9}(?:content-[a-z-]{2,40}|mime-version)\s?:/iu;

const hasHeader = (bytes: Buffer): boolean =>
  startsLikeHeader.test(bytes.subarray(0, 100).toString('latin1')) || looksLikeMail(bytes.subarray(0, 1024));

/** The content of a signature: a mail's own parts, or a file that was signed on its own (`invoice.pdf.p7m`). */
const unwrapped = (name: string, bytes: Buffer<ArrayBuffer>): Content => {
  // Outlook keeps some signed parts with their header.
  if (hasHeader(bytes)) return { kind: 'signed', read: () => readMail(bytes) };
  const content = readCmsContent(bytes);
  if (content === 'encrypted') return { kind: 'encrypted' };
  if (content === null) return { kind: 'file', bytes };
  const inner = Buffer.from(content);
  if (hasHeader(inner) || !wrappedName.test(name) || /^smime\.p7m$/iu.test(name))
    return { kind: 'signed', read: () => readMail(inner) };
  return { kind: 'file', bytes: inner };
};

/**
 * An attached file, with its signature opened.
 * @param type its media type as stated, which may be empty or wrong
 */
export const filePart = (
  name: string,
  type: string,
  bytes: Buffer<ArrayBuffer>,
  isInline: boolean,
): MailPart => {
  if (encryptedType.test(type) || /^message\.rpmsg$/iu.test(name))
    return { name, content: { kind: 'encrypted' }, isInline };
  const isWrapped = wrappedType.test(type) || wrappedName.test(name);
  const content: Content = isWrapped ? unwrapped(name, bytes) : { kind: 'file', bytes };
  const plainName = isWrapped && content.kind === 'file' ? name.replace(wrappedName, '') : name;
  return { name: plainName, content, isInline };
};

/** Deeper structures are hostile: a forwarded mail is a file of its own here. */
const maxNestingDepth = 20;

/** Reads a mail. Rejects if it is damaged, or nested too deeply. Its HTML is text here, and never rendered. */
export const readMail = async (bytes: Buffer): Promise<Mail> => {
  const { default: PostalMime } = await import('postal-mime');
  const { from, subject, date, text, html, attachments } = await PostalMime.parse(withReadableNames(bytes), {
    forceRfc822Attachments: true,
    maxNestingDepth,
  });
  return {
    head: mailHead(from?.address ?? from?.name ?? '', subject ?? '', date ?? ''),
    links: linksIn(text, html),
    parts: attachments.map((part, index) =>
      filePart(
        nameOf(part, index),
        part.mimeType,
        bytesOf(part),
        part.related === true || part.disposition === 'inline',
      ),
    ),
  };
};
