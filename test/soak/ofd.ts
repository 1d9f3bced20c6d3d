import { openOfdPages } from '../../electron/extract/document/ofd/draw/open-pages.ts';
import { readOfd } from '../../electron/extract/document/ofd/read/read-ofd.ts';
import { emptyInvoice, emptyLine } from '../../shared/invoice/empty-invoice.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import { seededRandom } from '../samples/random.ts';
import { hostileOfds } from '../helpers/hostile-ofd.ts';
import { mutate } from '../helpers/mutate.ts';
import { ofdInvoiceParts } from '../samples/digital/write-ofd.ts';
import { packOfd, type OfdParts } from '../samples/digital/ofd-file.ts';

const party = (name: string, taxId: string) => ({ name, taxId, addressPhone: null, bankAccount: null });

/** The invoice that is mutated. */
const mutatedInvoice: Invoice = {
  ...emptyInvoice,
  kind: '32',
  number: '24112000000048542163',
  issueDate: '2024-05-28',
  buyer: party('北京云帆科技有限公司', '91110108690017781B'),
  seller: party('上海海棠商贸有限公司', '91310108690017781C'),
  lines: [
    { ...emptyLine, name: '*餐饮服务*餐费', amount: '100.00', taxRate: '6%', tax: '6.00' },
    { ...emptyLine, name: '*经纪代理服务*代理费', amount: '50.00', taxRate: '6%', tax: '3.00' },
  ],
  total: '150.00',
  taxTotal: '9.00',
  grossTotal: '159.00',
  grossTotalWords: '壹佰伍拾玖圆整',
  drawer: '于俪',
};

const forms = [{}, { tags: true }, { attachment: true, tags: true }, { template: false, customData: true }];

/** A form of the invoice, with the zip or one part in it changed at random. */
const mutated = (round: number, random: () => number): Buffer => {
  const parts: OfdParts = ofdInvoiceParts(mutatedInvoice, forms[round % forms.length]);
  const other = Buffer.from('PK\x03\x04<Page><!-- & -->');
  if (random() < 0.4) return mutate(packOfd(parts), random, other);
  const names = Object.keys(parts);
  const name = names[Math.floor(random() * names.length)] ?? '';
  return packOfd({ ...parts, [name]: mutate(Buffer.from(parts[name] ?? ''), random, other) });
};

type OfdFuzzed = {
  readonly read: number;
  readonly refused: number;
  /** Extracted with another result than the invoice: each must be marked. */
  readonly changed: number;
  readonly slowestMs: number;
  readonly faults: readonly string[];
};

/**
 * Extracts and draws mutations of an invoice. Anything but values or a reason of the kind `input` is a
 * failure.
 */
export const fuzzOfd = async (rounds: number, seed: number): Promise<OfdFuzzed> => {
  const random = seededRandom(seed);
  const faults: string[] = [];
  let [read, refused, changed, slowestMs] = [0, 0, 0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const bytes = mutated(round, random);
    const started = performance.now();
    try {
      const result = await readOfd(bytes);
      const opened = await openOfdPages(bytes);
      if (opened.ok) {
        const page = await opened.value.drawPage(1, { dpi: 72 });
        opened.value.close();
        if (!page.ok && page.failure.kind !== 'input') faults.push(`${round}: ${page.failure.kind}`);
      }
      if (result.ok) {
        read += 1;
        const [extraction] = result.value;
        const figures = [extraction?.invoice.grossTotal, extraction?.invoice.number];
        const isChanged = figures.some(
          (figure, index) =>
            figure !== null && figure !== [mutatedInvoice.grossTotal, mutatedInvoice.number][index],
        );
        if (isChanged) changed += 1;
      } else {
        refused += 1;
        if (result.failure.kind !== 'input') faults.push(`${round}: ${result.failure.kind}`);
      }
    } catch (error) {
      faults.push(`${round}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
    slowestMs = Math.max(slowestMs, performance.now() - started);
  }
  return { read, refused, changed, slowestMs, faults };
};

const limitMs = 2000;
const limitBytes = 300e6;

const drawFirst = async (bytes: Buffer): Promise<void> => {
  const opened = await openOfdPages(bytes);
  if (!opened.ok) return;
  await opened.value.drawPage(1, { dpi: 150 });
  opened.value.close();
};

/** Processor time, so that other work on the machine does not count, and additional memory. */
const isWithinLimits = async (name: string, work: () => Promise<unknown>): Promise<boolean> => {
  globalThis.gc?.();
  const memory = process.memoryUsage().rss;
  const time = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(time);
  const ms = (user + system) / 1000;
  const grown = process.memoryUsage().rss - memory;
  const holds = ms <= limitMs && grown <= limitBytes;
  console.log(`${holds ? 'ok ' : 'NO '} ${name}: ${ms.toFixed(0)} ms, ${(grown / 1e6).toFixed(0)} MB`);
  return holds;
};

/**
 * Hostile files, each with its limits of time and memory; then mutations.
 * @param rounds 2,000 in the full form
 */
export const run = async (rounds = 2000): Promise<boolean> => {
  let isHeld = true;
  await readOfd(packOfd(ofdInvoiceParts(mutatedInvoice)));
  for (const [name, bytes] of Object.entries(hostileOfds())) {
    isHeld = (await isWithinLimits(`${name}, read`, () => readOfd(bytes))) && isHeld;
    isHeld = (await isWithinLimits(`${name}, drawn`, () => drawFirst(bytes))) && isHeld;
  }
  const { read, refused, changed, slowestMs, faults } = await fuzzOfd(rounds, 1);
  console.log(
    `${rounds} mutations: ${read} read (${changed} with other figures), ${refused} refused, slowest ${slowestMs.toFixed(0)} ms, ${faults.length} faults`,
  );
  for (const fault of faults.slice(0, 5)) console.log(`  ${fault}`);
  return isHeld && faults.length === 0 && slowestMs <= 2 * limitMs;
};
