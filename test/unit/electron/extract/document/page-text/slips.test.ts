import { describe, expect, it } from 'vitest';
import { checkInvoice } from '../../../../../../shared/invoice/check-invoice.ts';
import { businessOf } from '../../../../../../shared/invoice/business.ts';
import { lawfulDeduction, ticketTypeOf } from '../../../../../../shared/books/deduction.ts';
import { makeSlip, slipForms, slipPdf, type SlipForm } from '../../../../../samples/digital/make-slip.ts';
import { pdf } from '../../../../../samples/digital/pdf-file.ts';
import { page, readOne, reasonOf } from '../../../../../helpers/printed-pdf.ts';
import { misreadPairs, misreadSlips } from '../../../../../helpers/read-slips.ts';
import { quiet } from '../../../../../helpers/checked-invoice.ts';

const read = (form: SlipForm, seed: number) => readOne(slipPdf(makeSlip(form, seed)));

describe('forms on paper', () => {
  it('are read by their descriptions, in PDF and OFD, and nothing of them is missing', async () => {
    expect(await misreadSlips(2)).toEqual([]);
  }, 400_000);

  it('are no other paper without the marks of their copies, even if they are for claims only', async () => {
    for (const form of slipForms)
      for (const seed of [1, 2]) {
        const made = makeSlip(form, seed);
        const weak = made.texts.filter(([text]) => !/发票联|抵扣联|监制/u.test(text));
        const texts = [...weak, ['仅供报销使用', 20, 5] as const];
        const { paper, invoice } = await readOne(slipPdf({ ...made, texts }));
        expect([form, paper, invoice.number]).toEqual([form, undefined, made.invoice.number]);
      }
  }, 400_000);

  it('are read each by itself if two stand on one page', async () => {
    expect(await misreadPairs(1)).toEqual([]);
  }, 400_000);

  it('of carriers are passenger transport, and the law decides about their tax', async () => {
    const deducted: Record<string, number | null> = {};
    for (const form of ['taxi', 'coach', 'ship', 'paperRail'] as const) {
      const { invoice, ticket } = await read(form, 1);
      const business = businessOf({ invoice });
      expect(business).toBe('passenger-transport');
      const fare = Number(invoice.grossTotal) * 100;
      const rate = { taxi: 0, coach: 3, ship: 3, paperRail: 9 }[form];
      expect(lawfulDeduction(invoice, business, ticketTypeOf(ticket, invoice))).toBe(
        Math.round((fare * rate) / (100 + rate)),
      );
      const nameless = ticket && { ...ticket, passenger: null };
      deducted[form] = lawfulDeduction(invoice, business, ticketTypeOf(nameless, invoice));
    }
    // Without the traveller's name, coach and ship tickets carry no input tax.
    expect(deducted).toMatchObject({ taxi: 0, coach: 0, ship: 0 });
  });

  it('of tolls are toll invoices, whatever machine printed them', async () => {
    const { invoice } = await read('machinePrinted', 15);
    expect(new Set(invoice.lines.map(({ name }) => name))).toEqual(new Set(['车辆通行费']));
    expect(businessOf({ invoice })).toBe('toll');
    const { invoice: other } = await read('machinePrinted', 1);
    expect(businessOf({ invoice: other })).not.toBe('toll');
  });

  it.each([
    ['coach', '乘车日期'],
    ['ship', '开航日期'],
  ] as const)('of a %s have a day before a time', async (form, label) => {
    const { texts, ...made } = makeSlip(form, 1);
    // The label and its value stand in one row, in one text or in two.
    const row = texts.find(([text]) => text.startsWith(label))?.[2];
    for (const [printed, day] of [
      ['2026-05-14 08:30', '2026-05-14'],
      ['2026-05-14 8:30', '2026-05-14'],
      ['2026/5/4 08:30', '2026-05-04'],
      ['2026年05月14日08:30', '2026-05-14'],
      ['20260514 18:30:00', '2026-05-14'],
      // The first at 18:30, or the eleventh at 8:30.
      ['2026-5-1 18:30', null],
    ] as const) {
      const others = texts.filter(([, x, y]) => y !== row || x > 200);
      const timed = slipPdf({ ...made, texts: [...others, [`${label}：${printed}`, 20, row ?? 0]] });
      const { ticket } = await readOne(timed);
      expect([printed, ticket?.date ?? null]).toEqual([printed, day]);
    }
  });

  it('say that their lines do not add up', async () => {
    const { texts } = makeSlip('roll', 1);
    const wrong = texts.map(([text, x, y]) => [text.replace(/￥[\d.]+/u, '￥1.00'), x, y] as const);
    const extraction = await readOne(pdf([page([...wrong])]));
    const checks = checkInvoice(extraction, { ...quiet, today: '2026-11-27' });
    const fields = checks.flatMap((check) => (check.id === 'text-sums-differ' ? check.fields : []));
    expect(fields).toContain('lines.0.amount');
  });

  it.each(['出租车发票报销说明', '关于使用通用定额发票的通知', '公路汽车客票管理办法', '船票'])(
    'are no letter that only names one: %s',
    async (title) => {
      expect(
        await reasonOf(
          pdf([
            page([
              [title, 100, 40],
              ['请各部门注意发票的收集。', 40, 70],
            ]),
          ]),
        ),
      ).toBe('no-invoice-data');
    },
  );
});
