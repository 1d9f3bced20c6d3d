import iconv from 'iconv-lite';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { writeDialect, writeLegacyInvoice } from '../samples/digital/write-older.ts';
import { seededRandom } from '../samples/random.ts';
import { writeInvInstance } from '../helpers/write-xbrl.ts';
import { cpuClock } from '../../electron/extract/document/cpu-clock.ts';
import { readXml } from '../../electron/extract/document/xml/read-xml.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import { mutate } from '../helpers/mutate.ts';
import { ownBytes } from '../helpers/own-memory.ts';

const make = (form: 'digital' | 'vat'): Invoice =>
  makeDigitalInvoice(seededRandom(5), { form, lines: 6, isRed: false, hasSpecialCharacters: true });

const digital = writeEInvoice(make('digital'));
const older = make('vat');

type Form = { readonly text: string; readonly encode: (text: string) => Buffer };

const utf8 = (text: string): Form => ({ text, encode: (changed) => Buffer.from(changed) });

/** Each format and encoding. */
const forms: readonly Form[] = [
  utf8(digital),
  { text: digital.replace('UTF-8', 'GB18030'), encode: (text) => iconv.encode(text, 'gb18030') },
  {
    text: digital.replace('UTF-8', 'UTF-16'),
    encode: (text) => iconv.encode(text, 'utf16le', { addBOM: true }),
  },
  utf8(writeInvInstance(older)),
  utf8(writeLegacyInvoice(older)),
  utf8(writeDialect(older, 'pinyin')),
  utf8(writeDialect(older, 'chinese')),
];

const values = [
  '',
  '-',
  '***',
  '1e999',
  '-0',
  '１２３．４５',
  '9'.repeat(40),
  '2025-13-40',
  '<b/>',
  '<![CDATA[7]]>',
  '免税',
];
const leaf = /<([^\s<>/]+)([^<>]*)>([^<]*)<\/\1>/gu;

/** Well-formed changes, which a parser alone does not refuse: a value or an element is changed, lost or doubled. */
const changeLeaf = (text: string, random: () => number): string => {
  const leaves = [...text.matchAll(leaf)];
  const found = leaves[Math.floor(random() * leaves.length)];
  if (!found) return text;
  const [whole, name = '', attributes = ''] = found;
  const value = values[Math.floor(random() * values.length)] ?? '';
  const changed = `<${name}${attributes}>${value}</${name}>`;
  const replacement = [changed, '', whole + whole, whole + changed][Math.floor(random() * 4)] ?? '';
  return text.slice(0, found.index) + replacement + text.slice(found.index + whole.length);
};

const mutated = ({ text, encode }: Form, random: () => number): Buffer => {
  if (random() < 0.4) return mutate(encode(text), random, other);
  let changed = text;
  for (let left = 1 + Math.floor(random() * 4); left > 0; left -= 1) changed = changeLeaf(changed, random);
  return encode(changed);
};

const other = Buffer.from('<EInvoice><![CDATA[&#x30;]]>&amp;<!-- --><IssuItemInformation></EInvoice>');

type XmlFuzzed = {
  readonly read: number;
  readonly refused: number;
  /** Processor time. */
  readonly slowestMs: number;
  readonly mostBytes: number;
  readonly faults: readonly string[];
};

/** Reads mutations of each format. Anything but values or a reason of the kind `input` is a failure. */
export const fuzzXml = (rounds: number, seed: number): XmlFuzzed => {
  const random = seededRandom(seed);
  const faults: string[] = [];
  let [read, refused, slowestMs, mostBytes] = [0, 0, 0, 0];
  globalThis.gc?.();
  const idle = ownBytes();
  for (let round = 0; round < rounds; round += 1) {
    const bytes = mutated(forms[round % forms.length] ?? utf8(digital), random);
    const started = cpuClock();
    try {
      const result = readXml(bytes);
      if (result.ok) read += 1;
      else refused += 1;
      if (!result.ok && result.failure.kind !== 'input') faults.push(`${round}: ${result.failure.kind}`);
    } catch (error) {
      faults.push(`${round}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
    slowestMs = Math.max(slowestMs, cpuClock() - started);
    mostBytes = Math.max(mostBytes, ownBytes() - idle);
  }
  return { read, refused, slowestMs, mostBytes, faults };
};

const limitMs = 2000;
const limitBytes = 300e6;

/** @param rounds 2,000 in the full form */
export const run = (rounds = 2000): Promise<boolean> => {
  const { read, refused, slowestMs, mostBytes, faults } = fuzzXml(rounds, 1);
  console.log(
    `${rounds} mutations: ${read} read, ${refused} refused, slowest ${slowestMs.toFixed(0)} ms, ${(mostBytes / 1e6).toFixed(0)} MB, ${faults.length} faults`,
  );
  for (const fault of faults.slice(0, 5)) console.log(`  ${fault}`);
  return Promise.resolve(faults.length === 0 && slowestMs <= limitMs && mostBytes <= limitBytes);
};
