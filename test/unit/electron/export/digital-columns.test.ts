import { describe, expect, test } from 'vitest';
import type { ExportPage } from '../../../../electron/export/export-page.ts';
import type { Ticket } from '../../../../shared/invoice/extraction.ts';
import { languages, type Language } from '../../../../shared/language.ts';
import { invoice, invoicePage } from './pages.ts';
import { invoiceTable } from '../../../helpers/exported.ts';

const ticket: Ticket = {
  type: 'air',
  number: '999-2400000001',
  passenger: '林知夏',
  passengerId: '330106199001011234',
  from: '杭州',
  to: '成都',
  date: '2025-03-04',
  vehicle: 'CA1701',
  class: 'Y',
  fare: '700.00',
  fuelSurcharge: '40.00',
  fund: '50.00',
  otherTaxes: '0.00',
};
const journey = { passenger: null, passengerId: ticket.passengerId, date: '2025-03-04', class: 'Y' };
const journeys = [
  { ...journey, from: '杭州', to: '武汉', vehicle: 'CA1701' },
  { ...journey, from: '武汉', to: '成都', vehicle: 'CA1702' },
];

const signature = {
  state: 'unchecked',
  by: '税务局',
  at: null,
  reason: 'form-unpublished',
  parts: [],
  chain: [],
  validAtSealing: null,
} as const;

const plain = invoicePage(invoice(), { reader: 'pdf', seal: { ...signature, signatures: [signature] } });
const special = [
  {
    name: 'VehicleVesselTax',
    values: [
      { name: 'PlateNumber', value: '浙A12345' },
      { name: 'OwnerIDNumber', value: 'E12345678' },
    ],
  },
  { name: '新业务', values: [{ name: 'UnknownThing', value: '7' }] },
];
const page = { ...plain, invoice: plain.invoice && { ...plain.invoice, ticket, journeys, special } };

/** The filled cells of the only row, by column id. */
const cellsIn = (language: Language, of: ExportPage = page): Readonly<Record<string, string>> => {
  const { columns, rows } = invoiceTable([of], 'vouch', language);
  const [row] = [...rows];
  if (!row) throw new Error('No row');
  return Object.fromEntries(
    columns.flatMap(({ column }) => {
      const value = column.value(row, language);
      return value === null ? [] : [[column.id, value]];
    }),
  );
};

describe('a table of digital invoices', () => {
  test("contains the reader, the state of the seal and the ticket's data", () => {
    expect(cellsIn('en')).toMatchObject({
      reader: 'PDF',
      seal: 'The seal can’t be checked: the tax bureau has not published how to check its signature',
      'ticket-type': 'Air ticket',
      'ticket-number': '999-2400000001',
      passenger: '林知夏',
      'ticket-from': '杭州',
      'ticket-to': '成都',
      'ticket-date': '2025-03-04',
      'ticket-vehicle': 'CA1701',
      'ticket-class': 'Y',
      fare: '700.00',
      'fuel-surcharge': '40.00',
      fund: '50.00',
      'other-taxes': '0.00',
      journeys: '2025-03-04  杭州 – 武汉  CA1701\n2025-03-04  武汉 – 成都  CA1702',
    });
    expect(cellsIn('en')['special']).toBe(
      'Vehicle and vessel tax: Plate number 浙A12345\n新业务: Unknown thing 7',
    );
    expect(cellsIn('zh')['special']).toBe('代收车船税：车牌号 浙A12345\n新业务：Unknown thing 7');
    expect(cellsIn('zh')).toMatchObject({ 'ticket-type': '航空电子客票', reader: 'PDF' });
  });

  test('says what was traded, and nothing if no one names it', () => {
    const vehicle = { name: 'MotorVehicle', values: [{ name: 'Brand', value: '示例牌' }] };
    const sold = { ...plain, invoice: plain.invoice && { ...plain.invoice, special: [vehicle] } };
    expect(cellsIn('zh', sold)['business']).toBe('机动车');
    expect(cellsIn('en', sold)['business']).toBe('Motor vehicle');
    expect(cellsIn('en', plain)).not.toHaveProperty('business');
  });

  test('omits the traveller’s id number', () => {
    for (const language of languages)
      expect(JSON.stringify(cellsIn(language))).not.toContain(ticket.passengerId);
  });

  test("leaves the ticket's cells empty for an invoice", () => {
    expect(Object.keys(cellsIn('zh', plain)).filter((id) => id.startsWith('ticket'))).toEqual([]);
  });
});
