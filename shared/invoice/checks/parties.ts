import { findingTexts, same } from '../../texts/findings.ts';
import type { Finding } from '../finding.ts';
import { fold } from '../characters.ts';
import type { PartyRole } from '../fields.ts';
import type { CheckLevel, Invoice } from '../model.ts';
import { taxpayerIdState, type TaxpayerIdState } from '../taxpayer-id.ts';
import { outcome, type InvoiceCheck, type OwnCompany } from './outcome.ts';

const levels: Readonly<Record<TaxpayerIdState, CheckLevel>> = {
  valid: 'ok',
  unverifiable: 'ok',
  'check-character': 'warn',
  malformed: 'warn',
};

/**
 * Format and check character of both taxpayer ids. A failure is only a warning, because such ids were issued.
 */
export const checkTaxpayerIds: InvoiceCheck = ({ invoice }) =>
  (['buyer', 'seller'] as const).flatMap((role) => taxpayerId(invoice, role));

const taxpayerId = (invoice: Invoice, role: PartyRole): readonly Finding[] => {
  const { taxId } = invoice[role];
  if (taxId === null) return [];
  const state = taxpayerIdState(taxId);
  return [
    outcome(
      `${role}-taxpayer-id`,
      levels[state],
      [`${role}.taxId`],
      findingTexts.ofId(taxId, findingTexts.taxpayerId[state]),
    ),
  ];
};

/** The buyer must be one of the user's own companies. Compares name and id if both sides have them. */
export const checkOwnCompany: InvoiceCheck = ({ invoice: { buyer } }, { ownCompanies }) => {
  if (ownCompanies.length === 0 || (buyer.name === null && buyer.taxId === null)) return [];
  const fields = ['buyer.name', 'buyer.taxId'];
  const id = 'buyer-own-company';
  const found = ownCompanies.find((company) => agrees(company, buyer));
  if (found) return [outcome(id, 'ok', fields, same(found.name || found.taxId))];
  const half = ownCompanies.find((company) => sameName(company, buyer) || sameId(company, buyer));
  if (half) return [outcome(id, 'warn', fields, findingTexts.ownCompany.half(`${half.name} ${half.taxId}`))];
  const printed = [buyer.name, buyer.taxId].filter((part) => part !== null).join(' ');
  return [outcome(id, 'warn', fields, findingTexts.ownCompany.none(printed))];
};

type Buyer = Invoice['buyer'];

/** Compares names without spaces, and with brackets and letters in their plain form. */
const nameKey = (name: string): string => fold(name).replace(/\s+/g, '').toUpperCase();

const sameName = ({ name }: OwnCompany, buyer: Buyer): boolean =>
  buyer.name !== null && name.trim() !== '' && nameKey(name) === nameKey(buyer.name);

const sameId = ({ taxId }: OwnCompany, buyer: Buyer): boolean =>
  buyer.taxId !== null && taxId.trim() !== '' && nameKey(taxId) === buyer.taxId;

const agrees = (company: OwnCompany, buyer: Buyer): boolean => {
  const nameIsOpen = buyer.name === null || company.name.trim() === '';
  const idIsOpen = buyer.taxId === null || company.taxId.trim() === '';
  if (nameIsOpen && idIsOpen) return false;
  return (nameIsOpen || sameName(company, buyer)) && (idIsOpen || sameId(company, buyer));
};
