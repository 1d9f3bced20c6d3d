import { emptyInvoice, emptyLine } from '../../../../shared/invoice/empty-invoice.ts';
import type { InvoiceExtraction, Journey, Ticket } from '../../../../shared/invoice/extraction.ts';
import { airKind } from '../../../../shared/invoice/kind.ts';
import { centsOf, decimalOf } from '../../../../shared/invoice/money.ts';
import { createValueReader, leavesOf, type Leaves, type ValueReader } from './value-reader.ts';
import { readTicketParties } from './read-party.ts';
import type { XmlElement } from './xml-tree.ts';
import type { Facts } from './facts.ts';

/** The segments of the journey; each is a separate tuple. */
const segmentsOf = (tuples: readonly XmlElement[], reader: ValueReader): readonly Journey[] =>
  tuples
    .filter(({ key }) => key.startsWith('detailinformationofairticket'))
    .map((tuple, index) => {
      const leaves = leavesOf(tuple, () => false);
      const read = (path: string, ...names: readonly string[]): string | null =>
        reader.read(`journeys.${index}.${path}`, leaves, names);
      return {
        passenger: null,
        passengerId: null,
        from: read('from', 'departurestation'),
        to: read('to', 'destinationstation'),
        date: reader.read(`journeys.${index}.date`, leaves, ['carrierdate', 'date'], 'date'),
        class: read('class', 'seatclass', 'class'),
        vehicle: read('vehicle', 'flight', 'flightnumber'),
      };
    });

const ticketOf = (leaves: Leaves, segments: readonly Journey[], reader: ValueReader): Ticket => {
  const text = (path: string, ...names: readonly string[]): string | null =>
    reader.read(`ticket.${path}`, leaves, names);
  const money = (path: string, ...names: readonly string[]): string | null =>
    reader.read(`ticket.${path}`, leaves, names, 'money');
  const [first] = segments;
  const last = segments.at(-1);
  return {
    type: 'air',
    number: text('number', 'eticketnumber', 'electronicticketnum', 'electronicticketnumber'),
    passenger: text('passenger', 'passengername'),
    passengerId: text('passengerId', 'valididnumber'),
    from: first?.from ?? text('from', 'departurestation'),
    to: last?.to ?? text('to', 'destinationstation'),
    date: first?.date ?? reader.read('ticket.date', leaves, ['carrierdate'], 'date'),
    vehicle: first?.vehicle ?? text('vehicle', 'flight'),
    class: first?.class ?? text('class', 'seatclass', 'class'),
    fare: money('fare', 'fare'),
    fuelSurcharge: money('fuelSurcharge', 'fuelsurcharge'),
    fund: money('fund', 'civilaviationdevelopmentfund'),
    otherTaxes: money('otherTaxes', 'othertaxes'),
  };
};

/** The base of the deductible tax: the fare and the fuel surcharge, not the fund. */
const netOf = ({ fare, fuelSurcharge }: Ticket, reader: ValueReader): string | null => {
  const cents = centsOf(fare);
  if (cents === null) return null;
  const surcharge = centsOf(fuelSurcharge);
  const { 'ticket.fare': origin, 'ticket.fuelSurcharge': added } = reader.result().origins;
  if (origin)
    reader.note('total', {
      ...origin,
      raw: added ? `${origin.raw} + ${added.raw}` : origin.raw,
      steps: surcharge === null ? origin.steps : [...origin.steps, { id: 'fare-and-surcharge-added' }],
    });
  return decimalOf(cents + (surcharge ?? 0));
};

/**
 * Reads the receipt of an air e-ticket (`atr`). Its total includes the fund and other taxes, which bear no
 * VAT.
 */
export const readAirTicket = ({ leaves, tuples }: Facts): InvoiceExtraction => {
  const reader = createValueReader();
  const read = (path: string, ...names: readonly string[]): string | null => reader.read(path, leaves, names);
  const segments = segmentsOf(tuples, reader);
  const ticket = ticketOf(leaves, segments, reader);
  const total = netOf(ticket, reader);
  const { total: origin } = reader.result().origins;
  if (origin) reader.note('lines.0.amount', origin);
  const line = {
    ...emptyLine,
    name: read('lines.0.name', 'typeofvoucher'),
    amount: total,
    taxRate: read('lines.0.taxRate', 'vatrate'),
    tax: read('lines.0.tax', 'vattaxamount'),
  };
  const invoice = {
    ...emptyInvoice,
    kind: airKind,
    number: read('number', 'electronicinvoiceairtransportreceiptnumber'),
    issueDate: read('issueDate', 'issuedate', 'dateofissue'),
    checkCode: read('checkCode', 'verificationcode'),
    remark: read('remark', 'endorsement'),
    reverses: read('reverses', 'numberoforiginalinvoice'),
    drawer: null,
    ...readTicketParties(read),
    lines: [line],
    total,
    taxTotal: read('taxTotal', 'vattaxamount'),
    grossTotal: read('grossTotal', 'totalamount'),
  };
  return {
    reader: 'xml',
    invoice,
    ticket,
    ...(segments.length > 1 ? { journeys: segments } : {}),
    ...reader.result(),
    qr: null,
  };
};
