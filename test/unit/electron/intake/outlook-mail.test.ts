import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { png } from '../../../helpers/pictures.ts';
import { itemsOfFile } from '../../../helpers/mails/check-mails.ts';
import { signedContent, encryptedContent } from '../../../helpers/mails/cms.ts';
import { writeCompound } from '../../../helpers/mails/write-compound.ts';
import { attached, eml, multipart } from '../../../helpers/mails/write-eml.ts';
import { writeMsg, type Msg, type MsgPart } from '../../../helpers/mails/write-msg.ts';
import { zip } from '../../../samples/digital/zip.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const msg = (parts: readonly MsgPart[], more: Partial<Msg> = {}): Msg => ({
  subject: 'Invoice',
  sender: 'finance@example.com',
  at: '2024-05-28T01:00:00Z',
  parts,
  ...more,
});

const itemsOf = async (bytes: Buffer, name = 'mail.msg') => {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, bytes);
  return itemsOfFile(path);
};

const told = async (bytes: Buffer, name?: string) =>
  (await itemsOf(bytes, name)).map((item) => [
    item.name,
    item.content.ok ? item.content.value.length : item.content.failure.reason,
  ]);

const file = (name: string, bytes: Buffer, more: { type?: string; isInline?: boolean } = {}): MsgPart => ({
  kind: 'file',
  name,
  bytes,
  ...more,
});

/** A mail whose content is in one attachment. */
const wrappedMail = (bytes: Buffer, type: string, messageClass: string): Buffer =>
  writeMsg(msg([file('smime.p7m', bytes, { type })], { messageClass }));

describe('a mail of Outlook', () => {
  test.each([false, true])(
    'gives its files with sender, subject and day, in natural order; old code page: %s',
    async (isGbk) => {
      const picture = await png();
      const parts = [file('10 发票.png', picture), file('2 发票.png', picture), file('notes.txt', picture)];
      const items = await itemsOf(writeMsg(msg(parts.slice(0, 2), { subject: '五月发票', isGbk })));
      expect(items.map(({ name }) => name)).toEqual(['2 发票.png', '10 发票.png']);
      expect(items[0]).toMatchObject({
        content: { ok: true, value: picture },
        mail: { sender: 'finance@example.com', subject: '五月发票', day: '2024-05-28' },
      });
    },
  );

  test('takes sender and day from its headers where Exchange states a path of its directory', async () => {
    const headers = 'From: Anna <anna@example.com>\r\nDate: Fri, 31 May 2024 10:00:00 +0000\r\n';
    const [item] = await itemsOf(
      writeMsg(msg([file('a.png', await png())], { sender: '/O=EX/CN=ANNA', at: '', headers })),
    );
    expect(item?.mail).toEqual({ sender: 'anna@example.com', subject: 'Invoice', day: '2024-05-31' });
  });

  test('opens the mails in it, of either form, but not too deep', async () => {
    const picture = await png();
    const inner = (depth: number): Msg =>
      msg([
        depth === 0 ? file('a.png', picture) : { kind: 'mail', name: `FW ${depth}`, mail: inner(depth - 1) },
      ]);
    expect(await told(writeMsg(inner(3)))).toEqual([['FW 3.msg/FW 2.msg/FW 1.msg/a.png', picture.length]]);
    expect(await told(writeMsg(inner(4)))).toEqual([
      ['FW 4.msg/FW 3.msg/FW 2.msg/FW 1.msg', 'archive-too-deep'],
    ]);
    const other = eml(multipart([attached('filename="b.png"', picture)]));
    const saved = writeMsg(inner(0));
    expect(await told(writeMsg(msg([file('b.eml', other), file('c.msg', saved)])))).toEqual([
      ['b.eml/b.png', picture.length],
      ['c.msg/a.png', picture.length],
    ]);
    expect(await told(eml(multipart([attached('filename="c.msg"', saved)])))).toEqual([
      ['c.msg/a.png', picture.length],
    ]);
    expect(await told(zip([{ name: 'c.msg', bytes: saved }]), 'all.zip')).toEqual([
      ['c.msg/a.png', picture.length],
    ]);
  });

  test('leaves out small pictures in its text', async () => {
    const [logo, photo] = [await png(300, 60), await png(400, 300)];
    const parts = [
      file('logo.png', logo, { isInline: true }),
      file('photo.png', photo, { isInline: true }),
      file('scan.png', logo),
    ];
    expect((await told(writeMsg(msg(parts)))).map(([name]) => name)).toEqual(['photo.png', 'scan.png']);
  });

  test('that is signed is opened to its content, and one that is encrypted says so', async () => {
    const picture = await png();
    const content = multipart([attached('filename="a.png"', picture)]);
    const [opaque] = await itemsOf(wrappedMail(signedContent(content), '', 'IPM.Note.SMIME'));
    expect(opaque).toMatchObject({ name: 'a.png', mail: { subject: 'Invoice' } });
    const clear = wrappedMail(content, 'multipart/signed', 'IPM.Note.SMIME.MultipartSigned');
    expect(await told(clear)).toEqual([['a.png', picture.length]]);
    expect(await told(wrappedMail(encryptedContent(), '', 'IPM.Note.SMIME'))).toEqual([
      ['', 'mail-encrypted'],
    ]);
  });

  test('without a file names its links', async () => {
    const [linked] = await itemsOf(writeMsg(msg([], { body: '下载 https://example.com/fp?id=1' })));
    expect(linked?.content).toMatchObject({
      failure: { reason: 'mail-links', detail: 'https://example.com/fp?id=1' },
    });
  });

  test('is told apart from an old Office document', async () => {
    const office = writeCompound({ streams: { WordDocument: Buffer.alloc(5000) }, storages: {} });
    expect(await told(office, 'a.doc')).toEqual([['', 'old-office']]);
    expect(await told(eml(multipart([attached('filename="a.doc"', office)])))).toEqual([['', 'mail-empty']]);
    const workbook = writeCompound({ streams: { Workbook: Buffer.alloc(5000) }, storages: {} });
    expect(await told(workbook, 'a.xls')).toEqual([['', 'old-spreadsheet']]);
  });
});
