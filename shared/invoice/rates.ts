import {
  digitLookAlikes,
  foldNoted,
  replaceLookAlikes,
  replaceNoted,
  trimNoted,
  unchanged,
  unreadable,
  type Normalized,
  readToken,
  tokenOf,
  type RateToken,
} from './characters.ts';
import type { Step } from './model.ts';
import { timesFraction, type Cents } from './money.ts';

/** A printed rate: a percentage in basis points (13% is 1300), a documented token, or neither. */
type Rate =
  | { readonly kind: 'percent'; readonly basisPoints: number }
  | { readonly kind: 'token'; readonly token: RateToken }
  | { readonly kind: 'unknown' };

const parseRate = (printed: string): Rate => {
  const parts = /^(\d{1,2})(?:\.(\d{1,2}))?%$/.exec(printed);
  if (!parts) {
    const token = tokenOf(printed);
    return token ? { kind: 'token', token } : { kind: 'unknown' };
  }
  return { kind: 'percent', basisPoints: Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0')) };
};

const parsed = new Map<string, Rate>();

/** There are few rates, and several checks parse the rate of every line: each is parsed once. */
export const rateOf = (printed: string): Rate => {
  const known = parsed.get(printed);
  if (known) return known;
  const rate = parseRate(printed);
  if (parsed.size < 500 && printed.length < 20) parsed.set(printed, rate);
  return rate;
};

/** Reads a rate. It stays as printed (`13%`, `免税`) except for misread characters. */
export const readRate = (raw: string): Normalized => {
  if (/^\d{1,2}(\.\d{1,2})?%$/.test(raw)) return unchanged(raw);
  const steps: Step[] = [];
  let text = foldNoted(trimNoted(raw, steps), steps);
  text = replaceNoted(text, /\s+/g, '', 'spaces-removed', steps);
  const token = readToken(text, steps);
  if (token) return { value: token, steps };
  if (/[\d%]/.test(text)) text = replaceLookAlikes(text, digitLookAlikes, steps);
  text = replaceNoted(text, /,(?=\d)/g, '.', 'comma-read-as-decimal-point', steps);
  if (/^\d{1,2}(\.\d+)?$/.test(text) && isRateKnown(`${text}%`)) {
    steps.push({ id: 'percent-sign-added' });
    text = `${text}%`;
  }
  return text === '' ? unreadable : { value: text, steps };
};

/**
 * Rates seen on invoices, with the first and last day in force. Only the changes of 2018-05-01 (17 to 16, 11
 * to 10) are confirmed, so they serve for hints and never block.
 */
const windows: readonly (readonly [rate: string, from: string, to: string | null])[] = [
  ['17%', '1994-01-01', '2018-04-30'],
  ['16%', '2018-05-01', '2019-03-31'],
  ['13%', '1994-01-01', '2017-06-30'],
  ['13%', '2019-04-01', null],
  ['11%', '2012-01-01', '2018-04-30'],
  ['10%', '2018-05-01', '2019-03-31'],
  ['9%', '2019-04-01', null],
  ['6%', '1994-01-01', null],
  ['5%', '2016-05-01', null],
  ['4%', '1994-01-01', '2014-06-30'],
  ['3%', '2009-01-01', null],
  ['1%', '2020-03-01', '2027-12-31'],
  ['1.5%', '2016-05-01', null],
  ['0.5%', '2020-05-01', '2027-12-31'],
  ['0%', '1994-01-01', null],
];

const knownRates = windows.map(([printed, from, to]) => {
  const rate = rateOf(printed);
  return { basisPoints: rate.kind === 'percent' ? rate.basisPoints : null, from, to };
});

/** Whether a rate is known; with a day (ISO date), whether it was in force on it. */
export const isRateKnown = (printed: string, day: string | null = null): boolean => {
  const rate = rateOf(printed);
  if (rate.kind !== 'percent') return rate.kind === 'token';
  return knownRates.some(
    ({ basisPoints, from, to }) =>
      basisPoints === rate.basisPoints && (day === null || (day >= from && (to === null || day <= to))),
  );
};

/** How a line's tax follows from its amount. */
type TaxRule = 'rate' | 'reduced-1.5' | 'none';

type ExpectedTax = { readonly cents: Cents; readonly rule: TaxRule };

/**
 * The tax expected for an amount; null if the rate implies no tax. 5% reduced to 1.5% (减按1.5%, letting of
 * homes) is calculated from the price including 5% tax: tax = (amount + tax) / 1.05 × 1.5%, which is amount ×
 * 1.5 / 103.5.
 */
export const expectedTax = (amount: Cents, rate: Rate): ExpectedTax | null => {
  if (rate.kind === 'unknown') return null;
  if (rate.kind === 'token')
    return rate.token === '***' || rate.token === '*' ? null : { cents: 0, rule: 'none' };
  if (rate.basisPoints === 150) return { cents: reducedTax(amount), rule: 'reduced-1.5' };
  return { cents: timesFraction(amount, rate.basisPoints, 10_000), rule: 'rate' };
};

/** Tax under 减按1.5%. */
export const reducedTax = (amount: Cents): Cents => timesFraction(amount, 15, 1035);
