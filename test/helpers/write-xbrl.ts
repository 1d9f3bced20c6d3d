import type { Journey, Ticket } from '../../shared/invoice/extraction.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import { writeXml, type Node } from '../samples/digital/xml-text.ts';

type XbrlStyle = {
  /** Edition of the taxonomy. */
  readonly edition: string;
  /** Whether the root has a prefix; otherwise the instance namespace is the default. */
  readonly hasPrefix: boolean;
  readonly isCdata: boolean;
};

export const plainXbrl: XbrlStyle = { edition: '2023-05-15', hasPrefix: true, isCdata: false };

type Facts = readonly (readonly [name: string, value: string | null | readonly Facts[]])[];

const factNodes = (facts: Facts, taxonomy: string, style: XbrlStyle): readonly Node[] =>
  facts.flatMap(([name, value]): readonly Node[] => {
    const qualified = `${taxonomy}:${name}`;
    if (Array.isArray(value))
      return (value as readonly Facts[]).map((tuple) => ({
        name: qualified,
        content: factNodes(tuple, taxonomy, style),
      }));
    return [
      {
        name: qualified,
        attributes: { contextRef: 'now' },
        content: typeof value === 'string' ? value : '',
        isCdata: style.isCdata,
      },
    ];
  });

const instance = (facts: Facts, taxonomy: string, style: XbrlStyle): string => {
  const prefix = style.hasPrefix ? 'xbrli:' : '';
  return writeXml({
    name: `${prefix}xbrl`,
    attributes: {
      [style.hasPrefix ? 'xmlns:xbrli' : 'xmlns']: 'http://www.xbrl.org/2003/instance',
      [`xmlns:${taxonomy}`]: `http://xbrl.mof.gov.cn/taxonomy/${style.edition}/${taxonomy}`,
    },
    content: [
      {
        name: `${prefix}context`,
        attributes: { id: 'now' },
        content: [{ name: `${prefix}entity`, content: '' }],
      },
      ...factNodes(facts, taxonomy, style),
    ],
  });
};

/** Writes a VAT e-invoice as an instance of `inv`. */
export const writeInvInstance = (invoice: Invoice, style: XbrlStyle = plainXbrl): string =>
  instance(
    [
      ['CodeOfInvoice', invoice.code],
      ['NumberOfInvoice', invoice.number],
      ['DateOfIssue', invoice.issueDate],
      ['IdentifyingCode', invoice.checkCode],
      ['NumberOfInvoiceMachine', invoice.machineNumber],
      ['NameOfPurchaser', invoice.buyer.name],
      ['TaxpayerIdentificationNumberUnifiedSocialCreditCodeOfPurchaser', invoice.buyer.taxId],
      ['AddressPhoneNumberOfPurchaser', invoice.buyer.addressPhone],
      ['DepositBankAndAccountNumberOfPurchaser', invoice.buyer.bankAccount],
      [
        'InformationOfTaxableGoodsOrServicesDetailItemsTuple',
        invoice.lines.map((line): Facts => [
          ['NameOfTaxableGoodsOrServices', line.name],
          ['UnitPriceOfGoodsOrServices', line.unitPrice],
          ['AmountExcludingTax', line.amount],
          ['TaxRate', line.taxRate],
          ['TaxAmount', line.tax],
        ]),
      ],
      ['TotalAmountExcludingTax', invoice.total],
      ['TotalTaxAmount', invoice.taxTotal],
      ['TaxIncludedAmountInFigures', invoice.grossTotal],
      ['TaxIncludedAmountInWords', invoice.grossTotalWords],
      ['NameOfSeller', invoice.seller.name],
      ['TaxpayerIdentificationNumberUnifiedSocialCreditCodeOfSeller', invoice.seller.taxId],
      ['AddressPhoneNumberOfSeller', invoice.seller.addressPhone],
      ['DepositBankAndAccountNumberOfSeller', invoice.seller.bankAccount],
      ['Payee', invoice.payee],
      ['Reviewer', invoice.reviewer],
      ['Issuer', invoice.drawer],
      ['Remarks', invoice.remark],
    ],
    'inv',
    style,
  );

/** Writes a rail e-ticket as an instance of `rai`. */
export const writeRailInstance = (invoice: Invoice, ticket: Ticket, style: XbrlStyle = plainXbrl): string =>
  instance(
    [
      ['TypeOfVoucher', '电子发票（铁路电子客票）'],
      ['ElectronicInvoiceRailwayETicketNumber', invoice.number],
      ['DateOfIssue', invoice.issueDate],
      ['TypeOfBusiness', '售'],
      ['DepartureStation', ticket.from],
      ['DestinationStation', ticket.to],
      ['TrainNumber', ticket.vehicle],
      ['TravelDate', ticket.date],
      ['SeatLevel', ticket.class],
      ['ETicketNumber', ticket.number],
      ['Name', ticket.passenger],
      ['IdNumber', ticket.passengerId],
      ['Fare', ticket.fare],
      ['TotalAmountExcludingTax', invoice.total],
      ['TaxRate', '0.09'],
      ['TaxAmount', invoice.taxTotal],
      ['NameOfPurchaser', invoice.buyer.name],
      ['UnifiedSocialCreditCodeOfPurchaser', invoice.buyer.taxId],
    ],
    'rai',
    style,
  );

/** Writes the receipt of an air e-ticket as an instance of `atr`. */
export const writeAirInstance = (
  invoice: Invoice,
  ticket: Ticket,
  segments: readonly Journey[],
  style: XbrlStyle = plainXbrl,
): string =>
  instance(
    [
      ['ElectronicInvoiceAirTransportReceiptNumber', invoice.number],
      ['IssueDate', invoice.issueDate],
      ['PassengerName', ticket.passenger],
      ['ValidIdNumber', ticket.passengerId],
      [
        'DetailInformationOfAirTicketTuple',
        segments.map((segment): Facts => [
          ['DepartureStation', segment.from],
          ['DestinationStation', segment.to],
          ['Flight', segment.vehicle],
          ['SeatClass', segment.class],
          ['CarrierDate', segment.date],
        ]),
      ],
      ['Fare', ticket.fare],
      ['FuelSurcharge', ticket.fuelSurcharge],
      ['VatRate', '9%'],
      ['VatTaxAmount', invoice.taxTotal],
      ['CivilAviationDevelopmentFund', ticket.fund],
      ['OtherTaxes', ticket.otherTaxes],
      ['TotalAmount', invoice.grossTotal],
      ['ETicketNumber', ticket.number],
      ['NameOfSeller', invoice.seller.name],
      ['NameOfPurchaser', invoice.buyer.name],
      ['UnifiedSocialCreditCodeOfPurchaser', invoice.buyer.taxId],
    ],
    'atr',
    style,
  );

/** Writes the receiver's record of a fully digital invoice: an instance of `einv`. */
export const writeBookingInstance = (invoice: Invoice, style: XbrlStyle = plainXbrl): string =>
  instance(
    [
      ['InvoiceNumber', invoice.number],
      ['RequestTime', `${invoice.issueDate ?? ''} 10:00:00`],
      ['SellerName', invoice.seller.name],
      ['SellerIdNum', invoice.seller.taxId],
      ['TotalAmWithoutTax', invoice.total],
      ['TotalTaxAm', invoice.taxTotal],
      ['TotalTax-includedAmount', invoice.grossTotal],
      ['NameOfAccountingEntity', invoice.buyer.name],
      ['UnifiedSocialCreditCodeOfAccountingEntity', invoice.buyer.taxId],
      [
        'InformationOfAccountingDocumentsTuple',
        [
          [
            ['NumberOfAccountingDocuments', '07654'],
            ['PostingDate', invoice.issueDate],
          ],
        ],
      ],
    ],
    'einv',
    style,
  );
