import { xmlText } from '../../export/xlsx-xml.ts';
import type { Company } from '../../../shared/contract/settings.ts';
import { voucherName } from '../../../shared/books/booking.ts';
import { centsOf, decimalOf } from '../../../shared/invoice/money.ts';
import type { ArchivedInvoice } from './archived-invoice.ts';
import { vocabularyOf, type Vocabulary } from './receiver-vocabulary.ts';

/** Date of the taxonomy in the Ministry of Finance's data standard for electronic vouchers (财会〔2025〕9号). */
const taxonomyDay = '2023-12-31';

const isTrue = (value: boolean): string => (value ? 'true' : 'false');

type Fact = (name: string, value: string | null) => string;
type Facts = { readonly fact: Fact; readonly amount: Fact };

/** Writes facts of a vocabulary; a value that is not known is left out. */
const factsOf = (prefix: string, indent: string): Facts => {
  const write =
    (attributes: string): Fact =>
    (name, value) =>
      value === null
        ? ''
        : `${indent}<${prefix}:${name} contextRef="now"${attributes}>${xmlText(value)}</${prefix}:${name}>\n`;
  return { fact: write(''), amount: write(' unitRef="CNY" decimals="2"') };
};

const bookedFacts = ({ booking, entries }: ArchivedInvoice, prefix: string): string => {
  if (booking === null) return '';
  const { fact } = factsOf(prefix, '    ');
  const inEntry = factsOf(prefix, '      ');
  const [first] = entries;
  const tuples = entries.map(({ account, debit, credit }) => {
    const [general = '', ...subsidiary] = account.name.split(/[_-]/u);
    return [
      `    <${prefix}:InformationOfDebitAndCreditEntryTuple>\n`,
      inEntry.fact('DebitOrCredit', debit === 0 ? '贷方' : '借方'),
      inEntry.fact('NameOfGeneralLedgerSubject', general || account.code),
      inEntry.fact('NameOfSubsidiaryLedgerSubject', subsidiary.join('_') || null),
      inEntry.amount('RecordedAmount', decimalOf(debit === 0 ? credit : debit)),
      `    </${prefix}:InformationOfDebitAndCreditEntryTuple>\n`,
    ].join('');
  });
  return [
    `  <${prefix}:InformationOfAccountingDocumentsTuple>\n`,
    fact('NumberOfAccountingDocuments', voucherName(booking)),
    fact('PostingDate', booking.date),
    fact('AccountingPeriod', booking.period),
    fact('SummaryOfAccountingDocuments', first?.summary ?? null),
    ...tuples,
    `  </${prefix}:InformationOfAccountingDocumentsTuple>\n`,
  ].join('');
};

const markFacts = (
  { invoice, booking, verification }: ArchivedInvoice,
  marks: Vocabulary['marks'],
  fact: Fact,
): string =>
  marks === null
    ? ''
    : [
        fact(marks.red, isTrue((centsOf(invoice.grossTotal) ?? 0) < 0)),
        fact(marks.booked, isTrue(booking !== null)),
        fact(marks.checked, isTrue(verification?.result === 'consistent')),
      ].join('');

/**
 * The XBRL instance that the receiver of an invoice writes: its identification, its sums and its booking. It
 * contains no goods; unknown values are left out.
 */
export const receiverInstance = (archived: ArchivedInvoice, entity: Company | null): string => {
  const { invoice, ticket } = archived;
  const { prefix, schema, texts, amounts, marks } = vocabularyOf(invoice, ticket);
  const { fact, amount } = factsOf(prefix, '  ');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<xbrli:xbrl xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:link="http://www.xbrl.org/2003/linkbase"',
    ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:iso4217="http://www.xbrl.org/2003/iso4217"',
    ` xmlns:${prefix}="http://xbrl.mof.gov.cn/taxonomy/${taxonomyDay}/${prefix}">\n`,
    `  <link:schemaRef xlink:type="simple" xlink:href="http://xbrl.mof.gov.cn/taxonomy/${taxonomyDay}/${prefix}/${schema}_${taxonomyDay}.xsd"/>\n`,
    '  <xbrli:context id="now">\n    <xbrli:entity><xbrli:identifier scheme="http://www.mof.gov.cn">',
    `${xmlText(entity?.taxId || invoice.buyer.taxId || '-')}</xbrli:identifier></xbrli:entity>\n`,
    `    <xbrli:period>${invoice.issueDate === null ? '<xbrli:forever/>' : `<xbrli:instant>${invoice.issueDate}</xbrli:instant>`}</xbrli:period>\n  </xbrli:context>\n`,
    '  <xbrli:unit id="CNY"><xbrli:measure>iso4217:CNY</xbrli:measure></xbrli:unit>\n',
    ...texts.map(([name, value]) => fact(name, value)),
    ...amounts.map(([name, value]) => amount(name, value)),
    markFacts(archived, marks, fact),
    fact('UnifiedSocialCreditCodeOfAccountingEntity', entity?.taxId || null),
    fact('NameOfAccountingEntity', entity?.name || null),
    bookedFacts(archived, prefix),
    '</xbrli:xbrl>\n',
  ].join('');
};
