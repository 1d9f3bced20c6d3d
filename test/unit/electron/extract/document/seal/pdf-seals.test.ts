import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checkPdfSeals } from '../../../../../../electron/extract/document/seal/check-pdf-seals.ts';
import { seededRandom } from '../../../../../samples/random.ts';
import { rsaSigner } from '../../../../../helpers/certificates.ts';
import { latinText, pdf } from '../../../../../samples/digital/pdf-file.ts';
import { signPdf } from '../../../../../helpers/signed-pdf.ts';

const root = rsaSigner({ name: '根证书', serial: 1 });
const signer = rsaSigner({ name: '某某税务局', issuer: root });
const file = pdf([{ content: latinText('invoice', 50, 700, 12) }]);

const flip = (bytes: Buffer, at: number, mask = 1): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ mask;
  return copy;
};

/** With the first occurrence of a name escaped. */
const escaped = (bytes: Buffer, name: string): Buffer => {
  const letter = name.charCodeAt(2).toString(16);
  const other = `${name.slice(0, 2)}#${letter}${name.slice(3)}`;
  return Buffer.from(bytes.toString('latin1').replace(name, other), 'latin1');
};

const objectStream = (content: string): string =>
  `\n950 0 obj\n<< /Type /ObjStm /N 1 /First 0 /Filter /FlateDecode >>\nstream\n${deflateSync(Buffer.from(content, 'latin1')).toString('latin1')}\nendstream\nendobj\n`;

const hexOf = (bytes: Buffer): string => `${bytes.toString('hex')}>`;
const flate = (content: string): string => deflateSync(Buffer.from(content)).toString('latin1');
const withObject = (dictionary: string, content: string): Buffer =>
  Buffer.from(
    `${file.toString('latin1')}\n902 0 obj\n<< ${dictionary} >>\nstream\n${content}\nendstream\nendobj\n`,
    'latin1',
  );
const packedStream = (filters: string, content: string): Buffer =>
  withObject(`/Type /ObjStm ${filters}`, content);

const withRange = (bytes: Buffer, change: (numbers: number[]) => readonly number[]): Buffer => {
  const text = bytes.toString('latin1');
  return Buffer.from(
    text.replace(/\/ByteRange \[([^\]]*)\]/, (_, numbers: string) => {
      const changed = change(numbers.split(' ').map(Number)).map((one) => String(one).padStart(10, '0'));
      return `/ByteRange [${changed.join(' ')}]`;
    }),
    'latin1',
  );
};

const kinds = [
  'adbe.pkcs7.detached',
  'adbe.pkcs7.sha1',
  'adbe.x509.rsa_sha1',
  'ETSI.CAdES.detached',
] as const;

describe.each(kinds)('PDF signatures of %s', (kind) => {
  const signed = signPdf(file, { kind, signer, others: [root.certificate] });

  it('are unchanged, with signer and time', async () => {
    const found = await checkPdfSeals(signed);
    expect(found).toMatchObject({ state: 'unchanged', by: '某某税务局', validAtSealing: true, reason: null });
    expect(found?.at).toMatch(/^2024-05-28T02:11:12Z$/);
    if (kind !== 'adbe.x509.rsa_sha1')
      expect(found?.chain.map(({ subject }) => subject)).toEqual(['某某税务局', '根证书']);
  });

  it('are changed if any covered byte differs', async () => {
    const random = seededRandom(1);
    for (let round = 0; round < 40; round += 1) {
      const at = Math.floor(random() * file.length);
      const found = await checkPdfSeals(flip(signed, at));
      expect(found, `byte ${at}`).toMatchObject({ state: 'changed', reason: 'content-changed' });
    }
  });

  it('are never unchanged if the signature differs', async () => {
    const start = signed.indexOf('/Contents <') + '/Contents <'.length;
    const random = seededRandom(2);
    for (let round = 0; round < 40; round += 1) {
      const at = start + Math.floor(random() * 1200);
      const digit = String.fromCharCode(signed[at] ?? 0);
      const other = Buffer.from(signed);
      other.write(digit === 'a' ? 'b' : 'a', at, 'latin1');
      const found = await checkPdfSeals(other);
      // Unsigned parts of a CMS (other certificates, versions) may differ; the signer and the content may
      // not.
      if (found?.state === 'unchanged') expect(found.by).toBe('某某税务局');
    }
  });

  it('are changed if something is appended', async () => {
    const longer = Buffer.concat([signed, Buffer.from('\n5 0 obj\n<< >>\nendobj\n')]);
    expect(await checkPdfSeals(longer)).toMatchObject({ state: 'changed', reason: 'changed-after' });
    expect(await checkPdfSeals(Buffer.concat([signed, Buffer.from('\r\n')]))).toMatchObject({
      state: 'unchanged',
    });
  });
});

describe('PDF signatures', () => {
  it('are null if nothing is signed', async () => {
    expect(await checkPdfSeals(file)).toBeNull();
    expect(await checkPdfSeals(Buffer.from('/ByteRange [0 1 2 3]'))).toBeNull();
  });

  it('name the certificate that CAdES signs, although its issuer is not in the file', async () => {
    const signed = signPdf(file, { kind: 'ETSI.CAdES.detached', signer });
    const name = Buffer.from('某某税务局').toString('hex');
    const forged = signed.toString('latin1').replaceAll(name, Buffer.from('别人税务局').toString('hex'));
    expect(await checkPdfSeals(Buffer.from(forged, 'latin1'))).toMatchObject({
      state: 'changed',
      reason: 'signature-mismatch',
    });
  });

  it('are unverifiable if the certificate had expired', async () => {
    const late = rsaSigner({ name: '过期', until: '20240101000000Z' });
    expect(await checkPdfSeals(signPdf(file, { kind: 'adbe.pkcs7.detached', signer: late }))).toMatchObject({
      state: 'unchecked',
      reason: 'certificate-not-valid-then',
    });
  });

  it.each<[string, (numbers: number[]) => readonly number[]]>([
    ['starts after byte 0', ([a, b = 0, c = 0, d = 0]) => [(a ?? 0) + 1, b - 1, c, d]],
    ['ends beyond the file', ([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, d + 10]],
    ['overlaps', ([a = 0, b = 0, , d = 0]) => [a, b, b - 5, d]],
    ['excludes more than the signature', ([a = 0, b = 0, c = 0, d = 0]) => [a, b - 40, c, d]],
    ['excludes bytes at the end', ([a = 0, b = 0, c = 0, d = 0]) => [a, b, c + 4, d - 4]],
    ['is empty', ([a = 0, , c = 0, d = 0]) => [a, 0, c, d]],
  ])('are changed if the range %s, for it leaves out what is shown', async (_, change) => {
    const found = await checkPdfSeals(
      withRange(signPdf(file, { kind: 'adbe.pkcs7.detached', signer }), change),
    );
    expect(found).toMatchObject({ state: 'changed', reason: 'range-invalid' });
  });

  it.each(['/ByteRange', '/SubFilter', '/Contents <', '/Sig '])(
    'are removed if %s is written with an escape after signing',
    async (name) => {
      const signed = signPdf(file, { kind: 'adbe.pkcs7.detached', signer });
      expect(await checkPdfSeals(escaped(signed, name))).toMatchObject({
        state: 'changed',
        reason: 'signature-removed',
      });
    },
  );

  it('are removed if their range, their value or their whole dictionary is gone', async () => {
    const text = signPdf(file, { kind: 'adbe.pkcs7.detached', signer }).toString('latin1');
    const field = '\n901 0 obj\n<< /FT /Sig /T (a) /V 900 0 R >>\nendobj\n';
    for (const left of [
      text.replace(/\/ByteRange \[[^\]]*\]/u, ''),
      text.replace(/\/ByteRange \[[^\]]*\]/u, '/ByteRange 5 0 R'),
      text.replace(/\/Type \/Sig|\/ByteRange \[[^\]]*\]/gu, ''),
      file.toString('latin1') + field,
      file.toString('latin1') + objectStream('<< /Type /Sig /Filter /Adobe.PPKLite >>'),
      file.toString('latin1') +
        objectStream('<< /T (a) /Lock << /Type /SigFieldLock >> /V 7 0 R /FT /Sig >>'),
    ])
      expect(await checkPdfSeals(Buffer.from(left, 'latin1'))).toMatchObject({
        state: 'changed',
        reason: 'signature-removed',
      });
  });

  it('are removed if their value is wiped out, or stands under another name', async () => {
    const text = signPdf(file, { kind: 'adbe.pkcs7.detached', signer }).toString('latin1');
    const wiped = text.replace(/\/Contents <[0-9a-f]+>/u, (value) =>
      value.replaceAll(/[1-9a-f](?=[0-9a-f]*>)/gu, '0'),
    );
    const renamed = [
      ['/Type /Sig', '/Type /Xig'],
      ['/SubFilter', '/XubFilter'],
      ['/ByteRange', '/Range'],
      ['/Contents', '/Data'],
    ].reduce((known, [old = '', other = '']) => known.replace(old, other), text);
    for (const left of [wiped, renamed])
      expect(await checkPdfSeals(Buffer.from(left, 'latin1'))).toMatchObject({
        state: 'changed',
        reason: 'signature-removed',
      });
  });

  it('are removed if their value is left in any form', async () => {
    const text = signPdf(file, { kind: 'adbe.pkcs7.detached', signer }).toString('latin1');
    const hex = /\/Contents <([0-9a-f]+)>/u.exec(text)?.[1] ?? '';
    const value = Buffer.from(hex, 'hex').subarray(0, 1500);
    const octal = Array.from(value, (byte) => `\\${byte.toString(8)}`);
    const forms = [
      `<${hex.replaceAll(/(..)/gu, '$1 ')}>`,
      `<${hex.toUpperCase().replaceAll(/(.)/gu, '$1\n')}>`,
      `(${Array.from(value, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')})`,
      `(${octal.join('\\\r\n')})`,
      `(${value.toString('latin1').replaceAll(/[()\\]/gu, String.raw`\$&`)})`,
      `(${value
        .toString('latin1')
        .replaceAll(/[()\\]/gu, String.raw`\$&`)
        .replaceAll('\t', '\\t')
        .replaceAll('\r', '\\r')})`,
    ];
    for (const form of forms) {
      const object = `<< /Data ${form} >>`;
      for (const added of [`\n900 0 obj\n${object}\nendobj\n`, objectStream(object)])
        expect(
          await checkPdfSeals(Buffer.from(file.toString('latin1') + added, 'latin1')),
          added.slice(0, 200),
        ).toMatchObject({ state: 'changed', reason: 'signature-removed' });
    }
  });

  it('are found in streams of objects, whatever their filters, or nothing is said of the file', async () => {
    const object = Buffer.from('<< /Type /Sig /Filter /Adobe.PPKLite >>');
    for (const [filters, content] of [
      ['/Filter /ASCIIHexDecode', hexOf(object)],
      ['/Filter [ /ASCIIHexDecode /Fl#61teDecode ]', hexOf(deflateSync(object))],
      // `<< /Type /Sig /F /X >>`
      ['/Filter /ASCII85Decode', '4?O`><-`Fo+>6Z-B-8is+>6h>5!A~>'],
    ] as const)
      expect(await checkPdfSeals(packedStream(filters, content)), filters).toMatchObject({
        state: 'changed',
        reason: 'signature-removed',
      });
    for (const filters of [
      '/Filter /LZWDecode',
      '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>',
      '/Filter 9 0 R',
      '/Filter /FlateDecode /DecodeParms 9 0 R',
    ])
      expect(await checkPdfSeals(packedStream(filters, 'x'))).toMatchObject({
        state: 'unchecked',
        reason: 'unreadable',
      });
    const honest = deflateSync(Buffer.from('<< /A 1 >>')).toString('latin1');
    for (const filters of ['/Filter /FlateDecode', '/Filter /FlateDecode /DecodeParms << /Predictor 1 >>'])
      expect(await checkPdfSeals(packedStream(filters, honest))).toBeNull();
  });

  const unreadable = { state: 'unchecked', reason: 'unreadable' };
  const removed = { state: 'changed', reason: 'signature-removed' };
  const object = '<< /Type /Sig /Filter /Adobe.PPKLite >>';
  it.each<[string, string, string]>([
    ['a short name', '/Type /ObjStm /Filter /Fl', flate(object)],
    ['short names', '/Type /ObjStm /Filter [/AHx /Fl]', hexOf(Buffer.from(flate(object), 'latin1'))],
    ['a short name of digits', '/Type /ObjStm /Filter /AHx', hexOf(Buffer.from(object))],
    ['a short name of letters', '/Type /ObjStm /Filter /A85', '4?O`><-`Fo+>6Z-B-8is+>6h>5!A~>'],
    ['a short key', '/Type /ObjStm /F /Fl', flate(object)],
    ['no type', '/N 1 /First 4 /Filter /FlateDecode', flate(object)],
    ['a filter behind a string', '/Type /ObjStm /X (\\)stream(>>)) /Filter /FlateDecode', flate(object)],
    ['a filter behind a comment', '/Type /ObjStm % >> stream\n/Filter /FlateDecode', flate(object)],
    ['a missing value', '/N 1 /First 4 /X >> stream\n/Filter /FlateDecode', flate(object)],
    ['a sum that is wrong', '/Type /ObjStm /Filter /Fl', flate(object).slice(0, -4)],
    ['much that is blank', '/Type /ObjStm /Filter /Fl', flate(`${' '.repeat(5_000_000)}${object}`)],
  ])('are found in a stream of objects with %s', async (_, dictionary, content) => {
    expect(await checkPdfSeals(withObject(dictionary, content))).toMatchObject(removed);
  });

  it('are found behind streams of objects that lead astray', async () => {
    const decoy = `\n903 0 obj\n<< /Type /ObjStm /X (${'x'.repeat(20_000)}) >>\nendobj\n`;
    const small = Array.from({ length: 450 }, () => objectStream('1 0 << >>')).join('');
    for (const before of [decoy, small])
      expect(
        await checkPdfSeals(Buffer.from(file.toString('latin1') + before + objectStream(object), 'latin1')),
      ).toMatchObject(removed);
  });

  it.each<[string, string, string]>([
    ['a short name', '/Type /ObjStm /Filter /LZW', 'x'],
    ['another short name', '/Type /ObjStm /Filter /RL', 'x'],
    ['an unknown name', '/Type /ObjStm /Filter /BrotliDecode', 'x'],
    ['no type', '/N 1 /First 4 /Filter /LZWDecode', 'x'],
    ['a filter behind a string', '/Type /ObjStm /X (stream) /Filter /LZWDecode', 'x'],
    ['a filter behind very much', `/Type /ObjStm /X [${'0 '.repeat(300_000)}] /Filter /LZW`, 'x'],
    ['a filter behind a deep value', `/Type /ObjStm /X ${'['.repeat(90)}${']'.repeat(90)} /Filter /LZW`, 'x'],
    ['two filters', '/Type /ObjStm /F /Fl /Filter /LZWDecode', flate('1 0 << >>')],
    ['short parameters', '/Type /ObjStm /Filter /Fl /DP << /Predictor 12 >>', flate('1 0 << >>')],
    ['a stream in it', '/N 1 /First 4 /Filter /Fl', flate('1 0 << /N 1 /First 4 >> stream\nendstream')],
    ['blanks without end', '/N 1 /First 4 /Filter /Fl', flate(`${' '.repeat(17_000_000)}${object}`)],
    ['data that break off', '/N 1 /First 4 /Filter /Fl', `x\x9c${'\xff'.repeat(40)}`],
  ])('are unknown with a stream of objects with %s', async (_, dictionary, content) => {
    expect(await checkPdfSeals(withObject(dictionary, content))).toMatchObject(unreadable);
  });

  it('are not asked for in an encrypted file, if its own trailer says that it is one', async () => {
    const broken = `x\x9c${'\xff'.repeat(40)}`;
    const keys = '\n9 0 obj\n<< /Filter /Standard /V 2 >>\nendobj\n';
    const trailed = (trailer: string, dictionary = '/N 1 /First 4 /Filter /Fl'): Buffer => {
      const text = withObject(dictionary, broken).toString('latin1') + keys;
      return Buffer.from(
        `${text}xref\n0 1\n0000000000 65535 f \n${trailer}\nstartxref\n${text.length}\n%%EOF`,
        'latin1',
      );
    };
    expect(await checkPdfSeals(trailed('trailer << /Encrypt 9 0 R >>'))).toBeNull();
    for (const [trailer, dictionary] of [
      ['trailer << >> %/Encrypt'],
      ['%trailer << /Encrypt 9 0 R >>\ntrailer << /X (/Encrypt 9 0 R) >>'],
      ['trailer << /Encrypt 99 0 R >>'],
      ['trailer << /Encrypt 9 0 R >>', '/N 1 /First 4 /Filter /LZW'],
    ] as const)
      expect(await checkPdfSeals(trailed(trailer, dictionary)), trailer).toMatchObject(unreadable);
  });

  it('are unknown in a file with more objects than are searched', async () => {
    const random = seededRandom(5);
    // Longer than the window of the packer, which packs each again.
    const some = Array.from({ length: 4000 }, (_, at) => `<< /A ${at} /B ${Math.floor(random() * 1e9)} >>\n`);
    const withMany = (size: number): Buffer =>
      withObject('/N 1 /First 4 /Filter /FlateDecode', flate(some.join('').repeat(size / 100_000)));
    expect(await checkPdfSeals(withMany(6_000_000))).toBeNull();
    const part = withMany(12_000_000);
    const streams = part.subarray(file.length);
    expect(await checkPdfSeals(Buffer.concat([part, streams, streams]))).toBeNull();
    const many = Buffer.concat([part, streams, streams, streams, streams]);
    expect(await checkPdfSeals(many)).toMatchObject(unreadable);
    // No program writes so much into one stream.
    expect(await checkPdfSeals(withMany(20_000_000))).toMatchObject(unreadable);
  });

  it('are unverifiable if there is only an empty field or a flag', async () => {
    for (const form of [
      '\n901 0 obj\n<< /FT /Sig /T (a) >>\nendobj\n',
      '\n901 0 obj\n<< /Fields [] /SigFlags 3 >>\nendobj\n',
      objectStream('<< /FT /Sig /T (a) >> << /V 5 0 R /FT /Tx >>'),
    ])
      expect(await checkPdfSeals(Buffer.from(file.toString('latin1') + form, 'latin1'))).toMatchObject({
        state: 'unchecked',
        reason: 'signature-field-empty',
      });
  });

  it('survive invalid numbers and signatures', async () => {
    for (const range of ['0 99999999999999999999 1 2', '-1 5 6 7', '0 1 2', '0 1 2 3 4 5']) {
      const text = `1 0 obj << /Type /Sig /SubFilter /adbe.pkcs7.detached /ByteRange [${range}] /Contents <00> >> endobj`;
      expect(await checkPdfSeals(Buffer.from(text))).toMatchObject({ state: 'changed' });
    }
    const many = Buffer.from('/ByteRange [0 1 2 3] /SubFilter /x '.repeat(20_000));
    expect((await checkPdfSeals(many))?.signatures.length).toBeLessThanOrEqual(32);
  });
});
