import { emptyInvoice, emptyLine } from '../../../../shared/invoice/empty-invoice.ts';
import type { InvoiceExtraction, Ticket } from '../../../../shared/invoice/extraction.ts';
import { railKind } from '../../../../shared/invoice/kind.ts';
import { centsOf } from '../../../../shared/invoice/money.ts';
import { createValueReader, leavesNamed, type Leaves, type ValueReader } from './value-reader.ts';
import { readTicketParties } from './read-party.ts';
import { leafText } from './xml-tree.ts';
import type { Facts } from './facts.ts';

const readTicket = (leaves: Leaves, reader: ValueReader): Ticket => {
  const read = (path: string, ...names: readonly string[]): string | null =>
    reader.read(`ticket.${path}`, leaves, names);
  return {
    type: 'rail',
    number: read('number', 'eticketnumber', 'electronicticketnumber', 'electronicticketnum'),
    passenger: read('passenger', 'name'),
    passengerId: read('passengerId', 'idnumber'),
    from: read('from', 'departurestation'),
    to: read('to', 'destinationstation'),
    date: reader.read('ticket.date', leaves, ['traveldate'], 'date'),
    vehicle: read('vehicle', 'trainnumber'),
    class: read('class', 'seatlevel'),
    fare: reader.read('ticket.fare', leaves, ['fare'], 'money'),
    fuelSurcharge: null,
    fund: null,
    otherTaxes: null,
  };
};

/** The usual business. Other kinds (退, 改) become the remark. */
const sale = '售';

const readRemark = (leaves: Leaves, reader: ValueReader): string | null => {
  const isSale = leavesNamed(leaves, 'typeofbusiness').every((leaf) => leafText(leaf) === sale);
  return reader.read('remark', leaves, isSale ? ['remarks'] : ['remarks', 'typeofbusiness']);
};

/** Reads a railway e-ticket (`rai`): its fare is the total with tax. */
export const readRailTicket = ({ leaves }: Facts): InvoiceExtraction => {
  const reader = createValueReader();
  const read = (path: string, ...names: readonly string[]): string | null => reader.read(path, leaves, names);
  const total = read('total', 'totalamountexcludingtax');
  const taxTotal = read('taxTotal', 'taxamount');
  const line = {
    ...emptyLine,
    name: read('lines.0.name', 'typeofvoucher'),
    amount: read('lines.0.amount', 'totalamountexcludingtax'),
    taxRate: read('lines.0.taxRate', 'taxrate'),
    tax: read('lines.0.tax', 'taxamount'),
  };
  const grossTotal = read('grossTotal', 'fare');
  // A fee for a returned ticket names the ticket, too: it is a charge of its own.
  const isReversal = (centsOf(grossTotal) ?? 0) < 0;
  const invoice = {
    ...emptyInvoice,
    kind: railKind,
    number: read('number', 'electronicinvoicerailwayeticketnumber'),
    issueDate: read('issueDate', 'dateofissue'),
    remark: readRemark(leaves, reader),
    reverses: isReversal ? read('reverses', 'numberoforiginalinvoice') : null,
    ...readTicketParties(read),
    lines: [line],
    total,
    taxTotal,
    grossTotal,
  };
  const ticket = readTicket(leaves, reader);
  return { reader: 'xml', invoice, ticket, ...reader.result(), qr: null };
};
