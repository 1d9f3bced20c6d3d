import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { formatOf } from '../../../../electron/intake/format.ts';
import { zip } from '../../../samples/digital/zip.ts';
import { itemsOfFile } from '../../../helpers/mails/check-mails.ts';
import { encryptedContent, signedContent, signedInPieces } from '../../../helpers/mails/cms.ts';
import {
  attached,
  crlf,
  eml,
  emlText,
  forwarded,
  multipart,
  wrapped,
  type EmlPart,
} from '../../../helpers/mails/write-eml.ts';
import { png } from '../../../helpers/pictures.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const text = emlText;
const mail = (parts: readonly EmlPart[], subject = 'Invoice', kind = 'mixed'): Buffer =>
  eml(multipart(parts, kind), { subject });

const itemsOf = async (bytes: Buffer) => {
  const path = join(await temporaryFolder(), 'mail.eml');
  await writeFile(path, bytes);
  return itemsOfFile(path);
};

const told = async (bytes: Buffer) =>
  (await itemsOf(bytes)).map(({ name, content }) => [
    name,
    content.ok ? content.value.length : content.failure.reason,
  ]);

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

  test.each([
    ['at once', signedContent],
    ['in pieces', signedInPieces],
  ])('that is wrapped in its signature, written %s, is opened to its content', async (_, sign) => {
    const picture = await png();
    const content = multipart([text('see attached'), attached('filename="a.png"', picture)]);
    const [item, ...others] = await itemsOf(eml(wrapped(sign(content))));
    expect(item).toMatchObject({
      name: 'a.png',
      content: { value: picture },
      mail: { sender: 'finance@example.com', subject: 'Invoice', day: '2024-05-28' },
    });
    expect(others).toEqual([]);
  });

  test('has a file that was signed on its own', async () => {
    const picture = await png();
    const signed = mail([attached('filename="a.png.p7m"', signedContent(picture))]);
    expect(await told(signed)).toEqual([['a.png', picture.length]]);
  });

  test('that is encrypted says so, by whatever means', async () => {
    const pgp = mail([
      attached('filename="v.asc"', Buffer.from('Version: 1'), 'inline', 'application/pgp-encrypted'),
    ]);
    expect(await told(eml(wrapped(encryptedContent())))).toEqual([['', 'mail-encrypted']]);
    expect(await told(pgp)).toEqual([['v.asc', 'mail-encrypted']]);
    expect(await told(mail([attached('filename="message.rpmsg"', Buffer.from('x'))]))).toEqual([
      ['message.rpmsg', 'mail-encrypted'],
    ]);
  });

  test('in an archive in an archive keeps its sender', async () => {
    const inner = zip([{ name: 'a.eml', bytes: mail([attached('filename="a.png"', await png())]) }]);
    const path = join(await temporaryFolder(), 'all.zip');
    await writeFile(path, zip([{ name: 'in.zip', bytes: inner }]));
    const items = await itemsOfFile(path);
    expect(items).toMatchObject([{ name: 'in.zip/a.eml/a.png', mail: { sender: 'finance@example.com' } }]);
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
