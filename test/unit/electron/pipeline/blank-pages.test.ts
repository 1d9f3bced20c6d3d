import { expect, test, vi } from 'vitest';
import { inkOnScan, readScan } from '../../../../electron/pipeline/scan-reading.ts';
import type { Glyph, ReadLine, ReadPicture } from '../../../../electron/extract/local/read-lines.ts';
import { recognizePage, type ScanReader } from '../../../../electron/pipeline/scan-intake.ts';
import type { PageRow } from '../../../../electron/store/records/page.ts';
import type { Sent } from '../../../../shared/contract/page.ts';
import { checkInvoice } from '../../../../shared/invoice/check-invoice.ts';
import { blankExtraction } from '../../../../shared/invoice/checks/no-invoice.ts';
import { failed, success } from '../../../../shared/result.ts';
import { failureOf } from '../../../../shared/services/failures.ts';
import { makeSheet } from '../../../helpers/scans/make-scan.ts';
import { evenLine, noNoise, syntheticPicture } from '../../../helpers/scans/synthetic.ts';
import { sha } from '../../../helpers/stored-pages.ts';
import { quiet } from '../../../helpers/checked-invoice.ts';

const sentPicture: Sent = { sha256: sha('a'), encoding: 'png', width: 800, height: 1000, bytes: 10 };
const signal = new AbortController().signal;

const inkOf = (isBlank: boolean | null) =>
  isBlank === null ? null : { isBlank, reach: { across: 1, down: 1 } };

const stepsWith = (looksBlank: boolean | null, read: 'blank' | 'text' | 'unavailable') => ({
  folder: {
    pictures: { file: async () => '/a.png' },
    store: { confirmedParties: async () => [] },
  },
  intake: { qrTexts: async () => [], inkOn: async () => inkOf(looksBlank) },
  lines: {
    read: async () =>
      read === 'unavailable'
        ? failed(failureOf('reader-unavailable'))
        : success({
            width: 8,
            height: 10,
            toPicture: [],
            lines: [],
            isBlank: read === 'blank',
            isCoarse: false,
          }),
  },
});

test.each([
  ['that looks blank, and on which no text is read', true, 'blank', true],
  ['that looks blank, where no reader can run', true, 'unavailable', true],
  ['that looks blank, but has text: a faint invoice', true, 'text', false],
  ['that does not look blank', false, 'blank', false],
  ['that can’t be decoded', null, 'blank', false],
] as const)('a page %s', async (_, looks, read, isBlank) => {
  const dependencies = stepsWith(looks, read) as unknown as Parameters<typeof inkOnScan>[0];
  expect((await inkOnScan(dependencies, sentPicture, signal))?.isBlank === true).toBe(isBlank);
});

test('a blank page is read as one, with a mark and nothing missing', async () => {
  const dependencies = stepsWith(true, 'blank') as unknown as Parameters<typeof readScan>[0];
  const { read } = await readScan(dependencies, sentPicture, signal);
  expect(read).toMatchObject({ ok: true, value: [{ reader: 'local', picture: sha('a') }] });
  const context = { ...quiet, today: '2026-11-27' };
  const { invoice, ticket, origins, findings } = blankExtraction;
  const check = (value: typeof invoice) =>
    checkInvoice({ invoice: value, ticket, origins, findings }, context).map(({ id, level }) => [id, level]);
  expect(check(invoice)).toEqual([['blank-page', 'warn']]);
  // A value that the user typed makes it an invoice.
  expect(check({ ...invoice, number: '12345678' }).length).toBeGreaterThan(1);
});

const firstOf = ({ alternatives }: Glyph): string => alternatives[0]?.text ?? '';
const textOf = ({ glyphs }: ReadLine): string => glyphs.map(firstOf).join('');

/** What may not be read on a poor scan: names of copies, small print and the cipher. */
const smallPrint = /联|地址|开户行|银行|[号路街]\d|机器编号|校验码|[<>*/+-]{2}|^[\d ]{12,}$/u;

/** An invoice on paper with another title, without its small print and its buyer's name, whose goods are those of a list. */
const sheetWith = async (seed: number, title: string): Promise<ReadPicture> => {
  const { sheet, truth } = await makeSheet(seed);
  const picture = syntheticPicture(sheet, seed, noNoise, 1);
  const [goods] = truth.lines;
  const hidden = [truth.code, truth.buyer.name].filter((text) => text !== null);
  const change = (text: string): string => {
    if (/增值税.*发票/u.test(text.replaceAll(/\s/gu, ''))) return title;
    if (goods?.name?.startsWith(text) === true) return '详见销货清单';
    return smallPrint.test(text) || hidden.some((one) => text.includes(one)) ? '' : text;
  };
  const lines = picture.lines.flatMap((line) => {
    const text = textOf(line);
    const changed = change(text);
    if (changed === text) return [line];
    const [{ x, y }, right, , bottom] = line.quad;
    return changed === ''
      ? []
      : [evenLine(changed, { x, y, width: right.x - x, height: bottom.y - y }, line.score)];
  });
  return { ...picture, lines };
};

test.each([3, 9])('an invoice on paper with a misread title is no list of its goods: %s', async (seed) => {
  const picture = await sheetWith(seed, '增值税专用友票');
  expect(picture.lines.map(textOf)).toContain('详见销货清单');
  const dependencies = {
    ...stepsWith(false, 'text'),
    lines: { read: async () => success({ ...picture, isBlank: false }) },
  } as unknown as Parameters<typeof readScan>[0];
  const { read } = await readScan(dependencies, sentPicture, signal);
  const [invoice] = read.ok ? read.value : [];
  expect(invoice?.invoice.number).not.toBeNull();
  expect(invoice?.paper).toBeUndefined();
});

test.each([true, false])('a call follows only if no known paper was read: %s', async (isNoSingleInvoice) => {
  const call = vi.fn(async () => 'recognized' as const);
  const scans = {
    inkOn: async () => inkOf(false),
    showsSeveral: async () => false,
    isNoSingleInvoice: async () => isNoSingleInvoice,
    recognize: async () => 'recognized' as const,
    current: async (page: PageRow) => page,
  } as unknown as ScanReader;
  const page = { id: 1, service: 'vat-invoice', options: {}, picture: sentPicture } as unknown as PageRow;
  const end = await recognizePage(page, signal, { scans, here: true, skipsProven: false, call });
  expect(end).toBe('recognized');
  expect(call).toHaveBeenCalledTimes(isNoSingleInvoice ? 0 : 1);
});

test.each([true, false])('a call follows only if the page is not blank: %s', async (isBlank) => {
  const call = vi.fn(async () => 'recognized' as const);
  const recognize = vi.fn(async () => 'recognized' as const);
  const scans = {
    inkOn: async () => inkOf(isBlank),
    showsSeveral: async () => false,
    recognize,
  } as unknown as ScanReader;
  const page = { id: 1, service: 'vat-invoice', options: {}, picture: sentPicture } as unknown as PageRow;
  const end = await recognizePage(page, signal, { scans, here: false, skipsProven: false, call });
  expect(end).toBe('recognized');
  expect(call).toHaveBeenCalledTimes(isBlank ? 0 : 1);
  expect(recognize.mock.calls).toEqual(isBlank ? [[page, 'alone', signal]] : []);
});

test.each([true, false])(
  'a receipt on a picture whose amount was not read is marked: %s',
  async (isMissing) => {
    const rows = [
      '银行电子回单',
      '付款人户名：甲公司',
      '收款人户名：乙公司',
      '账号：1000',
      isMissing ? '' : '金额：318.00',
    ];
    const [amount, ...others] = rows.toReversed();
    const lines = others
      .toReversed()
      .map((text, index) =>
        evenLine(text, { x: 100, y: 100 + 60 * index, width: 24 * text.length, height: 24 }),
      );
    if (amount) lines.push(evenLine(amount, { x: 100, y: 500, width: 130, height: 24 }));
    const picture = { width: 800, height: 1000, toPicture: [], lines, isBlank: false, isCoarse: false };
    const dependencies = {
      ...stepsWith(false, 'text'),
      lines: { read: async () => success(picture) },
    } as unknown as Parameters<typeof readScan>[0];
    const { read } = await readScan(dependencies, sentPicture, signal);
    const [found] = read.ok ? read.value : [];
    expect(found?.paper?.type).toBe('bank-receipt');
    expect(found?.findings.some(({ id }) => id === 'paper-amount')).toBe(isMissing);
  },
);
