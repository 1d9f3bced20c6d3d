import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { readArchive } from '../../../../electron/intake/archive.ts';
import { formatOf } from '../../../../electron/intake/format.ts';
import { zip } from '../../../samples/digital/zip.ts';
import { png } from '../../../helpers/pictures.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

type Part = { readonly head: string; readonly body: Buffer | string };

const crlf = '\r\n';
const base64 = (bytes: Buffer): string => (bytes.toString('base64').match(/.{1,76}/gu) ?? []).join(crlf);

const attached = (name: string, bytes: Buffer, disposition = 'attachment'): Part => ({
  head: `Content-Type: application/octet-stream${crlf}Content-Transfer-Encoding: base64${crlf}Content-Disposition: ${disposition}; ${name}`,
  body: base64(bytes),
});
const text = (words: string): Part => ({ head: 'Content-Type: text/plain; charset=utf-8', body: words });

let count = 0;
const mail = (parts: readonly Part[], subject = 'Invoice', kind = 'mixed'): Buffer => {
  count += 1;
  const mark = `=_mark-${count}`;
  const head = [
    'From: =?UTF-8?B?6LSi5Yqh?= <finance@example.com>',
    `Subject: ${subject}`,
    'Date: Tue, 28 May 2024 09:00:00 +0800',
    'MIME-Version: 1.0',
    `Content-Type: multipart/${kind}; boundary="${mark}"`,
  ].join(crlf);
  const body = parts.map((part) =>
    Buffer.concat([
      Buffer.from(`--${mark}${crlf}${part.head}${crlf}${crlf}`, 'latin1'),
      Buffer.from(part.body),
      Buffer.from(crlf),
    ]),
  );
  return Buffer.concat([Buffer.from(head + crlf + crlf), ...body, Buffer.from(`--${mark}--${crlf}`)]);
};

const itemsOf = async (bytes: Buffer) => {
  const path = join(await temporaryFolder(), 'mail.eml');
  await writeFile(path, bytes);
  const items = [];
  for await (const item of readArchive(path)) items.push(item);
  return items;
};

const told = async (bytes: Buffer) =>
  (await itemsOf(bytes)).map(({ name, content }) => [
    name,
    content.ok ? content.value.length : content.failure.reason,
  ]);

const forwarded = (bytes: Buffer): Part => ({ head: 'Content-Type: message/rfc822', body: bytes });

describe('a mail', () => {
  test('is known by its header, and not by its name', async () => {
    expect(formatOf(mail([]).subarray(0, 1024))).toEqual({ kind: 'mail' });
    expect(formatOf(Buffer.from('From: a list\nof words'))).toEqual({ kind: 'unknown' });
    expect(formatOf(Buffer.from('name: a\r\nvalue: b\r\n'))).toEqual({ kind: 'unknown' });
  });

  test('gives its pictures and documents with sender, subject and day, in natural order', async () => {
    const picture = await png();
    const items = await itemsOf(
      mail([
        text('see attached'),
        attached('filename="10.png"', picture),
        attached('filename="2.png"', picture),
        attached('filename="notes.txt"', Buffer.from('words')),
      ]),
    );
    expect(items.map(({ name }) => name)).toEqual(['2.png', '10.png']);
    expect(items[0]?.mail).toEqual({ sender: 'finance@example.com', subject: 'Invoice', day: '2024-05-28' });
    expect(items[0]?.content).toEqual({ ok: true, value: picture });
  });

  test.each([
    ['RFC 2047', `filename="=?GB2312?B?${iconv.encode('发票.png', 'gbk').toString('base64')}?="`],
    ['RFC 2231', "filename*=UTF-8''%E5%8F%91%E7%A5%A8.png"],
    ['RFC 2231 in parts', "filename*0*=UTF-8''%E5%8F%91;\r\n filename*1*=%E7%A5%A8.png"],
    ['raw GBK', `filename="${iconv.encode('发票.png', 'gbk').toString('latin1')}"`],
    ['raw UTF-8', `filename="${Buffer.from('发票.png').toString('latin1')}"`],
    ['a path', 'filename="C:\\\\in\\\\=?UTF-8?B?5Y+R56Wo?=.png"'],
  ])('has a file whose name is written in %s', async (_, name) => {
    const [item] = await itemsOf(mail([attached(name, await png())]));
    expect(item?.name).toBe('发票.png');
  });

  test('opens forwarded mails and archives in it, but not too deep', async () => {
    const picture = await png();
    const inner = (depth: number): Buffer =>
      depth === 0
        ? mail([attached('filename="a.png"', picture)])
        : mail([text('fwd'), forwarded(inner(depth - 1))]);
    expect(await told(inner(3))).toEqual([['1.eml/1.eml/1.eml/a.png', picture.length]]);
    expect(await told(inner(4))).toEqual([['1.eml/1.eml/1.eml/1.eml', 'archive-too-deep']]);
    const archive = zip([
      { name: 'b.png', bytes: picture },
      { name: 'in.zip', bytes: zip([{ name: 'c.png', bytes: picture }]) },
    ]);
    expect(await told(mail([attached('filename="all.zip"', archive)]))).toEqual([
      ['all.zip/b.png', picture.length],
      ['all.zip/in.zip', 'archive-too-deep'],
    ]);
  });

  test('leaves out small pictures in its text, and keeps large ones and attached small ones', async () => {
    const [logo, photo] = [await png(300, 60), await png(400, 300)];
    const found = await told(
      mail([
        attached('filename="logo.png"', logo, 'inline'),
        attached('filename="photo.png"', photo, 'inline'),
        attached('filename="scan.png"', logo),
      ]),
    );
    expect(found.map(([name]) => name)).toEqual(['photo.png', 'scan.png']);
  });

  test('without a file names its links, or that there is nothing', async () => {
    const [linked] = await itemsOf(mail([text('下载：https://example.com/fp?id=1&x=2 谢谢')]));
    expect(linked?.content).toMatchObject({
      ok: false,
      failure: { reason: 'mail-links', detail: 'https://example.com/fp?id=1&x=2' },
    });
    expect(await told(mail([text('hello')]))).toEqual([['', 'mail-empty']]);
  });

  test('keeps its file beside a signature', async () => {
    const picture = await png();
    const signed = mail([
      attached('filename="a.png"', picture),
      attached('filename="smime.p7s"', picture.subarray(0, 3)),
    ]);
    expect(await told(signed)).toEqual([['a.png', picture.length]]);
  });

  test('is bounded like an archive', async () => {
    const dot = await png(1, 1);
    const many = Array.from({ length: 10_001 }, (_, index) => attached(`filename="${index}.png"`, dot));
    expect(await told(mail(many))).toEqual([['', 'archive-too-large']]);
    let deep = mail([attached('filename="a.png"', dot)]);
    for (let level = 0; level < 40; level += 1) {
      const end = deep.indexOf(`${crlf}${crlf}`);
      const type = /Content-Type: .*$/mu.exec(deep.subarray(0, end).toString('latin1'))?.[0] ?? '';
      deep = mail([{ head: type.trim(), body: deep.subarray(end + 4) }]);
    }
    expect(await told(deep)).toEqual([['', 'damaged']]);
  }, 60_000);
});
