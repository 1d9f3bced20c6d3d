import { splitAddressPhone, splitBankAccount } from '../../../shared/invoice/bank-address.ts';
import type { Journey } from '../../../shared/invoice/extraction.ts';
import type { Invoice, InvoiceLine, Party } from '../../../shared/invoice/model.ts';
import { centsOf, decimalOf } from '../../../shared/invoice/money.ts';
import { node, writeXml, type Node } from './xml-text.ts';

type EInvoiceStyle = {
  readonly version: '0.2' | '0.32' | '0.33';
  /** Reorders the elements of each parent. */
  readonly order: (nodes: readonly Node[]) => readonly Node[];
  /** How rates are written: `6%`, `0.06` or `0.060000`. */
  readonly rate: 'percent' | 'fraction' | 'long-fraction';
  readonly hasLabels: boolean;
  readonly hasTime: boolean;
};

export const plainStyle: EInvoiceStyle = {
  version: '0.2',
  order: (nodes) => nodes,
  rate: 'long-fraction',
  hasLabels: true,
  hasTime: true,
};

const rateText = (rate: string | null, style: EInvoiceStyle['rate']): string | null => {
  const percent = /^(\d+)%$/.exec(rate ?? '')?.[1];
  if (percent === undefined || style === 'percent') return rate;
  const fraction = `0.${percent.padStart(2, '0')}`;
  return style === 'fraction' ? fraction : fraction.padEnd(8, '0');
};

const partyNodes = (word: 'Seller' | 'Buyer', party: Party): readonly Node[] => {
  const place = party.addressPhone === null ? null : splitAddressPhone(party.addressPhone);
  const bank = party.bankAccount === null ? null : splitBankAccount(party.bankAccount);
  return [
    node(`${word}IdNum`, party.taxId),
    node(`${word}Name`, party.name),
    node(`${word}Addr`, place?.address ?? null),
    node(`${word}TelNum`, place?.phone ?? null),
    node(`${word}BankName`, bank?.bank ?? null),
    node(`${word}BankAccNum`, bank?.account ?? null),
  ];
};

const lineNodes = (line: InvoiceLine, style: EInvoiceStyle): readonly Node[] => [
  node('ItemName', line.name),
  node('SpecMod', line.specification),
  node('MeaUnits', line.unit),
  node('Quantity', line.quantity),
  node('UnPrice', line.unitPrice),
  node('Amount', line.amount),
  node('TaxRate', rateText(line.taxRate, style.rate)),
  node('ComTaxAm', line.tax),
  node('TotaltaxIncludedAmount', decimalOf((centsOf(line.amount) ?? 0) + (centsOf(line.tax) ?? 0))),
  node('TaxClassificationCode', '1060105010000000000'),
];

const label = (name: string, code: string, text: string, has: boolean): Node =>
  node(name, [node('LabelCode', has ? code : ''), node('LabelName', has ? text : '')]);

const labels = (invoice: Invoice, has: boolean): readonly Node[] => {
  const isRed = invoice.grossTotal?.startsWith('-') ?? false;
  const isSpecial = invoice.kind === '31';
  return [
    label('InIssuType', isRed ? 'N' : 'Y', '是否蓝字发票', has),
    label('EInvoiceType', '01', '电子发票', has),
    label('GeneralOrSpecialVAT', isSpecial ? '01' : '02', isSpecial ? '增值税专用发票' : '普通发票', has),
    label('TaxpayerType', '01', '一般纳税人', has),
  ];
};

const journeyNode = (journey: Journey): Node =>
  node('PassengerTransportation', [
    node('Traveler', journey.passenger),
    node('ValidIDNumber', journey.passengerId),
    node('TravelDate', journey.date),
    node('Departure', journey.from),
    node('Destination', journey.to),
    node('Grade', journey.class),
    node('Vehicletype', journey.vehicle),
  ]);

/** Writes a fully digital invoice as the tax bureau's `EInvoice`. */
export const einvoiceNode = (
  invoice: Invoice,
  style: EInvoiceStyle = plainStyle,
  journeys: readonly Journey[] = [],
): Node => {
  const parent = (name: string, nodes: readonly Node[]): Node => node(name, style.order(nodes));
  const day = `${invoice.issueDate ?? ''}${style.hasTime ? ' 10:12:13' : ''}`;
  return parent('EInvoice', [
    parent('Header', [
      node('EIid', invoice.number),
      node('EInvoiceTag', 'SWEI3200'),
      node('Version', style.version),
      parent('InherentLabel', labels(invoice, style.hasLabels)),
    ]),
    parent('EInvoiceData', [
      parent('SellerInformation', partyNodes('Seller', invoice.seller)),
      parent('BuyerInformation', partyNodes('Buyer', invoice.buyer)),
      parent('BasicInformation', [
        node('TotalAmWithoutTax', invoice.total),
        node('TotalTaxAm', invoice.taxTotal),
        node('TotalTax-includedAmount', invoice.grossTotal),
        node('TotalTax-includedAmountInChinese', invoice.grossTotalWords),
        node('Drawer', invoice.drawer),
        node('RequestTime', day),
      ]),
      ...invoice.lines.map((line) => parent('IssuItemInformation', lineNodes(line, style))),
      parent('SpecificInformation', [
        ...journeys.map(journeyNode),
        node('RedEInvoice', [node('OriginalInvoiceCode', invoice.reverses)]),
      ]),
      parent('AdditionalInformation', [node('Remark', invoice.remark)]),
    ]),
    parent('TaxSupervisionInfo', [
      node('InvoiceNumber', invoice.number),
      node('IssueTime', `${invoice.issueDate ?? ''} 10:12:14`),
      node('TaxBureauCode', '13301000000'),
      node('TaxBureauName', '虚构省税务局'),
    ]),
  ]);
};

export const writeEInvoice = (invoice: Invoice, style?: EInvoiceStyle, journeys?: readonly Journey[]): string =>
  writeXml(einvoiceNode(invoice, style, journeys));
