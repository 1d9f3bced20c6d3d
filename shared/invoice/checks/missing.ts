import { findingTexts } from '../../texts/findings.ts';
import { fieldOf, linePath, valueAt } from '../fields.ts';
import { isDigitalNumber } from '../codes.ts';
import { isSpecialKind, lacks, unknownKind } from '../kind.ts';
import type { FieldPath, Invoice, Origins } from '../model.ts';
import { fieldLabelsOf, outcome, type InvoiceCheck } from './outcome.ts';

/** Values that every VAT invoice has. */
const required: readonly FieldPath[] = [
  'number',
  'issueDate',
  'buyer.name',
  'buyer.taxId',
  'total',
  'taxTotal',
  'grossTotal',
  'seller.name',
  'seller.taxId',
];

/** Columns that every line item fills; unit prices are often left out. */
const requiredColumns = ['name', 'amount', 'taxRate', 'tax'] as const;

/** A ticket names no goods, and its data does not name the railway as a party. */
const ofTicket = (path: FieldPath): boolean => !path.startsWith('seller.') && !path.endsWith('.name');

/** The printed rail ticket has the fare alone. */
const notOnRailTickets: ReadonlySet<FieldPath> = new Set(['total', 'taxTotal']);

/** What the name of an organization ends with. */
const organization = /[社厂店行部局院馆所站会场室队园校坊铺吧屋厅库]$|公司|中心|超市|企业|集团/u;

/**
 * A person has no taxpayer ID, nor has a farmer who sells own produce: a name of two to four characters, one with a
 * dot between its parts, or one marked as a person.
 */
const isPerson = (name: string | null): boolean => {
  if (name === null) return false;
  const bare = name.trim();
  if (/[(（]个人[)）]/u.test(bare)) return true;
  return (
    (/^\p{Script=Han}{2,4}$/u.test(bare) || /^\p{Script=Han}+(?:[·•‧・]\p{Script=Han}+)+$/u.test(bare)) &&
    !organization.test(bare)
  );
};

/** Whether values were recognized on a picture, and not stated by a file. */
const isFromPicture = (origins: Origins): boolean =>
  Object.values(origins).some(({ score }) => score !== null);

/**
 * Whether the buyer's taxpayer ID is required: by law on a special invoice. Files of other invoices leave it out, so only
 * a picture may have lost that of a company.
 */
const needsBuyerId = ({ kind, buyer: { name } }: Invoice, origins: Origins): boolean => {
  if (isPerson(name) || lacks(kind, 'buyer.taxId')) return false;
  return isSpecialKind(kind) || (name !== null && organization.test(name) && isFromPicture(origins));
};

const missingOf = (invoice: Invoice, origins: Origins): readonly FieldPath[] => {
  const { kind, number, seller } = invoice;
  const isRequired = (name: string): boolean =>
    !lacks(kind, name) &&
    (name !== 'seller.taxId' || !isPerson(seller.name)) &&
    (name !== 'buyer.taxId' || needsBuyerId(invoice, origins));
  // The title of a digital invoice says whether its tax is deducted, and nothing else does.
  const kindless = kind === unknownKind && isDigitalNumber(number) ? ['kind'] : [];
  const columns = invoice.lines.flatMap((line, index) =>
    requiredColumns.filter((key) => line[key] === null && isRequired(key)).map((key) => linePath(index, key)),
  );
  const isMissing = (path: FieldPath): boolean => valueAt(invoice, path) === null && isRequired(path);
  return [...kindless, ...required.filter(isMissing), ...columns];
};

/** Reports required values that were not read. */
export const checkMissing: InvoiceCheck = ({ invoice, ticket, origins }) => {
  const all = missingOf(invoice, origins);
  const missing = ticket
    ? all.filter((path) => ofTicket(path) && !(ticket.type === 'rail' && notOnRailTickets.has(path)))
    : all;
  if (!ticket && invoice.lines.length === 0 && !lacks(invoice.kind, 'lines'))
    return [
      outcome(
        'values-missing',
        'warn',
        missing,
        missing.length === 0
          ? findingTexts.missing.lines
          : findingTexts.missing.linesAnd(fieldLabelsOf(missing)),
      ),
    ];
  if (missing.length === 0) return [];
  const labels = fieldLabelsOf(missing.filter((path) => fieldOf(path) !== null));
  return [outcome('values-missing', 'warn', missing, findingTexts.missing.fields(labels))];
};
