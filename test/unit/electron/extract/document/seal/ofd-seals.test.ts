import { describe, expect, it } from 'vitest';
import { documentReaderOf } from '../../../../../../electron/extract/document/document-readers.ts';
import { checkOfdSeals } from '../../../../../../electron/extract/document/seal/check-ofd-seals.ts';
import { describeSeal } from '../../../../../../shared/texts/seals.ts';
import { seededRandom } from '../../../../../samples/random.ts';
import { withTrusted } from '../../../../../../shared/invoice/signer.ts';
import { rsaSigner, sm2Signer } from '../../../../../helpers/certificates.ts';
import {
  packOfd,
  plainOfd,
  sealFiles,
  withFile,
  type OfdFiles,
  type SealOptions,
} from '../../../../../helpers/sealed-ofd.ts';

const maker = sm2Signer({ name: '制章机构' });
const signer = sm2Signer({ name: '浙江省税务监制章', issuer: maker });
const usual: SealOptions = { version: 4, signer, maker };
const value = 'Doc_0/Signs/Sign_0/SignedValue.dat';

const check = (files: OfdFiles) => checkOfdSeals(packOfd(files));
const seal = (options: Partial<SealOptions> = {}) => sealFiles(plainOfd(), { ...usual, ...options });

/** A record that names a file with its seal. */
const named = (record: Buffer): Buffer =>
  Buffer.from(
    record
      .toString()
      .replace('<ofd:StampAnnot', '<ofd:Seal><ofd:BaseLoc>Seal.esl</ofd:BaseLoc></ofd:Seal><ofd:StampAnnot'),
  );

const withSealFile = (sealed: OfdFiles): OfdFiles =>
  withFile(
    new Map([...sealed, ['Doc_0/Signs/Sign_0/Seal.esl', Buffer.from('<ofd:Annotations/>')]]),
    'Doc_0/Signs/Sign_0/Signature.xml',
    named,
  );

const without = (files: OfdFiles, path: string): OfdFiles =>
  new Map([...files].filter(([name]) => name !== path));

const flip =
  (at: number, mask = 1) =>
  (bytes: Buffer) => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ mask;
    return copy;
  };

describe.each([1, 4] as const)('seals of version %i', (version) => {
  it('are unchanged, with signer, time and certificates', async () => {
    const found = await check(seal({ version }));
    expect(found).toMatchObject({
      state: 'unchanged',
      by: '浙江省税务监制章',
      at: '2024-05-28T02:11:12Z',
      reason: null,
      validAtSealing: true,
      chain: [{ subject: '浙江省税务监制章', issuer: '制章机构' }, { subject: '制章机构' }],
    });
    expect(found?.signatures).toHaveLength(1);
  });

  it('name each covered file after a change of any byte', async () => {
    const files = seal({ version });
    const random = seededRandom(version);
    for (const [path, bytes] of plainOfd()) {
      const changed = withFile(files, path, flip(Math.floor(random() * bytes.length)));
      const found = await check(changed);
      // The change may break OFD.xml and similar files so that they name no signatures.
      if (path === 'OFD.xml' && found === null) continue;
      expect(found).toMatchObject({ state: 'changed', reason: 'part-changed', parts: [`/${path}`] });
    }
  });

  it('report a missing covered file', async () => {
    const files = new Map([...seal({ version })].filter(([path]) => !path.endsWith('original_invoice.xml')));
    expect(await check(files)).toMatchObject({
      state: 'changed',
      reason: 'part-missing',
      parts: ['/Doc_0/Attachs/original_invoice.xml'],
    });
  });

  it('report a replaced record of the signature', async () => {
    const changed = withFile(seal({ version }), 'Doc_0/Signs/Sign_0/Signature.xml', (bytes) =>
      Buffer.from(bytes.toString().replace('Boundary="90', 'Boundary="10')),
    );
    expect(await check(changed)).toMatchObject({ state: 'changed', reason: 'signature-record-changed' });
  });

  it('are never unchanged after a change of any byte of the seal', async () => {
    const files = seal({ version });
    const { length } = files.get(value) ?? Buffer.alloc(0);
    const random = seededRandom(version + 10);
    for (let round = 0; round < 25; round += 1) {
      const at = Math.floor(random() * length);
      const found = await check(withFile(files, value, flip(at, 1 << Math.floor(random() * 8))));
      expect(found?.state, `byte ${at} of ${length}`).not.toBe('unchanged');
    }
  });

  it('report that only the seal was changed', async () => {
    const stamped = withFile(seal({ version }), value, (bytes) =>
      flip(bytes.indexOf(Buffer.alloc(64, 7)))(bytes),
    );
    expect(await check(stamped)).toMatchObject({
      state: 'changed',
      reason: 'signature-mismatch',
      parts: [`/${value}`],
    });
    const cut = withFile(seal({ version }), value, (bytes) => bytes.subarray(0, -10));
    expect(await check(cut)).toMatchObject({ state: 'changed', reason: 'seal-damaged' });
  });

  it('are unverifiable if the signer’s certificate or the seal had expired', async () => {
    const late = sm2Signer({ name: '过期', until: '20240101000000Z' });
    expect(await check(seal({ version, signer: late }))).toMatchObject({
      state: 'unchecked',
      reason: 'certificate-not-valid-then',
      validAtSealing: false,
    });
    expect(await check(seal({ version, until: '20240101000000Z' }))).toMatchObject({
      state: 'unchecked',
      reason: 'seal-not-valid-then',
    });
  });

  it('accept RSA and SHA-256, too', async () => {
    const other = { signer: rsaSigner({ name: 'RSA' }), digest: 'sha256', checkMethod: 'SHA-256' } as const;
    expect(await check(seal({ version, ...other }))).toMatchObject({ state: 'unchanged', by: 'RSA' });
  });
});

describe('seals of an OFD', () => {
  it('are null if nothing is signed', async () => {
    const open = withFile(plainOfd(), 'OFD.xml', (bytes) =>
      Buffer.from(bytes.toString().replace(/<ofd:Signatures>.*<\/ofd:Signatures>/, '')),
    );
    expect(await check(open)).toBeNull();
  });

  it('are unverifiable, but not changed, if the digest method is unknown', async () => {
    const files = seal({ version: 1, checkMethod: '1.2.156.10197.1.401.2' });
    expect(await check(files)).toMatchObject({ state: 'unchecked', reason: 'digest-unknown' });
  });

  it('list the files that are not covered', async () => {
    const found = await check(seal({ leaveOut: ['Doc_0/Attachs/original_invoice.xml'] }));
    expect(found).toMatchObject({
      state: 'changed',
      reason: 'not-covered',
      parts: ['/Doc_0/Attachs/original_invoice.xml'],
    });
    for (const leaveOut of [['OFD.xml'], ['OFD.xml', 'Doc_0/Document.xml']])
      expect(await check(seal({ leaveOut }))).toMatchObject({
        state: 'unchecked',
        reason: 'not-covered',
        parts: leaveOut.map((path) => `/${path}`),
      });
    // Nothing refers to it, and no reader looks for it.
    const added = new Map([...seal(), ['Doc_0/Thumbs.db', Buffer.from('x')]]);
    expect(await check(added)).toMatchObject({ state: 'unchecked', reason: 'not-covered' });
  });

  // As many honest files do, the seal leaves out OFD.xml, which then leads to another document.
  it.each([
    'C&#111;ntent9.xml',
    'Con<!-- -->tent9.xml',
    '<![CDATA[Content9]]>.xml',
    '<x>Content9.xml</x>',
    'Content9.xml/',
    'Content9.xml/.',
    'Content9.xml/x/..',
    '.\\content9.XML\\x\\..',
  ])('are changed if a page is added, however its name is written: %s', async (name) => {
    const space = 'xmlns:ofd="http://www.ofdspec.org/2016"';
    const at = name.startsWith('C&')
      ? `<ofd:Page ID="1" BaseLoc="${name}"/>`
      : `<ofd:PublicRes>${name}</ofd:PublicRes>`;
    const led = withFile(seal({ leaveOut: ['OFD.xml'] }), 'OFD.xml', (bytes) =>
      Buffer.from(bytes.toString().replace('Doc_0/Document.xml', 'Doc_9/Document.xml')),
    );
    const added = new Map([
      ...led,
      [
        'Doc_9/Document.xml',
        Buffer.from(`<ofd:Document ${space}><ofd:Pages>${at}</ofd:Pages></ofd:Document>`),
      ],
      ['Doc_9/Content9.xml', Buffer.from(`<ofd:Page ${space}/>`)],
    ]);
    expect(await check(added)).toMatchObject({
      state: 'changed',
      reason: 'not-covered',
      parts: expect.arrayContaining(['/Doc_9/Content9.xml']),
    });
  });

  it.each(['Evil.xml/', 'Evil.dat', '/Doc_0/x/../Evil.dat/.'])(
    'are changed if a reader used what they leave out: %s',
    async (root) => {
      const name = root.includes('.dat') ? 'Doc_0/Evil.dat' : 'Doc_0/Evil.xml';
      const led = withFile(seal({ leaveOut: ['OFD.xml'] }), 'OFD.xml', (bytes) =>
        Buffer.from(bytes.toString().replace('Doc_0/Document.xml', root.replace(/^(?!\/)/u, 'Doc_0/'))),
      );
      const added = new Map([
        ...led,
        // Readers skip what is in front of the first element.
        [
          name,
          Buffer.from('x<ofd:Document><ofd:Pages><ofd:Page BaseLoc="9.dat/."/></ofd:Pages></ofd:Document>'),
        ],
        ['Doc_0/9.dat', Buffer.from('x<ofd:Page/>')],
      ]);
      const reader = documentReaderOf({ format: { kind: 'ofd' } });
      const read = await reader?.extract(
        { bytes: packOfd(added), password: null },
        new AbortController().signal,
      );
      expect(read).toMatchObject({
        ok: true,
        value: { seal: { state: 'changed', reason: 'not-covered', parts: ['/Doc_0/9.dat'] } },
      });
    },
  );

  it.each([
    'Doc_0/Signs/original_invoice.xml',
    'Doc_0/Signs/Sign_0/original_invoice.xml',
    'Doc_0/attach/a.xml',
  ])('are changed if data is added as %s', async (path) => {
    const files = new Map([...seal(), [path, Buffer.from('<eInvoice/>')]]);
    expect(await check(files)).toMatchObject({
      state: 'changed',
      reason: 'not-covered',
      parts: [`/${path}`],
    });
  });

  it.each<[string, (files: OfdFiles) => OfdFiles]>([
    [
      'OFD.xml does not name the list any more',
      (files) =>
        withFile(files, 'OFD.xml', (bytes) =>
          Buffer.from(bytes.toString().replace(/<ofd:Signatures>.*<\/ofd:Signatures>/, '')),
        ),
    ],
    ['the list is missing', (files) => without(files, 'Doc_0/Signs/Signatures.xml')],
    [
      'the list is empty',
      (files) => withFile(files, 'Doc_0/Signs/Signatures.xml', () => Buffer.from('<ofd:Signatures/>')),
    ],
    ['the record is missing', (files) => without(files, 'Doc_0/Signs/Sign_0/Signature.xml')],
    ['the value is missing', (files) => without(files, value)],
    [
      'the list names a copy of the record without a seal',
      (files) =>
        withFile(
          new Map([
            ...files,
            ['Doc_0/x.xml', files.get('Doc_0/Signs/Sign_0/Signature.xml') ?? Buffer.alloc(0)],
          ]),
          'Doc_0/Signs/Signatures.xml',
          (bytes) =>
            Buffer.from(bytes.toString().replace('/Doc_0/Signs/Sign_0/Signature.xml', '/Doc_0/x.xml')),
        ),
    ],
    [
      'only its value is left, under another name',
      (files) =>
        new Map([
          ...without(without(files, 'Doc_0/Signs/Signatures.xml'), 'Doc_0/Signs/Sign_0/Signature.xml'),
          ['Doc_0/x.bin', files.get(value) ?? Buffer.alloc(0)],
        ]),
    ],
  ])('are changed if the signature was removed: %s', async (_, remove) => {
    const found = await check(remove(seal()));
    expect(found?.state).toBe('changed');
    expect(found?.signatures.map(({ reason }) => reason)).toContain('signature-removed');
  });

  it('are read with the encodings and the errors that the reader accepts', async () => {
    const original = plainOfd();
    const top = original.get('OFD.xml') ?? Buffer.alloc(0);
    for (const bytes of [
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(top.toString(), 'utf16le')]),
      Buffer.concat([Buffer.from(' '), top]),
      Buffer.concat([top, Buffer.from([0xff, 0xc0])]),
    ]) {
      const sealed = sealFiles(new Map([...original, ['OFD.xml', bytes]]), usual);
      expect(await check(sealed)).toMatchObject({ state: 'unchanged' });
      // The signature covers the usual bytes: the seal does not get lost, but is changed.
      expect(await check(withFile(seal(), 'OFD.xml', () => bytes))).toMatchObject({ state: 'changed' });
    }
  });

  it('exempt a signature’s own files only if nothing else uses them', async () => {
    const files = plainOfd();
    const drawn = withFile(files, 'Doc_0/Document.xml', () =>
      Buffer.from('<ofd:Document><ofd:Annotations>Signs/Sign_0/Seal.esl</ofd:Annotations></ofd:Document>'),
    );
    expect((await check(withSealFile(sealFiles(drawn, usual))))?.signatures[0]).toMatchObject({
      state: 'changed',
    });
  });

  it('accept a list of the users’ digests only with the signer’s', async () => {
    expect(await check(seal({ userDigests: [signer.certificate] }))).toMatchObject({ state: 'unchanged' });
    expect(await check(seal({ userDigests: [maker.certificate] }))).toMatchObject({
      state: 'unchecked',
      reason: 'signer-not-in-seal',
      makerKey: null,
    });
  });

  it('name the signer only if the seal does', async () => {
    const found = await check(seal({ users: [maker.certificate] }));
    expect(found).toMatchObject({ state: 'unchecked', reason: 'signer-not-in-seal' });
  });

  it('are reported separately, and the worst one determines the state', async () => {
    const second = sm2Signer({ name: '第二' });
    const twice = sealFiles(seal(), { ...usual, signer: second });
    const found = await check(twice);
    expect(found?.signatures.map(({ state }) => state)).toEqual(['unchanged', 'unchanged']);
    const changed = await check(withFile(twice, 'Doc_0/Signs/Sign_0/SignedValue.dat', flip(700)));
    expect(changed?.signatures.map(({ state }) => state)).toEqual(['changed', 'changed']);
    expect(changed).toMatchObject({ state: 'changed' });
  });

  it('are unverifiable if two files have one name, and the file is refused', async () => {
    const files = seal();
    const archive = packOfd(new Map([...files, ['ofd.xml', files.get('OFD.xml') ?? Buffer.alloc(0)]]));
    expect(await checkOfdSeals(archive)).toMatchObject({ state: 'unchecked', reason: 'unreadable' });
  });

  it('survive broken packages and records', async () => {
    expect(await checkOfdSeals(Buffer.from('no zip'))).toMatchObject({
      state: 'unchecked',
      reason: 'unreadable',
    });
    const doctype = withFile(seal(), 'Doc_0/Signs/Sign_0/Signature.xml', (bytes) =>
      Buffer.from(bytes.toString().replace('?>', '?><!DOCTYPE a [<!ENTITY b "c">]>')),
    );
    expect(await check(doctype)).toMatchObject({ state: 'changed', reason: 'signature-record-changed' });
    const packed = packOfd(seal());
    const random = seededRandom(3);
    for (let round = 0; round < 25; round += 1) {
      const at = Math.floor(random() * packed.length);
      await checkOfdSeals(flip(at, 1 << Math.floor(random() * 8))(packed));
    }
  });
});

describe('the text of a seal', () => {
  it('reports the state in both languages, and never claims that a file is genuine', async () => {
    const good = await check(seal());
    if (!good) throw new Error('No seal');
    const { key } = good;
    const known = withTrusted(good, [key ?? '']);
    expect(describeSeal(known, 'zh')).toBe('由 浙江省税务监制章 于 2024-05-28 10:11 签章后未改动');
    expect(describeSeal(known, 'en')).toBe('Unchanged since 浙江省税务监制章 sealed it on 2024-05-28 10:11');
    expect(describeSeal(good, 'zh')).toBe(
      '由一份自称“浙江省税务监制章”的证书于 2024-05-28 10:11 签章后未改动，该证书未经核实',
    );
    expect(describeSeal(good, 'en')).toBe(
      'Unchanged since a certificate that names itself 浙江省税务监制章 sealed it on 2024-05-28 10:11. The certificate is not verified.',
    );
    const bad = await check(withFile(seal(), 'Doc_0/Document.xml', flip(9)));
    if (!bad) throw new Error('No seal');
    expect(describeSeal(bad, 'zh')).toBe('签章后被改动：内容与签章时不一致：/Doc_0/Document.xml');
    expect(describeSeal(bad, 'en')).toBe(
      'Changed since it was sealed: /Doc_0/Document.xml differs from the sealed content',
    );
  });
});
