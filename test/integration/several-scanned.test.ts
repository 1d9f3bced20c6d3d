import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { vouch } from '../helpers/command-line.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import { projectFolder } from '../helpers/app-fixtures/folders.ts';
import { makeSheet } from '../helpers/scans/make-scan.ts';
import { drawPrinted, type PrintedSheet } from '../helpers/scans/print.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** A scan of invoices one below the other. */
const stacked = async (pictures: readonly Buffer[]): Promise<Buffer> => {
  const sizes = await Promise.all(pictures.map((picture) => sharp(picture).metadata()));
  let height = 0;
  const parts = pictures.map((input, index) => {
    const top = height;
    height += sizes[index]?.height ?? 0;
    return { input, left: 0, top };
  });
  const width = Math.max(...sizes.map((size) => size.width));
  const sheet = sharp({ create: { width, height, channels: 3, background: '#fff' } });
  return sheet.composite(parts).png().toBuffer();
};

const drawnWithoutCode = (sheet: PrintedSheet): Buffer => {
  const items = sheet.items.filter(({ kind }) => kind !== 'qr');
  return drawPrinted({ ...sheet, items }, 1.2).toBuffer('image/png');
};

test('a scan of two invoices is split and not paid for, with an account and the default reader', async () => {
  const made = await Promise.all([1, 2].map(makeSheet));
  expect(made.every(({ qr }) => qr !== null)).toBe(true);
  const folder = await temporaryFolder();
  const path = join(folder, 'two.png');
  await writeFile(
    path,
    await stacked(made.map(({ sheet }) => drawPrinted(sheet, 1.2).toBuffer('image/png'))),
  );
  const service = await startCountingService([]);
  const { code, stdout } = await vouch(['invoice', path, '--json', '-'], {
    ...service.environment,
    VOUCH_HOME: join(folder, 'home'),
  });
  expect(service.calls()).toBe(0);
  expect(code).toBe(0);
  const printed = z
    .array(z.object({ part: z.int(), reader: z.string(), invoice: z.object({ number: z.string() }) }))
    .parse(JSON.parse(stdout));
  expect(printed.map(({ part, reader, invoice }) => [part, reader, invoice.number])).toEqual(
    made.map(({ truth }, index) => [index + 1, 'local', truth.number]),
  );
}, 300_000);

test('of two invoices head to head on a scan one is read, and an error names both numbers', async () => {
  const made = await Promise.all([2, 5].map(makeSheet));
  const [first, second] = made.map(({ sheet }) => drawnWithoutCode(sheet));
  if (!first || !second) throw new Error('No picture');
  const path = join(await temporaryFolder(), 'two.png');
  await writeFile(path, await stacked([first, await sharp(second).rotate(180).toBuffer()]));
  const environment = { VOUCH_HOME: join(await temporaryFolder(), 'home') };
  const { stdout } = await vouch(['invoice', path, '--local', '--json', '-'], environment);
  const [only, ...others] = z
    .array(
      z.object({
        invoice: z.object({ number: z.string(), grossTotal: z.string(), lines: z.array(z.unknown()) }),
        checks: z.array(z.object({ id: z.string(), level: z.string(), message: z.string() })),
      }),
    )
    .parse(JSON.parse(stdout));
  expect(others).toEqual([]);
  const numbers = made.map(({ truth }) => truth.number ?? '?');
  const truth = made.find((one) => one.truth.number === only?.invoice.number)?.truth;
  expect(only?.invoice).toMatchObject({ grossTotal: truth?.grossTotal });
  expect(only?.invoice.lines).toHaveLength(truth?.lines.length ?? -1);
  const several = only?.checks.find(({ id }) => id === 'several-invoices');
  expect(several?.level).toBe('error');
  for (const number of numbers) expect(several?.message).toContain(number);
}, 300_000);

const truthShape = z.looseObject({ text: z.looseObject({ object_list: z.array(z.looseObject({})) }) });

/** The service's answer to a picture of which it reads only the upper part, as large as a sample. */
const answerAbout = async (picture: Buffer) => {
  const sample = join(projectFolder, 'samples', 'special-paper.truth.json');
  const { text } = truthShape.parse(JSON.parse(await readFile(sample, 'utf8')));
  const { width, height } = await sharp(picture).metadata();
  return {
    service: 'vat-invoice' as const,
    sha256: createHash('sha256').update(picture).digest('hex'),
    text: {
      ...text,
      object_list: text.object_list.map((one) => Object.assign(one, { width, height })),
    } as never,
  };
};

test('a scan of two invoices without codes is split after the one call that read only the first', async () => {
  const made = await Promise.all([1, 2].map(makeSheet));
  const folder = await temporaryFolder();
  const path = join(folder, 'two.png');
  const drawn = made.map(({ sheet }) => drawnWithoutCode(sheet));
  const picture = await stacked(drawn);
  await writeFile(path, picture);
  const service = await startCountingService([await answerAbout(picture)]);
  const environment = { ...service.environment, VOUCH_HOME: join(folder, 'home') };
  const read = async (scan: string) => {
    const { code, stdout } = await vouch(['invoice', scan, '--json', '-'], environment);
    expect(code).toBe(0);
    return z
      .array(z.object({ part: z.int(), reader: z.string(), invoice: z.object({ number: z.string() }) }))
      .parse(JSON.parse(stdout))
      .map(({ part, reader, invoice }) => [part, reader, invoice.number]);
  };
  const expected = made.map(({ truth }, index) => [index + 1, 'local', truth.number]);
  expect(await read(path)).toEqual(expected);
  // Another file of the same picture uses the stored response, in another process.
  const copy = join(folder, 'copy.png');
  await writeFile(copy, picture);
  expect(await read(copy)).toEqual(expected);
  expect(service.calls()).toBe(1);
}, 300_000);
