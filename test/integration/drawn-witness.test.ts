import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { cleanFont } from '../../electron/extract/document/ofd/draw/font-file.ts';
import { shippedFontFile } from '../../electron/infra/canvas-fonts.ts';
import { openPdf } from '../../electron/formats/pdf/pdf-document.ts';
import { openPdfPage, renderPdfPage } from '../../electron/formats/pdf/pdf-page.ts';
import { isClean } from '../../shared/contract/batch-commands.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import { made } from '../helpers/digital-xml.ts';
import { pageOf } from '../helpers/hidden-text.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';
import { pdf, scannedPage, type PdfPage } from '../samples/digital/pdf-file.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { seededRandom } from '../samples/random.ts';
import { makeInvoicePdf, printInvoice } from '../samples/digital/write-pdf.ts';
import { falseAlarms } from '../soak/false-alarms.ts';

const { bytes, truth: invoice } = makeInvoicePdf(11, 2);
const { content, box } = pageOf(bytes);
const hexOf = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');

/** The page with its lines of operators changed. */
const page = (change: (line: string) => string, rest: Partial<PdfPage> = {}): PdfPage => ({
  content: content.split('\n').map(change).join('\n'),
  box,
  ...rest,
});

const gross = invoice.grossTotal ?? '';
const isGross = (line: string): boolean => line.includes(hexOf(gross));
const whiteShading =
  '/Pattern << /P0 << /PatternType 2 /Shading << /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 1 0] ' +
  '/Function << /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [1] /N 1 >> /Extend [true true] >> >> >>';

/** The invoice of a file in a window, after its drawn page was compared. */
const opened = async (file: Buffer) => {
  const path = join(await temporaryFolder(), 'a.pdf');
  await writeFile(path, file);
  const { ask, ended } = await startBackend();
  const files = [{ kind: 'path' as const, path }];
  const { added } = await ask('pages.add', { service: 'vat-invoice', sandbox: false, files });
  await ended(added);
  const read = () => ask('pages.open', { id: added[0] ?? 0 });
  await vi.waitFor(async () => {
    const ids = (await read()).invoice?.checks.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([expect.stringMatching(/^page-shows-(?:same|other)$/u)]));
  }, 30_000);
  return (await read()).invoice;
};

test('a drawn page that shows the data is a witness of it, and raises no doubt', async () => {
  const read = await opened(pdf([page((line) => line)]));
  const checks = read?.checks.filter(({ id }) => /^page-shows|^text-not/u.test(id)) ?? [];
  expect(checks.map(({ id, level }) => [id, level])).toEqual([['page-shows-same', 'ok']]);
  expect(checks[0]?.fields).toEqual(
    expect.arrayContaining(['number', 'issueDate', 'total', 'taxTotal', 'grossTotal', 'buyer.name']),
  );
});

test('a font that draws other digits than its text says is an error', async () => {
  const font = readFileSync(shippedFontFile());
  const glyphs = cleanFont(font)?.characters;
  const codeOf = (sign: string): string =>
    (glyphs?.get(sign.codePointAt(0) ?? 0) ?? 0).toString(16).padStart(4, '0');
  const drawn = gross.replaceAll(/\d/gu, (digit) => String((Number(digit) + 3) % 10));
  const pairs = Array.from('0123456789.', (sign) => {
    const said = sign === '.' ? sign : String((Number(sign) + 7) % 10);
    return `<${codeOf(sign)}> <${hexOf(said)}>`;
  });
  const table = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Lie def
1 begincodespacerange <0000> <ffff> endcodespacerange
${pairs.length} beginbfchar ${pairs.join(' ')} endbfchar endcmap end end`;
  const fonts =
    '/F4 << /Type /Font /Subtype /Type0 /BaseFont /Lie /Encoding /Identity-H /ToUnicode 9 0 R /DescendantFonts [ << ' +
    '/Type /Font /Subtype /CIDFontType2 /BaseFont /Lie /CIDToGIDMap /Identity /DW 560 ' +
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ' +
    '/FontDescriptor << /Type /FontDescriptor /FontName /Lie /Flags 4 /FontBBox [0 -120 1000 880] ' +
    '/ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 93 /FontFile2 8 0 R >> >> ] >>';
  const text = Array.from(drawn, codeOf).join('');
  const lies = (line: string): string =>
    isGross(line) ? line.replace('/F3', '/F4').replace(/<[^>]*>/u, `<${text}>`) : line;
  const files = [
    { name: 'font.bin', bytes: font },
    { name: 'table.bin', bytes: Buffer.from(table) },
  ];
  const read = await opened(pdf([page(lies, { fonts })], undefined, files));
  expect(read?.value.grossTotal).toBe(gross);
  const found = read?.checks.find(({ id }) => id === 'page-shows-other');
  expect(found).toMatchObject({ level: 'error', fields: ['grossTotal'] });
  expect(found?.message.en).toContain(`“${drawn}”`);
});

const hidden = (line: string): string => (isGross(line) ? `q /Pattern cs /P0 scn ${line} Q` : line);

test('text that is drawn in the colour of the paper by a pattern is no value of the page', async () => {
  const read = await opened(pdf([page(hidden, { resources: whiteShading })]));
  expect(read?.value.grossTotal).toBeNull();
  expect(read?.checks.find(({ id }) => id === 'text-not-visible')).toMatchObject({
    level: 'error',
    fields: ['grossTotal'],
  });
});

test.each([
  ['beside the number', 'number', hexOf(invoice.number ?? ''), '0 G'],
  ['left of the currency sign of the total', 'grossTotal', hexOf(gross), '0 G'],
  ['in red beside the number', 'number', hexOf(invoice.number ?? ''), '0.85 0.1 0.1 RG'],
  ['in brown left of the currency sign', 'grossTotal', hexOf(gross), '0.5 0.1 0 RG'],
] as const)('a digit painted as a path %s is no part of it, and an error', async (_, field, text, ink) => {
  const own = content.split('\n').find((line) => line.includes(`${text}>`)) ?? '';
  const placed = content.split('\n').flatMap((line) => {
    const [size = 0, x = 0, y = 0] = (/ (\S+) Tf (\S+) (\S+) Td/.exec(line)?.slice(1) ?? []).map(Number);
    return [{ line, size, x, y }];
  });
  const value = placed.find(({ line }) => line === own);
  const sign = placed.find(({ line, y }) => y === value?.y && /<(?:00a5|ffe5)>/i.test(line));
  const { size = 0, x = 0, y = 0 } = (field === 'number' ? null : sign) ?? value ?? {};
  const at = (right: number, up: number): string =>
    `${x - 0.55 * size + right * 0.4 * size} ${y + up * 0.7 * size}`;
  const nine = `${at(1, 0.6)} m ${at(1, 1)} l ${at(0, 1)} l ${at(0, 0.6)} l ${at(1, 0.6)} l ${at(1, 0)} l`;
  const read = await opened(
    pdf([page((line) => (line === own ? `${line} q ${ink} ${0.09 * size} w ${nine} S Q` : line))]),
  );
  expect(read?.value[field]).toBe(invoice[field]);
  const found = read?.checks.find(({ id }) => id === 'page-shows-other');
  expect(found).toMatchObject({ level: 'error', fields: [field] });
  expect(found?.message.en).toContain('“9');
});

const [own, foreign] = [made(1, { hasAddresses: false }), made(2, { hasAddresses: false })] as const;

/** A page that is only a picture of an invoice, with the data of the same or another one attached, or none. */
const pictureWithData = async (shown: Invoice, data: Invoice | null): Promise<Buffer> => {
  const print = printInvoice(shown, 'digital', seededRandom(1), { rules: true, qr: null });
  const file = await openPdf(new Uint8Array(print), null);
  const first = file.ok ? await openPdfPage(file.value, 1) : file;
  const drawn = first.ok ? await renderPdfPage(first.value.page, 200) : first;
  if (!drawn.ok) throw new Error(drawn.failure.reason);
  const { pixels, width, height } = drawn.value;
  const colours = Buffer.from(pixels.data.filter((_, index) => index % 4 !== 3));
  const picture = { width: pixels.width, height: pixels.height, bytes: colours, filter: null };
  const files = data ? [{ name: 'data.xml', bytes: Buffer.from(writeEInvoice(data)) }] : [];
  return pdf([scannedPage(picture, width, height)], undefined, files);
};

test.each([
  ['the invoice of the attached data', own, []],
  ['another invoice than the attached data', foreign, ['number', 'grossTotal']],
] as const)('a page that is a picture of %s is read and compared', async (_, data, different) => {
  const read = await opened(await pictureWithData(own, data));
  expect(read?.value.number).toBe(data.number);
  const others = read?.checks.filter(({ id }) => id === 'page-shows-other') ?? [];
  expect(others.every(({ level }) => level === 'error')).toBe(true);
  const fields = others.flatMap((one) => one.fields);
  if (different.length === 0) expect(fields).toEqual([]);
  else expect(fields).toEqual(expect.arrayContaining([...different]));
  const isOpen = read?.checks.some(({ id, level }) => id === 'not-compared' && level === 'warn');
  expect(isOpen).toBe(different.length > 0);
});

/** A file in a window, as soon as its values are listed. */
const listed = async (file: Buffer) => {
  const path = join(await temporaryFolder(), 'a.pdf');
  await writeFile(path, file);
  const { ask } = await startBackend();
  const files = [{ kind: 'path' as const, path }];
  const { added } = await ask('pages.add', { service: 'vat-invoice', sandbox: false, files });
  const id = added[0] ?? 0;
  const row = async () => {
    const found = (await ask('pages.list', { service: 'vat-invoice' })).find((one) => one.id === id);
    return found ?? expect.fail('not listed');
  };
  await vi.waitFor(async () => expect((await row()).digest).not.toBeNull(), { interval: 5, timeout: 30_000 });
  const confirm = async (onlyClean: boolean): Promise<string> => {
    const { version, digest } = await row();
    const shown = { ids: [id], versions: [version], digests: [digest ?? ''] };
    await ask('batch.review', { ...shown, mark: 'confirmed', onlyClean });
    return (await row()).review;
  };
  const heard = () =>
    vi.waitFor(async () => expect((await row()).awaitsWitness).toBe(false), { timeout: 30_000 });
  return { row, confirm, heard };
};

test('is not clean before its page was compared, and then is', async () => {
  const { row, confirm, heard } = await listed(pdf([page((line) => line)]));
  const first = await row();
  expect([first.awaitsWitness, isClean(first)]).toEqual([true, false]);
  expect(await confirm(true)).toBe('open');
  await heard();
  expect(isClean(await row())).toBe(true);
  expect(await confirm(true)).toBe('confirmed');
});

test('a scan in a PDF awaits nothing more once it was read', async () => {
  const { row, heard } = await listed(await pictureWithData(own, null));
  await heard();
  expect(await row()).toMatchObject({ reader: 'local', state: 'recognized' });
});

test('a confirmation does not include what the page says against the values later', async () => {
  const { row, confirm, heard } = await listed(await pictureWithData(own, foreign));
  expect(await confirm(false)).toBe('confirmed');
  await heard();
  expect(await row()).toMatchObject({ review: 'open', findings: { error: expect.any(Number) } });
  expect((await row()).findings.error).toBeGreaterThan(0);
  // The user has seen the errors now.
  expect(await confirm(false)).toBe('confirmed');
});

/** The full length runs under `npm run soak`. */
test('honest invoices of many layouts raise no alarm', async () => {
  expect(await falseAlarms(5)).toEqual([]);
});
