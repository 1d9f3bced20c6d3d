import { checkInvoice } from '../../shared/invoice/check-invoice.ts';
import { isComplete } from '../../shared/invoice/complete.ts';
import type { InvoiceExtraction } from '../../shared/invoice/extraction.ts';
import { readOfd } from '../../electron/extract/document/ofd/read/read-ofd.ts';
import { readPdfInvoice } from '../../electron/extract/document/pdf/read-pdf.ts';
import type { MadeSlip } from '../samples/digital/made-slip.ts';
import { makeSlip, slipForms, slipOfd, slipPdf, twoSlipsPdf } from '../samples/digital/make-slip.ts';
import { quiet } from './checked-invoice.ts';

const membersOf = (value: unknown): readonly (readonly [string, unknown])[] | null =>
  typeof value === 'object' && value !== null ? Object.entries(value) : null;

/** What differs from what is stated; values that are not stated may be anything. */
const differences = (read: unknown, stated: unknown, path: string): readonly string[] => {
  const members = membersOf(stated);
  if (!members) return read === stated ? [] : [`${path}: ${String(read)}, not ${String(stated)}`];
  const own = new Map(membersOf(read) ?? []);
  return members.flatMap(([name, value]) => differences(own.get(name) ?? null, value, `${path}.${name}`));
};

const context = { ...quiet, today: '2026-11-27' };

/** What is wrong with the extraction of a slip: its values, or doubts about values that are right. */
export const faultsOf = (
  extraction: InvoiceExtraction | null,
  { invoice, ticket, journeys }: MadeSlip,
): readonly string[] => {
  if (!extraction) return ['not read'];
  const doubts = checkInvoice(extraction, context).filter(
    ({ level }) => level === 'warn' || level === 'error',
  );
  const differs = [
    ...differences(extraction.invoice, invoice, 'invoice'),
    ...(ticket ? differences(extraction.ticket, ticket, 'ticket') : []),
    ...(journeys ? differences(extraction.journeys, journeys, 'journeys') : []),
  ];
  return [
    ...differs,
    ...(extraction.paper ? ['taken for no invoice'] : []),
    ...(isComplete(extraction) ? [] : ['incomplete']),
    ...(ticket || extraction.ticket === null ? [] : ['a ticket']),
    ...doubts.map(({ id, fields }) => `${id} ${fields.join(' ')}`),
  ];
};

/** What was read otherwise from generated forms on paper, in both formats with pages. */
export const misreadSlips = async (rounds: number): Promise<readonly string[]> => {
  const wrong: string[] = [];
  for (const form of slipForms)
    for (let seed = 1; seed <= rounds; seed += 1) {
      const made = makeSlip(form, seed);
      const pdf = await readPdfInvoice({ bytes: slipPdf(made), password: null }, {});
      const ofd = await readOfd(slipOfd(made));
      for (const [format, read] of [
        ['pdf', pdf],
        ['ofd', ofd],
      ] as const) {
        const [first = null, ...others] = read.ok ? read.value : [];
        const faults = [...faultsOf(first, made), ...(others.length > 0 ? ['several'] : [])];
        if (faults.length > 0) wrong.push(`${form} ${seed} ${format}: ${faults.join('; ')}`);
      }
    }
  return wrong;
};

/** What was read otherwise from pages with two generated forms on paper, which must be read each by itself. */
export const misreadPairs = async (rounds: number): Promise<readonly string[]> => {
  const wrong: string[] = [];
  for (const form of slipForms)
    for (let seed = 1; seed <= rounds; seed += 1) {
      const pair = [makeSlip(form, 2 * seed), makeSlip(form, 2 * seed + 1)] as const;
      for (const isBeside of [false, true]) {
        const bytes = twoSlipsPdf(...pair, isBeside);
        const read = await readPdfInvoice({ bytes, password: null }, {});
        const found = read.ok ? read.value : [];
        const faults = [
          ...pair.flatMap((made, index) => faultsOf(found[index] ?? null, made)),
          ...(found.length === 2 ? [] : [`${found.length} invoices`]),
        ];
        if (faults.length > 0)
          wrong.push(`${form} ${seed} ${isBeside ? 'beside' : 'below'}: ${faults.join('; ')}`);
      }
    }
  return wrong;
};
