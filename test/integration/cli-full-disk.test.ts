import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { seededRandom } from '../samples/random.ts';
import { vouch } from '../helpers/command-line.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** A disk of 2 MB, if this machine can mount one. */
const mountSmallDisk = (): string | null => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
};

const disk = process.platform === 'linux' ? mountSmallDisk() : null;
afterAll(() => {
  if (disk === null) return;
  execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true });
});

const pages = z.array(z.looseObject({ state: z.string(), invoice: z.unknown() }));

test.skipIf(disk === null)(
  'writes outputs although the disk of the data folder is full (skipped without a small disk)',
  async () => {
    const folder = await temporaryFolder();
    const input = join(folder, 'in');
    await mkdir(input);
    const options = { lines: 100, isRed: false, hasSpecialCharacters: false };
    for (let seed = 1; seed <= 60; seed += 1)
      await writeFile(
        join(input, `${seed}.xml`),
        writeEInvoice(makeDigitalInvoice(seededRandom(seed), options)),
      );
    const json = join(folder, 'out.json');
    const environment = { VOUCH_HOME: join(disk ?? '', 'home') };
    const ran = await vouch(['invoice', input, '--json', json], environment);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/disk|space/iu);
    const written = pages.parse(JSON.parse(await readFile(json, 'utf8')));
    const read = written.filter(({ state }) => state === 'recognized');
    expect(written).toHaveLength(60);
    expect(read.length).toBeGreaterThan(0);
    expect(read.length).toBeLessThan(60);
    expect(read.every(({ invoice }) => invoice !== null)).toBe(true);
  },
);
