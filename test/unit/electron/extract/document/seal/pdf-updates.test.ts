import { describe, expect, it } from 'vitest';
import { checkPdfSeals } from '../../../../../../electron/extract/document/seal/check-pdf-seals.ts';
import { rsaSigner } from '../../../../../helpers/certificates.ts';
import { signPdf } from '../../../../../helpers/signed-pdf.ts';
import { latinText, pdf } from '../../../../../samples/digital/pdf-file.ts';

const [bureau, company] = [rsaSigner({ name: '某某税务局' }), rsaSigner({ name: '某公司' })];
const kind = 'adbe.pkcs7.detached';
const file = pdf([{ content: latinText('invoice', 50, 700, 12) }]);
const first = signPdf(file, { kind, signer: bureau });

/** The last number and content of an object of the file that matches. */
const objectLike = (pattern: RegExp): { number: string; content: string } => {
  const found = [...file.toString('latin1').matchAll(/(\d+) 0 obj\s(.*?)endobj/gsu)].find(([all]) =>
    pattern.test(all),
  );
  return { number: found?.[1] ?? '', content: (found?.[2] ?? '').trim() };
};
const page = objectLike(/\/Type\s*\/Page\b/u);
const catalog = objectLike(/\/Type\s*\/Catalog\b/u);

const objectOf = (number: number | string, content: string): string =>
  `\n${number} 0 obj\n${content}\nendobj\n`;
const withEntry = ({ number, content }: typeof page, entry: string): string =>
  objectOf(number, content.replace(/>>$/u, `${entry} >>`));
const widget = objectOf(910, '<< /Subtype /Widget /FT /Sig /T (b) /V 900 0 R /Rect [0 0 9 9] >>');
const form = '/AcroForm << /Fields [910 0 R] /SigFlags 3 >>';

const check = (bytes: Buffer, added = ''): ReturnType<typeof checkPdfSeals> =>
  checkPdfSeals(Buffer.concat([bytes, Buffer.from(added, 'latin1')]));
/** A second signature whose revision has other objects, too. */
const signedWith = (objects: string, bytes = first): Buffer =>
  signPdf(Buffer.concat([bytes, Buffer.from(objects, 'latin1')]), { kind, signer: company });
const statesOf = async (bytes: Buffer): Promise<readonly unknown[]> =>
  (await check(bytes))?.signatures.map(({ state, reason }) => reason ?? state) ?? [];
const end = '\ntrailer\n<< /Size 951 /Root 1 0 R >>\nstartxref\n0\n%%EOF\n';
const proofs =
  objectOf(950, '<< /Type /DSS /Certs [951 0 R] >>') + objectOf(951, '<< >>\nstream\nx\nendstream');

describe('a second signature', () => {
  it.each([
    ['alone', ''],
    ['with its field', widget + withEntry(page, '/Annots [910 0 R]') + withEntry(catalog, form)],
    [
      'with all that programs give its field',
      objectOf(
        910,
        `<< /Type /Annot /Subtype /Widget /FT /Sig /T (b) /TU (c) /Ff 1 /V 900 0 R /Rect [0 0 9 9] /F 132 /P ${page.number} 0 R /MK << >> /DA (/Helv 0 Tf) /AP << /N 911 0 R >> /NM (d) /M (D:20240528) >>`,
      ) + withEntry(page, '/Annots [910 0 R]'),
    ],
    ['with a picture', objectOf(911, '<< /Type /XObject >>\nstream\nx\nendstream')],
  ])('leaves the first one unchanged: %s', async (_, objects) => {
    expect(await statesOf(signedWith(objects))).toEqual(['unchanged', 'unchanged']);
  });

  it('leaves the first one unchanged with tables of places, unless they lead elsewhere', async () => {
    const base = signPdf(file, { kind, signer: bureau, hasTable: true });
    const both = signPdf(base, { kind, signer: company, hasTable: true });
    expect(await statesOf(both)).toEqual(['unchanged', 'unchanged']);
    expect(await statesOf(signedWith('', base))).toEqual(['changed-after', 'unchanged']);
    const other = Buffer.concat([base, Buffer.from('startxref 7\n')]);
    expect((await statesOf(signPdf(other, { kind, signer: company, hasTable: true })))[0]).toBe(
      'changed-after',
    );
  });

  const isolated = pdf([{ content: latinText('other', 50, 700, 12) }]).toString('latin1');
  const content = /(\d+) 0 obj\s*<<[^>]*>>\s*stream.*?endobj/su.exec(isolated)?.[0] ?? '';
  it.each<readonly [string, string]>([
    ['a content', `\n${content}\n`],
    ['a page', withEntry(page, '/Contents 990 0 R')],
    ['resources of a page', withEntry(page, '/Resources << >>')],
    ['a picture over a page', objectOf(910, '<< /Subtype /Stamp >>') + withEntry(page, '/Annots [910 0 R]')],
    [
      'a field of a form',
      withEntry(catalog, '/AcroForm << /Fields [911 0 R] >>') + objectOf(911, '<< /FT /Tx >>'),
    ],
    ...[
      '/Subtype /FileAttachment /FS << /F (a.xml) /EF << /F 911 0 R >> >>',
      '/Subtype /Stamp /AP << /N 911 0 R >>',
      '/Subtype /Widget /FS << /F (a.xml) >>',
      '/Subtype /Widget /A << /S /Launch >>',
      '/Subtype /#57idget /F#53 (a.xml)',
      '/Rect [0 0 9 9]',
    ].map((entries): readonly [string, string] => [
      `a field for it with ${entries}`,
      withEntry(page, '/Annots [910 0 R]') + objectOf(910, `<< /FT /Sig /T (b) /V 900 0 R ${entries} >>`),
    ]),
    ['attached files', withEntry(catalog, '/Names << >>')],
    ['packed objects', objectOf(912, '<< /Type /ObjStm /N 1 /First 4 >>\nstream\n1 0 << >>\nendstream')],
    ['an object in a comment', `\n% 4 0 obj << >> endobj\n`],
    ['an object in a stream', objectOf(912, '<< >>\nstream\nendobj\n4 0 obj\nendstream')],
    ['another catalog', objectOf(912, '<< /Type /Catalog /Pages 2 0 R >>')],
    ['no object', '\nx\n'],
  ])('changes the first one if it adds %s', async (_, objects) => {
    expect((await statesOf(signedWith(objects)))[0]).toBe('changed-after');
  });

  it('changes the first one if it adds an object that the file waits for', async () => {
    const text = file.toString('latin1').replace('/Type /Page ', '/Type /Page /X 911 0 R ');
    const waiting = signPdf(Buffer.from(text, 'latin1'), { kind, signer: bureau });
    expect(text).toContain('911 0 R');
    expect((await statesOf(signedWith(objectOf(911, '<< >>'), waiting)))[0]).toBe('changed-after');
  });

  it('changes the first one if it is not good itself, or does not cover the rest', async () => {
    const both = signedWith('');
    const broken = Buffer.from(both);
    broken.write('2023', broken.lastIndexOf('D:2024') + 2, 'latin1');
    expect(await statesOf(broken)).toEqual(['changed-after', 'content-changed']);
    expect(await statesOf(Buffer.concat([both, Buffer.from(objectOf(960, '<< >>') + end)]))).toEqual([
      'changed-after',
      'changed-after',
    ]);
  });
});

describe('proofs of certificates', () => {
  it('make a signature unknown that does not cover them', async () => {
    for (const objects of [proofs, proofs + withEntry(catalog, '/DSS 950 0 R')])
      expect(await check(first, objects + end)).toMatchObject({ state: 'unchecked', reason: 'proofs-added' });
    expect(await statesOf(Buffer.concat([signedWith(''), Buffer.from(proofs + end)]))).toEqual([
      'proofs-added',
      'proofs-added',
    ]);
  });

  it('change it together with anything else, or with a table that leads elsewhere', async () => {
    const table = '\nxref\n4 1\n0000000100 00000 n \n';
    for (const objects of [proofs + withEntry(page, '/Rotate 90'), objectOf(960, '<< >>'), proofs + table])
      expect(await check(first, objects + end)).toMatchObject({ state: 'changed', reason: 'changed-after' });
    expect(await check(first, proofs)).toMatchObject({ state: 'changed', reason: 'changed-after' });
  });
});
