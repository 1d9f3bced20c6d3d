import iconv from 'iconv-lite';
import { isUtf8 } from 'node:buffer';
import type { Attachment } from 'postal-mime';
import type { MailHead } from '../../shared/contract/mail-head.ts';

/** A file in a mail; a forwarded mail is one, too. */
export type MailPart = {
  readonly name: string;
  readonly bytes: Buffer<ArrayBuffer>;
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

const linksIn = (...texts: readonly (string | undefined)[]): readonly string[] =>
  [...new Set(texts.flatMap((text) => (text ?? '').match(link) ?? []))].slice(0, mostLinks);

/** Characters of a name, of a sender and of a subject: a header may have megabytes, and each file keeps them. */
const [mostOfName, mostOfSender, mostOfSubject] = [255, 320, 500];

/** The last part of a name: a mail may name a whole path. */
const shownName = (name: string): string => name.split(/[/\\]/u).at(-1)?.trim().slice(-mostOfName) ?? '';

const nameOf = ({ filename, mimeType }: Attachment, index: number): string => {
  const named = shownName(filename ?? '');
  if (named !== '') return named;
  return mimeType === 'message/rfc822' ? `${index + 1}.eml` : `${index + 1}`;
};

const bytesOf = ({ content }: Attachment): Buffer<ArrayBuffer> =>
  typeof content === 'string'
    ? Buffer.from(content)
    : Buffer.from(content instanceof ArrayBuffer ? content : Uint8Array.from(content).buffer);

const dayOf = (date: string | undefined): string => /^\d{4}-\d{2}-\d{2}/u.exec(date ?? '')?.[0] ?? '';

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
    head: {
      sender: (from?.address ?? from?.name ?? '').slice(0, mostOfSender),
      subject: (subject ?? '').slice(0, mostOfSubject),
      day: dayOf(date),
    },
    links: linksIn(text, html),
    parts: attachments.map((part, index) => ({
      name: nameOf(part, index),
      bytes: bytesOf(part),
      isInline: part.related === true || part.disposition === 'inline',
    })),
  };
};
