import { describe, expect, it } from 'vitest';
import { layoutForm } from '../../../../../../electron/extract/document/form/layout-form.ts';
import { emptyInvoice, emptyLine } from '../../../../../../shared/invoice/empty-invoice.ts';
import type { InvoiceExtraction } from '../../../../../../shared/invoice/extraction.ts';

const extraction: InvoiceExtraction = {
  reader: 'xml',
  invoice: {
    ...emptyInvoice,
    kind: '32',
    lines: [
      {
        ...emptyLine,
        name: '*专用设备*高精度五轴联动数控加工中心',
        quantity: '12345.6789012',
        unitPrice: '98765432.123456789',
        amount: '-1234567890123.45',
        tax: '-160493825716.05',
      },
    ],
    total: '-1234567890123.45',
  },
  ticket: null,
  origins: {},
  findings: [],
  qr: null,
  special: [
    {
      name: 'MedicalServices',
      values: [
        { name: 'OutpatientNumber', value: 'M12' },
        { name: 'IDNumber', value: '330106199001011234' },
        { name: 'Unheard', value: '七' },
      ],
    },
  ],
};

describe('the form of an XML invoice', () => {
  const { texts, places } = layoutForm(extraction);
  const shown = texts.map(({ text }) => text);

  it('has each number on one row and within its column', () => {
    const [line] = extraction.invoice.lines;
    for (const key of ['quantity', 'unitPrice', 'amount', 'tax'] as const) {
      const text = texts.find((one) => one.text === line?.[key]);
      expect(text, key).toBeDefined();
      const columns = { quantity: 20, unitPrice: 26, amount: 24, tax: 20 };
      expect(text?.width, key).toBeLessThanOrEqual(columns[key] - 2);
    }
  });

  it('shows the values of special blocks with their places, and hides the middle of id numbers', () => {
    expect(shown).toEqual(expect.arrayContaining(['医疗服务', '门诊号：', 'M12', 'Unheard：', '七']));
    expect(shown).toContain('3301************34');
    expect(shown.join()).not.toContain('330106199001011234');
    for (const path of ['special.0.0.OutpatientNumber', 'special.0.2.Unheard'])
      expect(places.has(path)).toBe(true);
  });
});
