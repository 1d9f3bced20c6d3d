import { formatCapitalAmount } from '../samples/format-capital-amount.ts';
import { parseCapitalAmount } from '../../shared/invoice/capital-amount.ts';
import { randomFrom, type Random } from '../helpers/random.ts';

/**
 * Spells amounts independently: every digit is written with its unit, zeros as 零, and rules on the text then
 * remove what is not spoken. The results are spellings that people write.
 */
const spell = (cents: number, random: Random): string => {
  const yuan = Math.floor(cents / 100);
  const [jiao, fen] = [Math.floor(cents / 10) % 10, cents % 10];
  const letters = random.chance(0.2) ? '零壹貳叄肆伍陸柒捌玖' : '零壹贰叁肆伍陆柒捌玖';
  const units = ['', '拾', '佰', '仟', '万', '拾', '佰', '仟', '亿', '拾', '佰', '仟'];
  const digits = String(yuan).split('');
  let text = digits
    .map((digit, index) => `${letters[Number(digit)] ?? ''}${units[digits.length - 1 - index] ?? ''}`)
    .join('')
    .replace(/零[仟佰拾]/gu, '零')
    .replace(/零+(?=[万亿])/gu, '')
    .replace(/亿万/gu, '亿')
    .replace(/零+/gu, '零')
    .replace(/零$/u, '');
  if (random.chance(0.15)) text = text.replace(/^壹拾/u, '拾');
  const unit = random.pick(['圆', '元', '圓']);
  const end = random.pick(['整', '正']);
  if (yuan > 0) text += unit;
  if (jiao > 0) text += `${letters[jiao] ?? ''}角`;
  else if (fen > 0 && yuan > 0) text += random.chance(0.8) ? '零' : '';
  if (fen > 0) text += `${letters[fen] ?? ''}分`;
  if (cents === 0) text = `零${unit}`;
  if (fen === 0 && (jiao === 0 || random.chance(0.3))) text += end;
  return `${random.pick(['', '', '人民币', '⊗', '（大写）'])}${text}`;
};

const amountOf = (random: Random): number => {
  const size = random.whole(1, 14);
  if (random.chance(0.5)) return random.whole(0, 10 ** size);
  const digits = Array.from({ length: size }, () => random.pick(['0', '0', '0', '1', '7', '9']));
  return Number(digits.join(''));
};

/** Random amounts written and read again, by our own writer and by an independent one. */
export const run = (rounds = 200_000): Promise<boolean> => {
  const random = randomFrom(20_240_528);
  const faults: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const cents = amountOf(random);
    for (const words of [formatCapitalAmount(cents), spell(cents, random)]) {
      const read = parseCapitalAmount(words);
      if (read !== cents) faults.push(`${cents}: ${words} was read as ${String(read)}`);
    }
  }
  console.log(
    `${faults.length === 0 ? 'held  ' : 'MISSED'} ${rounds} amounts, each in two spellings: ${faults.length} read wrong`,
  );
  for (const fault of faults.slice(0, 10)) console.log(`       ${fault}`);
  return Promise.resolve(faults.length === 0);
};
