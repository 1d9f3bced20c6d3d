import { expect, test } from 'vitest';
import { placePage } from '../../../../../electron/extract/local/place/place-page.ts';
import type { ReadLine, ReadPicture } from '../../../../../electron/extract/local/read-lines.ts';
import { makeSellerFirst, makeSheet } from '../../../../helpers/scans/make-scan.ts';
import { measurePage, tallyOf } from '../../../../helpers/scans/measure.ts';
import { evenLine, noNoise, syntheticPicture, usualNoise } from '../../../../helpers/scans/synthetic.ts';
import { makePaper } from '../../../../samples/digital/make-paper.ts';
import { togetherOnPage } from '../../../../helpers/scans/together.ts';

const seeds = Array.from({ length: 18 }, (_, seed) => seed);

test('places what is read without errors', async () => {
  const sheets = await Promise.all(seeds.map(makeSheet));
  const pages = sheets.map((made) => measurePage(made, syntheticPicture(made.sheet, made.seed, noNoise)));
  const tally = tallyOf(pages);
  expect(tally.exact, JSON.stringify(pages.flatMap(({ wrong }) => wrong))).toBeGreaterThan(0.99);
  expect(tally.markedRight).toBeLessThan(0.1);
});

test('marks what confusions and broken lines make wrong', async () => {
  const sheets = await Promise.all(seeds.map(makeSheet));
  const pages = sheets.map((made) => measurePage(made, syntheticPicture(made.sheet, made.seed, usualNoise)));
  const tally = tallyOf(pages);
  expect(tally.exact).toBeGreaterThan(0.96);
  expect(tally.strictUnmarked).toBe(0);
});

const readAll = (picture: ReadPicture) => placePage(picture, { codes: [], confirmed: [] });
const severalIn = ([first]: ReturnType<typeof readAll>) =>
  first?.findings.find(({ id }) => id === 'several-invoices');

/** Numbers of sheets, each with the one that shares its page. On forms on paper, the number has no label. */
const pairs = [
  [1, 2],
  [4, 5],
  [7, 8],
  [0, 3],
  [6, 9],
  [12, 13],
] as const;

const picturesOf = async () => {
  const sheets = await Promise.all(seeds.map(makeSheet));
  return sheets.map((made) => syntheticPicture(made.sheet, made.seed, noNoise));
};

test.each([false, true])(
  'two invoices on a picture are read each by itself; beside each other: %s',
  async (isBeside) => {
    const pictures = await picturesOf();
    for (const picture of pictures) expect(readAll(picture)).toHaveLength(1);
    for (const [one, other] of pairs) {
      const [first, second] = [pictures[one], pictures[other]];
      if (!first || !second) throw new Error('No picture');
      const both = readAll(togetherOnPage(first, second, isBeside));
      const alone = [...readAll(first), ...readAll(second)];
      expect(both.map(({ invoice }) => invoice)).toEqual(alone.map(({ invoice }) => invoice));
      const numbers = alone.map(({ invoice }) => invoice.number);
      expect(both.map(({ part }) => [part?.place, part?.numbers])).toEqual([
        [1, numbers],
        [2, numbers],
      ]);
      // Each value lies in the area of its part.
      for (const { origins, part } of both)
        for (const { quad } of Object.values(origins)) {
          const [from, to] = isBeside ? (['x', first.width] as const) : (['y', first.height] as const);
          const isSecond = part?.place === 2;
          expect(quad?.every((point) => point[from] > to - 1 === isSecond)).toBe(true);
        }
      expect(severalIn(both)).toBeUndefined();
    }
  },
);

test.each([false, true])('an invoice printed twice is read once; beside each other: %s', async (isBeside) => {
  for (const picture of await picturesOf()) {
    const alone = readAll(picture);
    const twice = readAll(togetherOnPage(picture, picture, isBeside));
    expect(twice.map(({ invoice }) => invoice)).toEqual(alone.map(({ invoice }) => invoice));
    expect(severalIn(twice)).toBeUndefined();
  }
});

const textOf = ({ glyphs }: ReadLine): string =>
  glyphs.map(({ alternatives }) => alternatives[0]?.text ?? '').join('');
const purchase = evenLine('购', { x: 0, y: 0, width: 20, height: 20 });
const isSum = (line: ReadLine): boolean => /[¥￥]|圆|整/u.test(textOf(line));

test('without sums of its own for each only the first is read, and an error names both', async () => {
  const pictures = await picturesOf();
  for (const [one, other] of pairs) {
    const [first, second] = [pictures[one], pictures[other]];
    if (!first || !second) throw new Error('No picture');
    const torn = { ...second, lines: second.lines.filter((line) => !isSum(line)) };
    const both = readAll(togetherOnPage(first, torn, false));
    expect(both.map(({ invoice }) => invoice)).toEqual(readAll(first).map(({ invoice }) => invoice));
    for (const { invoice } of [...readAll(first), ...readAll(second)])
      expect(severalIn(both)?.message.zh).toContain(invoice.number ?? '?');
  }
});

test('a second invoice that lies the other way round is named in an error, and its QR code is not taken', async () => {
  for (const picture of await picturesOf()) {
    const [alone] = readAll(picture);
    const other = '25886815291339867520';
    const qr = `01,32,,${other},1.00,20250916,,`;
    for (const text of [`发票号码：${other}`, other]) {
      const both = placePage({ ...picture, turned: ['名称：某公司', text] }, { codes: [qr], confirmed: [] });
      expect(both.map(({ invoice }) => invoice)).toEqual([alone?.invoice]);
      for (const number of [alone?.invoice.number ?? '?', other])
        expect(severalIn(both)?.message.zh).toContain(number);
    }
    const same = [`发票号码：${alone?.invoice.number ?? '?'}`];
    expect(severalIn(readAll({ ...picture, turned: same }))).toBeUndefined();
  }
});

test('an invoice that names another in its remark is one, on each form', async () => {
  for (const picture of await picturesOf()) {
    const height = 20;
    const remark = evenLine('对应正数发票代码：031002500211 发票号码：12345678 的增值税普通发票', {
      x: 0.1 * picture.width,
      y: picture.height,
      width: 600,
      height,
    });
    const named = { ...picture, height: picture.height + 2 * height, lines: [...picture.lines, remark] };
    const read = readAll(named);
    expect(read).toHaveLength(1);
    expect(severalIn(read)).toBeUndefined();
  }
});

const sided = ['buyer.name', 'seller.name', 'buyer.taxId', 'seller.taxId'];
const sidesIn = ([first]: ReturnType<typeof readAll>) =>
  first?.findings.find(({ id }) => id === 'party-sides')?.fields ?? [];
const provenIn = ([first]: ReturnType<typeof readAll>) =>
  (first?.findings ?? []).flatMap(({ id, fields }) => (id === 'proven' ? fields : []));

test('the labels say which party is which, not their places', async () => {
  for (const made of await Promise.all(seeds.map(makeSellerFirst))) {
    const read = readAll(syntheticPicture(made.sheet, made.seed, noNoise));
    const { buyer, seller } = made.truth;
    expect(read[0]?.invoice.buyer).toMatchObject({ taxId: buyer.taxId });
    expect(read[0]?.invoice.seller).toMatchObject({ taxId: seller.taxId });
    expect(sidesIn(read)).toEqual([]);
    expect(provenIn(read)).toContain('seller.taxId');
  }
});

test('labels above the parties say which is which, too', async () => {
  const sheets = await Promise.all(seeds.map(makeSellerFirst));
  for (const { form, sheet, seed, truth } of sheets) {
    if (form !== 'digital') continue;
    const picture = syntheticPicture(sheet, seed, noNoise);
    const lines = picture.lines.filter((line) => !/^[购买销售]$/u.test(textOf(line)));
    const names = lines.filter((line) => textOf(line).startsWith('名称'));
    const above = names
      .toSorted(({ quad: [one] }, { quad: [other] }) => one.x - other.x)
      .map(({ quad: [{ x, y }] }, at) =>
        evenLine(at === 0 ? '销售方信息' : '购买方信息', { x, y: y - 36, width: 100, height: 20 }),
      );
    expect(above).toHaveLength(2);
    const read = readAll({ ...picture, lines: [...lines, ...above] });
    expect(read[0]?.invoice.seller).toMatchObject({ taxId: truth.seller.taxId });
    expect(sidesIn(read)).toEqual([]);
  }
});

test('parties that no label names, or both labels name alike, are marked and not proven', async () => {
  const sheets = await Promise.all(seeds.map(makeSellerFirst));
  for (const { sheet, seed } of sheets) {
    const picture = syntheticPicture(sheet, seed, noNoise);
    const unlabelled = picture.lines.filter((line) => !/^[购买销售]$/u.test(textOf(line)));
    const alike = picture.lines.map((line) =>
      textOf(line) === '销' || textOf(line) === '售' ? { ...line, glyphs: purchase.glyphs } : line,
    );
    for (const lines of [unlabelled, alike]) {
      const read = readAll({ ...picture, lines });
      expect(sidesIn(read)).toEqual(sided);
      expect(provenIn(read).filter((path) => sided.includes(path))).toEqual([]);
    }
    // One label that is read is enough for the usual order, not against it.
    const one = picture.lines.filter((line) => !/^[购买]$/u.test(textOf(line)));
    expect(sidesIn(readAll({ ...picture, lines: one }))).toEqual(sided);
  }
});

test('a name of a party that is wrapped to a second line is read whole', async () => {
  const made = await makeSheet(2);
  const picture = syntheticPicture(made.sheet, made.seed, noNoise);
  const [alone] = readAll(picture);
  const name = alone?.invoice.buyer.name ?? '?';
  const line = picture.lines.find((one) => textOf(one).endsWith(name.replace('（', '(').slice(-6)));
  if (!line) throw new Error('No name');
  const [tl, tr, br, bl] = line.quad;
  const cut = 4;
  const shareOf = (index: number): number =>
    ((line.glyphs[index - 1]?.at ?? 0) + (line.glyphs[index]?.at ?? 1)) / 2;
  const from = shareOf(line.glyphs.length - name.length);
  const to = shareOf(line.glyphs.length - cut);
  const x = (share: number): number => tl.x + share * (tr.x - tl.x);
  const down = 1.1 * (bl.y - tl.y);
  const start = line.glyphs.length === name.length ? tl.x : x(from);
  const first: ReadLine = {
    ...line,
    quad: [tl, { x: x(to), y: tr.y }, { x: x(to), y: br.y }, bl],
    glyphs: line.glyphs.slice(0, -cut).map(({ alternatives, at }) => ({ alternatives, at: at / to })),
  };
  const width = x(1) - x(to);
  const second: ReadLine = {
    ...line,
    quad: [
      { x: start, y: tl.y + down },
      { x: start + width, y: tl.y + down },
      { x: start + width, y: bl.y + down },
      { x: start, y: bl.y + down },
    ],
    glyphs: line.glyphs
      .slice(-cut)
      .map(({ alternatives, at }) => ({ alternatives, at: (at - to) / (1 - to) })),
  };
  const lines = picture.lines.flatMap((one) => (one === line ? [first, second] : [one]));
  const [wrapped] = readAll({ ...picture, lines });
  expect(wrapped?.invoice.buyer).toEqual(alone?.invoice.buyer);
});

test.each(['hotel-bill', 'bank-receipt', 'fiscal-receipt', 'tax-certificate'] as const)(
  'no value of an invoice is that of a paper above or below it, or all are marked: %s',
  async (type) => {
    for (const [seed, picture] of (await picturesOf()).entries()) {
      const scale = picture.width / 610;
      const height = 9 * scale;
      const lines = makePaper(type, seed).texts.map(([text, x, y]) =>
        evenLine(text, { x: x * scale, y: y * scale, width: Array.from(text).length * height, height }),
      );
      const paper = { ...picture, height: 380 * scale, lines };
      const alone = readAll(picture).map(({ invoice }) => invoice);
      for (const both of [
        readAll(togetherOnPage(paper, picture, false)),
        readAll(togetherOnPage(picture, paper, false)),
      ]) {
        const isMixed = both.some(({ findings }) => findings.some(({ id }) => id === 'page-mixed'));
        if (!isMixed) expect([seed, both.map(({ invoice }) => invoice)]).toEqual([seed, alone]);
      }
    }
  },
);
