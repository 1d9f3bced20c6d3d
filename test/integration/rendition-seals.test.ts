import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { checkOfdSeals } from '../../electron/extract/document/seal/check-ofd-seals.ts';
import { sm2Signer } from '../helpers/certificates.ts';
import { packOfd, sealedInvoice, withFile } from '../helpers/sealed-ofd.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { seededRandom } from '../samples/random.ts';

const maker = sm2Signer({ name: '制章机构' });
const signer = sm2Signer({ name: '某税务局', issuer: maker });
const invoice = makeDigitalInvoice(seededRandom(5), { lines: 1, isRed: false, hasSpecialCharacters: false });
const sealed = sealedInvoice(invoice, { version: 4, signer, maker });
const other = writeEInvoice({
  ...invoice,
  remark: '付款至另一账户',
  seller: { ...invoice.seller, name: '另一家公司' },
});

/** A page with the invoice from a sealed OFD and from an XML file with another remark and seller. */
const folded = async (ofd: Buffer) => {
  const folder = await temporaryFolder();
  const started = await startBackend();
  const { ask, ended } = started;
  for (const [name, bytes] of [
    ['a.ofd', ofd],
    ['b.xml', other],
  ] as const) {
    const path = join(folder, name);
    await writeFile(path, bytes);
    const files = [{ kind: 'path' as const, path }];
    const { added } = await ask('pages.add', { service: 'vat-invoice', sandbox: false, files });
    await ended(added);
  }
  const list = () => ask('pages.list', { service: 'vat-invoice' });
  await vi.waitFor(async () => expect(await list()).toHaveLength(1), 20_000);
  const [row] = await list();
  return { ...started, opened: () => ask('pages.open', { id: row?.id ?? 0 }) };
};

test('an unchanged seal of a signer that the user trusts outranks an unsealed file, like a shipped one', async () => {
  const { ask, opened } = await folded(packOfd(sealed));
  const before = await opened();
  // Anybody can make a seal, so it gives no precedence.
  expect(before.summary).toMatchObject({ reader: 'xml', seal: null });
  expect(before.invoice?.value.remark).toBe('付款至另一账户');
  const seen = { mark: 'confirmed' as const, version: before.version, digest: before.digest };
  await ask('pages.review', { id: before.summary.id, ...seen });

  const key = (await checkOfdSeals(packOfd(sealed)))?.signatures[0]?.key ?? '';
  await ask('settings.change', { trustedSigners: [{ key, name: '某税务局' }] });
  await vi.waitFor(async () => expect((await opened()).summary.reader).toBe('ofd'), 20_000);
  const trusted = await opened();
  expect(trusted.invoice?.value.remark).toBe(invoice.remark);
  // Other data than what was confirmed.
  expect(trusted.summary).toMatchObject({ seal: 'unchanged', review: 'open' });
  expect(trusted.renditions.map(({ name }) => name).toSorted()).toEqual(['a.ofd', 'b.xml']);
  const differences = (await opened()).invoice?.checks.filter(({ id }) => id === 'rendition-differs') ?? [];
  expect(differences.map(({ fields, level, other: stated }) => [fields, level, stated])).toEqual([
    [['seller.name'], 'warn', '另一家公司'],
    [['remark'], 'warn', '付款至另一账户'],
  ]);

  await ask('settings.change', { trustedSigners: [] });
  await vi.waitFor(async () => expect((await opened()).summary.reader).toBe('xml'), 20_000);
});

test('a changed seal of a file that is not shown is a finding, and stands in the comparison', async () => {
  const changed = withFile(sealed, 'Doc_0/Document.xml', (bytes) => Buffer.concat([bytes, Buffer.from(' ')]));
  const { ask, opened } = await folded(packOfd(changed));
  const { summary, invoice: shown } = await opened();
  const { sides } = await ask('pages.sides', { of: 'readers', id: summary.id });
  expect(sides.map(({ reader, seal }) => [reader, seal?.state ?? null])).toEqual([
    ['xml', null],
    ['ofd', 'changed'],
  ]);
  expect(sides[1]?.seal?.text.en).toMatch(/^Changed since it was sealed/u);
  expect(summary).toMatchObject({ reader: 'xml', seal: null });
  expect(shown?.checks.find(({ id }) => id === 'rendition-seal-changed')).toMatchObject({
    level: 'error',
    message: { en: expect.stringMatching(/^OFD: Changed since it was sealed: .*Document\.xml/u) },
  });
});

test('searches find an invoice by the names of all its files, also of a copy that was not added', async () => {
  const { ask, opened } = await folded(packOfd(sealed));
  const { summary } = await opened();
  const path = join(await temporaryFolder(), 'Ａbschrift 國.ofd');
  await writeFile(path, packOfd(sealed));
  const added = await ask('pages.add', {
    service: 'vat-invoice',
    sandbox: false,
    files: [{ kind: 'path', path }],
    drop: { id: randomUUID(), left: 0 },
  });
  expect(added).toMatchObject({ added: [], there: [summary.id] });
  const found = (text: string) => ask('history.matching', { text, service: 'vat-invoice', from: 1 });
  for (const text of ['a.ofd', 'B.XML', 'abschrift', '国.ofd'])
    expect(await found(text)).toEqual({ ids: [summary.id] });
  expect(await found('a.ofd nothing')).toEqual({ ids: [] });
});
