import { Ajv2020 } from 'ajv/dist/2020.js';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { vouch } from '../helpers/command-line.ts';
import { projectFolder } from '../helpers/app-fixtures/folders.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const samples = join(projectFolder, 'samples');
const samplesOf = (wanted: RegExp): readonly string[] =>
  readdirSync(samples)
    .filter((name) => wanted.test(name))
    .map((name) => join(samples, name));

test('prints a JSON Schema that every JSON output fulfils', async () => {
  const home = await temporaryFolder();
  const printed = await vouch(['--json-schema'], { VOUCH_HOME: home });
  expect(printed.code, printed.stderr).toBe(0);
  const schema = z.record(z.string(), z.unknown()).parse(JSON.parse(printed.stdout));
  const isValid = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false }).compile(
    schema,
  );
  const pictures = /^(?!face).*\.(?:png|jpg|bmp|xml|ofd|pdf)$/u;
  const runs = [
    ['invoice', ...samplesOf(pictures), '/no/such.pdf', '--sandbox', '--json', '-'],
    ['invoice', ...samplesOf(/^digital.*\.(?:xml|ofd|pdf|png)$/u), '--local', '--json', '-', '--lang', 'zh'],
    ['face', ...samplesOf(/portrait|group/u), '--points', '--attributes', '--sandbox', '--json', '-'],
  ];
  for (const given of runs) {
    const ran = await vouch(given, { VOUCH_HOME: home });
    const pages: unknown = JSON.parse(ran.stdout);
    expect(z.array(z.unknown()).parse(pages).length).toBeGreaterThan(1);
    expect(isValid(pages), JSON.stringify(isValid.errors?.slice(0, 5))).toBe(true);
  }
});
