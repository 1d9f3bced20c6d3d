import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isOfd, openPackage } from '../../../../../../electron/extract/document/ofd/package.ts';
import { possiblePaths } from '../../../../../../electron/extract/document/ofd/paths.ts';
import { parseOfdXml } from '../../../../../../electron/extract/document/ofd/xml-tree.ts';
import { newBudget, OfdFailure } from '../../../../../../electron/extract/document/ofd/limits.ts';
import { zip } from '../../../../../samples/digital/zip.ts';
import { unicodePath } from '../../../../../helpers/unicode-path.ts';

const part = (name: string, text = '<a/>') => ({ name, bytes: Buffer.from(text) });

describe('isOfd', () => {
  it('recognizes an OFD by its entries, and rejects other zips and other files', async () => {
    expect(await isOfd(zip([part('OFD.xml')]))).toBe(true);
    expect(await isOfd(zip([part('ofd.XML'), part('b')]))).toBe(true);
    expect(await isOfd(zip([part('a/OFD.xml')]))).toBe(false);
    expect(await isOfd(zip([part('[Content_Types].xml')]))).toBe(false);
    expect(await isOfd(Buffer.from('PK but not a zip'))).toBe(false);
    expect(await isOfd(Buffer.from('%PDF-1.4'))).toBe(false);
  });
});

describe('openPackage', () => {
  it('finds parts relative to the root, the file and the document, ignoring case', async () => {
    const parts = await openPackage(
      zip([part('OFD.xml'), part('Doc_0/Pages/Content.xml'), part('Doc_0/A.xml')]),
    );
    expect(parts.locate('/Doc_0/A.xml', ['Doc_0/Pages/'])).toBe('Doc_0/A.xml');
    expect(parts.locate('Content.xml', ['Doc_0/Pages/', 'Doc_0/'])).toBe('Doc_0/Pages/Content.xml');
    expect(parts.locate('a.XML', ['Doc_0/Pages/', 'Doc_0/'])).toBe('Doc_0/A.xml');
    expect(parts.locate('..\\A.xml', ['Doc_0/Pages/'])).toBe('Doc_0/A.xml');
    expect(parts.locate('missing.xml', ['Doc_0/'])).toBeNull();
  });

  it('reads names in GBK', async () => {
    const name = Buffer.concat([
      Buffer.from('Doc_0/'),
      Buffer.from([0xb7, 0xa2, 0xc6, 0xb1]),
      Buffer.from('.xml'),
    ]);
    const parts = await openPackage(
      zip([part('Doc_0/'), part('OFD.xml'), { name, bytes: Buffer.from('<a/>'), utf8: false }]),
    );
    expect(parts.paths).toEqual(['OFD.xml', 'Doc_0/发票.xml']);
  });

  it.each(['/a', './a', 'b/./a', 'b//a', '../a', 'b/../a', 'b\\a', 'a//', ''])(
    'refuses the name "%s", which is not in normal form',
    async (name) => {
      await expect(openPackage(zip([part('OFD.xml'), part(name)]))).rejects.toThrow(OfdFailure);
    },
  );

  it('refuses two names that differ only in case', async () => {
    await expect(openPackage(zip([part('OFD.xml'), part('ofd.xml')]))).rejects.toThrow(/two entries/);
  });

  it('refuses a Unicode Path field that states another name, whether its checksum fits or not', async () => {
    const name = 'Doc_0/Content.xml';
    const withField = (stated: string, of = name) =>
      openPackage(zip([{ ...part(name), extra: unicodePath(stated, Buffer.from(of)) }]));
    await expect(withField('Doc_0/Other.xml')).rejects.toThrow(/two names/);
    await expect(withField('Doc_0/Other.xml', 'x')).rejects.toThrow(/two names/);
    expect((await withField(name)).paths).toEqual([name]);
  });

  it('tells which parts were read, but not those that were only digested', async () => {
    const parts = await openPackage(zip([part('OFD.xml'), part('a'), part('b')]));
    parts.bytesOf('a');
    parts.tree('b');
    expect([...parts.used]).toEqual([]);
    parts.xml('ofd.XML');
    parts.read('a');
    expect([...parts.used]).toEqual(['OFD.xml', 'a']);
  });

  it('never leaves the package', () => {
    expect(possiblePaths('../../../etc/passwd', ['Doc_0/'])).toEqual([]);
    expect(possiblePaths('/../a', [''])).toEqual([]);
    expect(possiblePaths('', ['Doc_0/'])).toEqual([]);
  });

  it('refuses two entries of one name, because one could be checked and the other shown', async () => {
    await expect(openPackage(zip([part('OFD.xml'), part('a'), part('a', '<b/>')]))).rejects.toThrow(
      OfdFailure,
    );
  });

  it('refuses a part with a wrong checksum', async () => {
    const bytes = zip([part('OFD.xml', '<a>12.00</a>')]);
    // The checksum in the central directory; the last 22 bytes are its end record.
    const list = bytes.indexOf('PK\x01\x02');
    bytes[list + 16] = (bytes[list + 16] ?? 0) ^ 1;
    await expect(openPackage(bytes)).rejects.toThrow(/checksum/);
    const large = zip([part('OFD.xml'), { name: 'a', bytes: randomBytes(1_500_000) }]);
    expect((await openPackage(large)).paths).toEqual(['OFD.xml', 'a']);
    const sum = large.lastIndexOf('PK\x01\x02') + 16;
    large[sum] = (large[sum] ?? 0) ^ 1;
    await expect(openPackage(large)).rejects.toThrow(/checksum/);
  });

  it('refuses an entry that is longer than stated, and one with an excessive compression ratio', async () => {
    const lies = openPackage(zip([{ ...part('OFD.xml', 'x'.repeat(5000)), statedBytes: 10 }]));
    await expect(lies).rejects.toThrow(OfdFailure);
    const bomb = openPackage(zip([{ name: 'a', bytes: Buffer.alloc(30_000_000) }]));
    await expect(bomb).rejects.toThrow(/too large/);
  });
});

const parse = (bytes: string | Buffer) => parseOfdXml(Buffer.from(bytes), newBudget());

describe('parseXml', () => {
  it('parses the malformed root that real producers write', () => {
    const { root } = parse(
      '\ufeff<?xml version="1.0"?><:eInvoice xmlns:=""><InvoiceNo>1</InvoiceNo></:eInvoice>',
    );
    expect(root.name).toBe('eInvoice');
    expect(root.children[0]).toMatchObject({ name: 'InvoiceNo', text: '1' });
  });

  it('parses UTF-8 with and without a byte order mark, UTF-16 and GBK', () => {
    const text = '<a>发票</a>';
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const gbk = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="GBK"?><a>'),
      Buffer.from([0xb7, 0xa2, 0xc6, 0xb1]),
      Buffer.from('</a>'),
    ]);
    for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`), utf16, gbk])
      expect(parse(bytes).root.text).toBe('发票');
  });

  it('reports malformed XML, and keeps the readable part', () => {
    const { root, isDamaged } = parse('<a><b>1</b><c>2</a>');
    expect(isDamaged).toBe(true);
    expect(root.children.map(({ name, text }) => [name, text])).toEqual([
      ['b', '1'],
      ['c', '2'],
    ]);
    expect(parse('<a/>').isDamaged).toBe(false);
  });

  it('refuses a DOCTYPE, even after a byte order mark or in UTF-16', () => {
    const evil = '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>';
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(evil, 'utf16le')]);
    for (const bytes of [Buffer.from(evil), Buffer.from(`\ufeff${evil}`), utf16])
      expect(() => parse(bytes)).toThrow(/DOCTYPE/);
  });
});
