/** A part of a mail to write: its header lines without the last line end, and its body. */
export type EmlPart = { readonly head: string; readonly body: Buffer | string };

export const crlf = '\r\n';

export const base64Lines = (bytes: Buffer): string =>
  (bytes.toString('base64').match(/.{1,76}/gu) ?? []).join(crlf);

/** @param name the parameter with the name, such as `filename="a.png"` */
export const attached = (
  name: string,
  bytes: Buffer,
  disposition = 'attachment',
  type = 'application/octet-stream',
): EmlPart => ({
  head: `Content-Type: ${type}${crlf}Content-Transfer-Encoding: base64${crlf}Content-Disposition: ${disposition}; ${name}`,
  body: base64Lines(bytes),
});

export const emlText = (words: string): EmlPart => ({
  head: 'Content-Type: text/plain; charset=utf-8',
  body: words,
});

export const forwarded = (bytes: Buffer, name = ''): EmlPart => ({
  head: `Content-Type: message/rfc822${name === '' ? '' : `${crlf}Content-Disposition: attachment; ${name}`}`,
  body: bytes,
});

let count = 0;

/** The parts of a mail with their header, as it stands below the header of the mail or in a signature. */
export const multipart = (parts: readonly EmlPart[], kind = 'mixed'): Buffer => {
  count += 1;
  const mark = `=_mark-${count}`;
  const body = parts.map((part) =>
    Buffer.concat([
      Buffer.from(`--${mark}${crlf}${part.head}${crlf}${crlf}`, 'latin1'),
      Buffer.from(part.body),
      Buffer.from(crlf),
    ]),
  );
  return Buffer.concat([
    Buffer.from(`Content-Type: multipart/${kind}; boundary="${mark}"${crlf}${crlf}`),
    ...body,
    Buffer.from(`--${mark}--${crlf}`),
  ]);
};

/** A whole mail around its content, which begins with its own header. */
export const eml = (
  content: Buffer,
  { subject = 'Invoice', sender = 'finance@example.com', date = 'Tue, 28 May 2024 09:00:00 +0800' } = {},
): Buffer =>
  Buffer.concat([
    Buffer.from(
      [
        `From: =?UTF-8?B?6LSi5Yqh?= <${sender}>`,
        `Subject: ${subject}`,
        `Date: ${date}`,
        'MIME-Version: 1.0',
        '',
      ].join(crlf),
      'latin1',
    ),
    content,
  ]);

/** Content in an opaque signature or encryption. */
export const wrapped = (cms: Buffer, name = 'smime.p7m'): Buffer =>
  Buffer.from(
    [
      `Content-Type: application/pkcs7-mime; name="${name}"`,
      'Content-Transfer-Encoding: base64',
      `Content-Disposition: attachment; filename="${name}"`,
      '',
      base64Lines(cms),
      '',
    ].join(crlf),
  );
