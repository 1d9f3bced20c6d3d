import type { Bilingual } from '../language.ts';

const say = (zh: string, en: string): Bilingual => ({ zh, en });

/** Why a typed value is refused at its field. */
export const typedValueTexts = {
  money: (text: string) => say(`“${text}”不是金额`, `“${text}” is not an amount`),
  number: (text: string) => say(`“${text}”不是数字`, `“${text}” is not a number`),
  rate: (text: string) =>
    say(`“${text}”不是税率，请输入如 13% 或 免税`, `“${text}” is not a tax rate: type 13%, for example`),
  date: (text: string) =>
    say(`“${text}”不是日期，请输入如 2024-05-28`, `“${text}” is not a date: type 2024-05-28, for example`),
  digits: (text: string) => say(`“${text}”应只有数字`, `“${text}” must contain only digits`),
  digitCount: (text: string, lengths: readonly number[]) =>
    say(`“${text}”应为 ${lengths.join(' 或 ')} 位数字`, `“${text}” must have ${lengths.join(' or ')} digits`),
  taxId: (text: string) =>
    say(
      `“${text}”不是纳税人识别号：应为 15、17、18 或 20 位数字或大写字母`,
      `“${text}” is not a taxpayer ID: it has 15, 17, 18 or 20 digits or capital letters`,
    ),
} as const;
