import { expect, it } from 'vitest';
import { page, readOne } from '../../../../../helpers/printed-pdf.ts';
import { makeDigitalInvoice } from '../../../../../samples/digital/make-invoice.ts';
import { pdf } from '../../../../../samples/digital/pdf-file.ts';
import { printInvoice } from '../../../../../samples/digital/write-pdf.ts';
import { seededRandom } from '../../../../../samples/random.ts';

it.each(['digital', 'vat'] as const)(
  'pages without heads of columns go on with the lines: %s',
  async (form) => {
    for (const seed of [1, 2, 3, 4]) {
      const random = seededRandom(seed);
      const truth = makeDigitalInvoice(random, {
        form,
        lines: 10 + 5 * seed,
        isRed: false,
        hasSpecialCharacters: false,
        hasAddresses: form !== 'digital',
      });
      const marks = { rules: false, qr: null, headOnce: true };
      const { invoice, findings } = await readOne(printInvoice(truth, form, random, marks));
      expect([seed, invoice.lines]).toEqual([seed, truth.lines]);
      expect([seed, invoice.total, invoice.grossTotal]).toEqual([seed, truth.total, truth.grossTotal]);
      expect([seed, findings.filter(({ id }) => id === 'text-sums-differ')]).toEqual([seed, []]);
    }
  },
  300_000,
);

const number = '24112000000048542163';

const first = [
  [`发票号码：${number}`, 400, 20],
  ['开票日期：2024年05月28日', 400, 35],
  ['项目名称', 40, 100],
  ['单位', 200, 100],
  ['数量', 250, 100],
  ['单价', 320, 100],
  ['金额', 400, 100],
  ['税率/征收率', 450, 100],
  ['税额', 550, 100],
  ['*食品*苹果', 20, 120],
  ['斤', 203, 120],
  ['1', 258, 120],
  ['100', 323, 120],
  ['100.00', 393, 120],
  ['6%', 465, 120],
  ['6.00', 552, 120],
] as const;
const line = [
  ['*食品*很长的', 20, 40],
  ['名称', 20, 52],
  ['200.00', 393, 40],
  ['6%', 465, 40],
  ['12.00', 547, 40],
] as const;
const namesOf = async (...second: readonly (readonly [string, number, number])[]) =>
  (await readOne(pdf([page(first), page(second)]))).invoice.lines.map(({ name, amount }) => [name, amount]);
const apple = ['*食品*苹果', '100.00'];

it('a wrapped name on the next page belongs to its line, and sums end the lines', async () => {
  const sums = ['合计', '¥300.00', '¥18.00'].map((text, at) => [text, [40, 390, 545][at] ?? 0, 80] as const);
  expect(await namesOf(...line, ...sums)).toEqual([apple, ['*食品*很长的名称', '200.00']]);
});

it.each([
  ['figures at other places', line.map(([text, x, y]) => [text, x < 300 ? x : x - 90, y] as const)],
  ['neither rates nor taxes', line.filter(([text]) => !/%|12/u.test(text))],
  ['only words', [['行程单', 200, 40] as const]],
])('a page with %s goes on with no line', async (_, second) => {
  expect(await namesOf(...second)).toEqual([apple]);
});
