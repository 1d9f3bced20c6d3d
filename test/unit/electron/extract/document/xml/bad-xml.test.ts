import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { makeDigitalInvoice } from '../../../../../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../../../../../samples/digital/write-einvoice.ts';
import { seededRandom } from '../../../../../samples/random.ts';
import { looksLikeXml } from '../../../../../../electron/extract/document/xml/decode-xml.ts';
import { readXml } from '../../../../../../electron/extract/document/xml/read-xml.ts';

const plain = makeDigitalInvoice(seededRandom(77), { lines: 2, isRed: false, hasSpecialCharacters: false });
const xml = writeEInvoice(plain);
const declaring = (encoding: string) => xml.replace('UTF-8', encoding);

const failureOf = (bytes: Uint8Array | string) => {
  const read = readXml(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes, () => 0);
  return read.ok ? null : read.failure;
};

describe('encodings', () => {
  it.each([
    ['UTF-8', iconv.encode(xml, 'utf8')],
    ['UTF-8 with a BOM', iconv.encode(xml, 'utf8', { addBOM: true })],
    ['UTF-8 without a declaration', iconv.encode(xml.replace(/^<\?xml.*?\?>\n/u, ''), 'utf8')],
    ['GBK', iconv.encode(declaring('GBK'), 'gbk')],
    ['gb2312', iconv.encode(declaring('gb2312'), 'gbk')],
    ['GB18030', iconv.encode(declaring('GB18030'), 'gb18030')],
    ['UTF-16 with a BOM', iconv.encode(declaring('UTF-16'), 'utf16le', { addBOM: true })],
    ['UTF-16 with a big-endian BOM', iconv.encode(declaring('UTF-16'), 'utf16be', { addBOM: true })],
    ['UTF-16 without a BOM', iconv.encode(declaring('UTF-16LE'), 'utf16le')],
    ['UTF-16 declared as UTF-8', iconv.encode(xml, 'utf16be')],
    ['UTF-8 with a BOM but declared as GBK', iconv.encode(declaring('GBK'), 'utf8', { addBOM: true })],
    ['UTF-8 declared as GBK', iconv.encode(declaring('GBK'), 'utf8')],
  ])('reads %s', (_, bytes) => {
    const read = readXml(bytes);
    expect(read.ok && read.value[0]?.invoice).toEqual(plain);
    expect(looksLikeXml(bytes.subarray(0, 512))).toBe(true);
  });

  it('refuses bytes that are invalid in their encoding, because a digit could be lost', () => {
    expect(failureOf(iconv.encode(xml, 'gbk'))).toMatchObject({
      reason: 'damaged',
      detail: 'XML, not utf-8',
    });
    expect(failureOf(iconv.encode(declaring('UTF-7'), 'utf8'))).toMatchObject({ reason: 'damaged' });
    expect(failureOf(Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]))).toMatchObject({ kind: 'input' });
  });

  it('distinguishes XML from pictures and other texts by the first bytes', () => {
    for (const text of ['%PDF-1.7', 'PK\u0003\u0004', 'hello <b>', '', '{"a":1}'])
      expect(looksLikeXml(Buffer.from(text)), text).toBe(false);
  });
});

describe('hostile XML', () => {
  const doctype = '<!DOCTYPE a [<!ENTITY b "ha">]>';

  it.each([
    ['a DOCTYPE', `<?xml version="1.0"?>${doctype}<EInvoice/>`, 'xml-doctype'],
    ['an external DOCTYPE', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><EInvoice/>', 'xml-doctype'],
    [
      'an entity bomb',
      `<!DOCTYPE a [<!ENTITY a0 "ha">${Array.from({ length: 20 }, (_, at) => `<!ENTITY a${at + 1} "&a${at};&a${at};">`).join('')}]><a>&a20;</a>`,
      'xml-doctype',
    ],
    ['an undeclared entity', '<EInvoice>&name;</EInvoice>', 'damaged'],
    ['deep nesting', `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`, 'damaged'],
    ['too many elements', `<a>${'<b/>'.repeat(500_000)}</a>`, 'damaged'],
    ['an unclosed element', '<EInvoice><Header></EInvoice>', 'damaged'],
    ['text after the root', '<EInvoice/>more', 'damaged'],
    ['a NUL', '<EInvoice>\u0000</EInvoice>', 'damaged'],
    ['an empty file', '', 'empty'],
  ])('is refused: %s', (_, text, reason) => {
    expect(failureOf(text)).toMatchObject({ kind: 'input', reason });
  });

  it('is refused: a DOCTYPE hidden in UTF-16', () => {
    expect(failureOf(iconv.encode(`${doctype}<EInvoice/>`, 'utf16le', { addBOM: true }))).toMatchObject({
      reason: 'xml-doctype',
    });
    expect(failureOf(iconv.encode(`${doctype}<EInvoice/>`, 'utf16be'))).toMatchObject({
      reason: 'xml-doctype',
    });
  });

  it('is refused: a file that takes too long', () => {
    let time = 0;
    const read = readXml(new TextEncoder().encode(`<a>${' '.repeat(300_000)}</a>`), () => (time += 1500));
    expect(read).toMatchObject({ ok: false, failure: { reason: 'took-too-long' } });
  });

  it('is refused: a file larger than any invoice', () => {
    expect(failureOf(new Uint8Array(21 * 1024 * 1024))).toMatchObject({ reason: 'file-too-large' });
  });
});
