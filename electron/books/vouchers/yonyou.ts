import iconv from 'iconv-lite';
import { decimalOf, type Cents } from '../../../shared/invoice/money.ts';
import type { Voucher, VoucherEntry } from '../../../shared/books/voucher.ts';

const firstLine = '填制凭证,V800';

/** Commas separate columns and line ends separate entries, so both are replaced by lookalikes in a text. */
const text = (value: string): string =>
  value
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(',', '，')
    .replaceAll('"', '”')
    .trim();

const amount = (cents: Cents): string => (cents === 0 ? '' : decimalOf(cents));

/** 制单日期 … 项目编码: the 21 columns, in order. Columns unknown to Vouch stay empty. */
const lineOf = (voucher: Voucher, entry: VoucherEntry): string =>
  [
    voucher.date,
    text(voucher.word),
    String(voucher.number),
    String(voucher.attachments),
    text(entry.summary),
    entry.account.code,
    amount(entry.debit),
    amount(entry.credit),
    '', // 数量
    '', // 外币
    '', // 汇率
    text(voucher.preparer),
    '', // 结算方式
    '', // 票号
    voucher.date,
    ...Array.from({ length: 6 }, () => ''), // 部门, 个人, 客户, 供应商, 业务员, 项目
  ].join(',');

/** Distinct characters that GBK lacks; the file contains `?` instead. */
export const lostInGbk = (vouchers: readonly Voucher[]): readonly string[] => {
  const characters = new Set<string>();
  for (const { entries, word, preparer } of vouchers)
    for (const { summary } of entries)
      for (const character of `${summary}${word}${preparer}`) characters.add(character);
  return [...characters].filter(
    (character) => character !== '?' && iconv.decode(iconv.encode(character, 'gbk'), 'gbk') !== character,
  );
};

/** Vouchers as the text file that Yonyou U8 and T3 import: GBK, CRLF, one line per entry. */
export const vouchersToYonyou = (vouchers: readonly Voucher[]): Buffer => {
  const lines = vouchers.flatMap((voucher) => voucher.entries.map((entry) => lineOf(voucher, entry)));
  return iconv.encode(`${[firstLine, ...lines].join('\r\n')}\r\n`, 'gbk');
};
