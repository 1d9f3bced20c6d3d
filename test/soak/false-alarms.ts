import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { vouch } from '../helpers/command-line.ts';
import { ofdOfPdf } from '../helpers/ofd-of-pdf.ts';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { makeInvoicePdf } from '../samples/digital/write-pdf.ts';
import { seededRandom } from '../samples/random.ts';

const outputSchema = z.array(
  z.object({
    source: z.string(),
    state: z.string(),
    checks: z.array(z.object({ id: z.string(), level: z.string(), message: z.string() })),
  }),
);

/** The generator wraps long names between two letters, where a print can't show whether a space was lost. */
const honestDoubts = new Set(['name-wrapped']);

const isAlarm = ({ id, level }: { readonly id: string; readonly level: string }): boolean =>
  (level === 'warn' || level === 'error') && !honestDoubts.has(id);

/** Honest invoices of many layouts: half of them PDF, and OFD and XML in turn. */
const makeFile = async (seed: number): Promise<readonly [name: string, bytes: string | Buffer]> => {
  if (seed % 2 === 0) return [`${seed}.pdf`, makeInvoicePdf(seed, seed % 10 === 0 ? 60 : 12).bytes];
  if (seed % 4 === 1) return [`${seed}.ofd`, await ofdOfPdf(makeInvoicePdf(seed, 12).bytes)];
  const lines = 1 + (seed % 9);
  const options = { lines, isRed: seed % 7 === 0, hasSpecialCharacters: seed % 3 === 0 };
  return [`${seed}.xml`, writeEInvoice(makeDigitalInvoice(seededRandom(seed), options))];
};

/** The warnings and errors of the whole program about honest invoices, whose drawn pages are read, too. */
export const falseAlarms = async (count: number, first = 1): Promise<readonly string[]> => {
  const root = await mkdtemp(join(tmpdir(), 'vouch-alarms-'));
  const [input, output] = [join(root, 'in'), join(root, 'out.json')];
  try {
    await mkdir(input);
    for (let seed = first; seed < first + count; seed += 1) {
      const [name, bytes] = await makeFile(seed);
      await writeFile(join(input, name), bytes);
    }
    const environment = { VOUCH_HOME: join(root, 'home') };
    const { stderr } = await vouch(['invoice', input, '--local', '--json', output], environment);
    const read = outputSchema.parse(JSON.parse(await readFile(output, 'utf8')));
    if (read.length !== count) return [`${read.length} of ${count} invoices: ${stderr}`];
    const failed = read.filter(({ state }) => state !== 'recognized');
    return [
      ...failed.map(({ source, state }) => `${basename(source)}: ${state}`),
      ...read.flatMap(({ source, checks }) =>
        checks.filter(isAlarm).map(({ id, message }) => `${basename(source)}: ${id}: ${message}`),
      ),
    ];
  } finally {
    await rm(root, { recursive: true, force: true });
  }
};

/** 1,000 honest invoices raise no alarm. */
export const run = async (rounds = 1_000): Promise<boolean> => {
  const alarms = await falseAlarms(rounds);
  console.log({ invoices: rounds, alarms: alarms.length, first: alarms.slice(0, 10) });
  return alarms.length === 0;
};
