import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { packOfd } from '../samples/digital/ofd-file.ts';
import { ofdInvoiceParts } from '../samples/digital/write-ofd.ts';
import { writeLegacyInvoice } from '../samples/digital/write-older.ts';
import { makeInvoicePdf, printInvoice } from '../samples/digital/write-pdf.ts';
import { qrSymbol, qrText } from '../samples/qr.ts';
import { seededRandom } from '../samples/random.ts';
import { sha256Of } from '../../electron/infra/bytes.ts';
import { writeRailInstance } from '../helpers/write-xbrl.ts';
import { emptyInvoice } from '../../shared/invoice/empty-invoice.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import { vouch } from '../helpers/command-line.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import { jpeg } from '../helpers/pictures.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const pageSchema = z.looseObject({
  source: z.string(),
  page: z.int(),
  reader: z.string(),
  state: z.string(),
  sent: z.unknown(),
  error: z.looseObject({ kind: z.string() }).nullable(),
  renditions: z.array(z.string()),
  invoice: z.unknown(),
  ticket: z.unknown(),
  checks: z.array(z.looseObject({ id: z.string(), level: z.string() })),
});
const pagesIn = (text: string) => z.array(pageSchema).parse(JSON.parse(text));

const made = (seed: number, lines = 2) =>
  makeDigitalInvoice(seededRandom(seed), { lines, isRed: false, hasSpecialCharacters: true });

/** A token instead of a tax is not an amount. */
const amount = (value: string | null) => (value === '***' ? null : value);

const untoken = (line: (typeof emptyInvoice.lines)[number]) => ({ ...line, tax: amount(line.tax) });

const set = async () => {
  const folder = await temporaryFolder();
  const input = join(folder, 'in');
  await mkdir(input);
  return { input, environment: { VOUCH_HOME: join(folder, 'home') }, home: join(folder, 'home') };
};

test('reads a digital invoice without an account, and finds no invoice on the picture next to it', async () => {
  const { input, environment, home } = await set();
  const truth = made(1);
  const xml = writeEInvoice(truth);
  await writeFile(join(input, 'a.xml'), xml);
  await writeFile(join(input, 'b.jpg'), await jpeg());
  await writeFile(join(input, 'pom.xml'), '<project/>');
  const ran = await vouch(['invoice', input, '--json', '-'], environment);
  expect(ran.code).toBe(1);
  const [digital, picture, ...more] = pagesIn(ran.stdout);
  expect(more).toEqual([]);
  expect(digital).toMatchObject({ reader: 'xml', page: 1, state: 'recognized', sent: null, renditions: [] });
  expect(digital?.invoice).toEqual({
    ...truth,
    taxTotal: amount(truth.taxTotal),
    lines: truth.lines.map(untoken),
  });
  expect(digital?.checks.filter(({ level }) => level === 'error')).toEqual([]);
  expect(picture).toMatchObject({ state: 'failed', reader: 'local', error: { kind: 'input' } });
  // The original is stored byte for byte, with any settings.
  const sha256 = sha256Of(xml);
  const kept = (await readdir(home, { recursive: true })).find((name) => name.endsWith(`${sha256}.bin`));
  expect(kept && (await readFile(join(home, kept), 'utf8'))).toBe(xml);
});

test('--local sends nothing: a picture is refused as input', async () => {
  const { input, environment } = await set();
  await writeFile(join(input, 'b.jpg'), await jpeg());
  const ran = await vouch(['invoice', input, '--local', '--json', '-'], {
    ...environment,
    VOUCH_APP_ID: 'a',
    VOUCH_API_KEY: 'k',
    VOUCH_API_SECRET: 's',
    VOUCH_BASE_URL: 'http://127.0.0.1:9',
  });
  expect(ran.code).toBe(1);
  expect(pagesIn(ran.stdout)).toMatchObject([{ state: 'failed', error: { kind: 'input' } }]);
});

test('makes one page of a file in two runs, and reports another XML as its duplicate', async () => {
  const { input, environment } = await set();
  const truth = made(2);
  const [a, b] = [join(input, 'a.xml'), join(input, 'b.xml')];
  await writeFile(a, writeEInvoice(truth));
  await writeFile(b, writeEInvoice(truth));
  const ran = await vouch(['invoice', a, b, '--json', '-', '--lang', 'en'], environment);
  const first = pagesIn(ran.stdout);
  expect(first.map(({ source, renditions }) => [source, renditions])).toEqual([[a, []]]);
  // Two files became one invoice, so the counts must add up.
  expect(ran.stderr).toContain(`${b}: same invoice as another file, merged`);
  expect(ran.stderr).toContain('1 recognized, 1 merged with another file, 0 failed');
  expect(ran.stderr).toMatch(/Counted: read, no demo, .*; 1 of them not confirmed, \d with errors\./u);
  await writeFile(b, writeEInvoice({ ...truth, remark: '另一份' }));
  const second = pagesIn((await vouch(['invoice', a, b, '--json', '-'], environment)).stdout);
  expect(second).toHaveLength(2);
  expect(second[0]?.checks.map(({ id }) => id)).toContain('duplicate');
});

test('gives a rail ticket its own fields, and never exports the traveller’s id', async () => {
  const { input, environment } = await set();
  const id = '330106199001011234';
  const ticket = {
    type: 'rail',
    number: 'E0001',
    passenger: '林知夏',
    passengerId: id,
    from: '杭州东',
    to: '上海',
    date: '2025-03-04',
    vehicle: 'G1',
    class: '二等座',
    fare: '73.00',
    fuelSurcharge: null,
    fund: null,
    otherTaxes: null,
  } as const;
  const path = join(input, 'rail.xml');
  await writeFile(path, writeRailInstance({ ...made(3), total: '66.97', taxTotal: '6.03' }, ticket));
  const ran = await vouch(['invoice', path, '--json', '-'], environment);
  expect(ran.code).toBe(0);
  const [page] = pagesIn(ran.stdout);
  const { passengerId: _, ...told } = ticket;
  expect(page?.ticket).toEqual(told);
  expect(page?.checks.find(({ id: check }) => check === 'total-plus-tax')?.level).toBe('ok');
  expect(`${ran.stdout}${ran.stderr}`).not.toContain(id);
});

test('warns before the call about a key of unusual length', async () => {
  const { input, environment } = await set();
  await writeFile(join(input, 'b.jpg'), await jpeg());
  const service = await startCountingService([]);
  const account = { ...environment, ...service.environment, VOUCH_API_KEY: 'k'.repeat(31) };
  const ran = await vouch(['invoice', input], account);
  expect(ran.stderr).toContain('VOUCH_API_KEY has 31 characters');
  expect(ran.stderr).not.toContain('VOUCH_API_SECRET has');
  await writeFile(join(input, 'b.jpg'), writeEInvoice(made(9)));
  expect((await vouch(['invoice', input], account)).stderr).not.toContain('characters');
});

test('draws the data of an XML file on the file that shows how the invoice was printed', async () => {
  const { input, home } = await set();
  const { bytes, truth } = makeInvoicePdf(5, 3);
  const [xml, pdf] = [join(input, 'a.xml'), join(input, 'b.pdf')];
  await writeFile(xml, writeEInvoice(truth));
  await writeFile(pdf, bytes);
  const drawnSizeOf = async (name: string, paths: readonly string[]) => {
    const out = join(input, '..', name);
    await vouch(['invoice', ...paths, '--annotate', out, '--concurrency', '1'], {
      VOUCH_HOME: `${home}-${name}`,
    });
    const pictures = await readdir(out);
    expect(pictures).toHaveLength(1);
    const { width, height } = await sharp(join(out, pictures[0] ?? '')).metadata();
    return { width, height };
  };
  const printed = await drawnSizeOf('printed', [pdf]);
  expect(await drawnSizeOf('both', [xml, pdf])).toEqual(printed);
  expect(await drawnSizeOf('form', [xml])).not.toEqual(printed);
});

const print = (seed: number, truth: Invoice, marks: object) =>
  printInvoice(truth, 'digital', seededRandom(seed), { rules: false, qr: null, ...marks });

const codeOfAnother = async (truth: Invoice) =>
  qrSymbol(qrText({ ...truth, total: '99.00', grossTotal: '99.00' }));

test('writes its outputs after the QR codes drawn on digital pages were read', async () => {
  const { input, environment } = await set();
  const [pdf, ofd, embedded, sound] = [made(21), made(22), made(23), made(24)] as const;
  // The drawn codes say another amount. The text raises no doubt, and the code in the OFD's data agrees with it.
  await writeFile(join(input, 'a.pdf'), print(1, pdf, { qr: await codeOfAnother(pdf) }));
  const parts = ofdInvoiceParts(ofd, { attachment: true, qr: await codeOfAnother(ofd) });
  await writeFile(join(input, 'b.ofd'), packOfd(parts));
  // The data names another seller than the page.
  const data = { ...embedded, seller: { ...embedded.seller, name: '澄川（虚构）科技有限公司' } };
  const files = [{ name: 'data', bytes: Buffer.from(writeEInvoice(data)) }];
  await writeFile(join(input, 'c.pdf'), print(3, embedded, { embedded: files }));
  await writeFile(join(input, 'd.pdf'), print(4, sound, { qr: await qrSymbol(qrText(sound)) }));
  await writeFile(join(input, 'e.xml'), writeLegacyInvoice(made(25)));
  const ran = await vouch(['invoice', input, '--local', '--json', '-'], environment);
  const pages = pagesIn(ran.stdout);
  const levelsOf = (at: number) =>
    (pages[at]?.checks ?? []).flatMap(({ id, level }) =>
      /qr|code-in|text-differs/u.test(id) ? [`${id} ${level}`] : [],
    );
  expect(levelsOf(0)).toEqual(['qr-number ok', 'qr-issue-date ok', 'qr-amount error']);
  expect(levelsOf(1)).toEqual(['qr-number ok', 'qr-issue-date ok', 'qr-amount error', 'code-in-file info']);
  expect(levelsOf(2)).toEqual(['rendition-text-differs warn']);
  expect(levelsOf(3)).toEqual(['qr-number ok', 'qr-issue-date ok', 'qr-amount ok']);
  // A code that the data contains is no witness of the data.
  expect(levelsOf(4)).toEqual(['code-in-file info']);
});
