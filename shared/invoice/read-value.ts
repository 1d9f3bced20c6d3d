import { trimNoted, unreadable, type Normalized } from './characters.ts';
import { readCode } from './codes.ts';
import { readDate } from './dates.ts';
import type { ValueKind } from './fields.ts';
import type { Step } from './model.ts';
import { readMoney, readQuantity, readUnitPrice } from './money.ts';
import { readRate } from './rates.ts';
import { readTaxpayerId } from './taxpayer-id.ts';

const asPrinted = (raw: string): Normalized => {
  const steps: Step[] = [];
  return { value: trimNoted(raw, steps), steps };
};

const readers: Readonly<Record<ValueKind, (raw: string) => Normalized>> = {
  code: readCode,
  date: readDate,
  taxId: readTaxpayerId,
  money: readMoney,
  unitPrice: readUnitPrice,
  quantity: readQuantity,
  rate: readRate,
  kind: (raw) => (/^\d{2}$/.test(raw.trim()) ? asPrinted(raw) : unreadable),
  text: asPrinted,
  words: asPrinted,
  lines: asPrinted,
};

/** Reads a text by the rules of its kind of value; names, addresses and words stay as printed. */
export const readValue = (raw: string, kind: ValueKind): Normalized => readers[kind](raw);
