import type { Finding } from '../finding.ts';
import { fold } from '../characters.ts';
import type { PartyRole } from '../fields.ts';
import type { CheckLevel, Invoice } from '../model.ts';
import { taxpayerIdState, type TaxpayerIdState } from '../taxpayer-id.ts';
import { outcome, type Checking, type OwnCompany } from './outcome.ts';

const verdicts: Readonly<Record<TaxpayerIdState, { level: CheckLevel; zh: string; en: string }>> = {
  valid: { level: 'ok', zh: '校验位相符', en: 'the check digit matches' },
  unverifiable: {
    level: 'ok',
    zh: '旧式识别号，形式正确，没有可验算的校验位',
    en: 'older form without a check digit',
  },
  'check-character': {
    level: 'warn',
    zh: '校验位不符，可能识别有误（个别真实识别号也不符）',
    en: 'the check digit doesn’t match; it may be misrecognized (a few real IDs fail, too)',
  },
  malformed: {
    level: 'warn',
    zh: '应为 15、17、18 或 20 位数字和大写字母',
    en: 'must be 15, 17, 18 or 20 digits or capital letters',
  },
};

/** Form and check character of both taxpayer ids: a failure warns, since ids that fail were really issued. */
export const checkTaxpayerIds: Checking = ({ invoice }) =>
  (['buyer', 'seller'] as const).flatMap((role) => taxpayerId(invoice, role));

const taxpayerId = (invoice: Invoice, role: PartyRole): readonly Finding[] => {
  const { taxId } = invoice[role];
  if (taxId === null) return [];
  const { level, zh, en } = verdicts[taxpayerIdState(taxId)];
  return [outcome(`${role}-taxpayer-id`, level, [`${role}.taxId`], `${taxId}：${zh}`, `${taxId}: ${en}`)];
};

/** The buyer is one of the user's own companies, by name and by id, as far as each is given and was read. */
export const checkOwnCompany: Checking = ({ invoice: { buyer } }, { ownCompanies }) => {
  if (ownCompanies.length === 0 || (buyer.name === null && buyer.taxId === null)) return [];
  const fields = ['buyer.name', 'buyer.taxId'];
  const id = 'buyer-own-company';
  const found = ownCompanies.find((company) => agrees(company, buyer));
  if (found) return [outcome(id, 'ok', fields, found.name || found.taxId, found.name || found.taxId)];
  const half = ownCompanies.find((company) => sameName(company, buyer) || sameId(company, buyer));
  if (half)
    return [
      outcome(
        id,
        'warn',
        fields,
        `购买方名称与识别号只有一项与本单位“${half.name} ${half.taxId}”相符`,
        `Only the buyer’s name or the taxpayer ID, not both, matches your company "${half.name} ${half.taxId}"`,
      ),
    ];
  const printed = [buyer.name, buyer.taxId].filter((part) => part !== null).join(' ');
  return [
    outcome(
      id,
      'warn',
      fields,
      `购买方“${printed}”不在本单位名单中`,
      `The buyer "${printed}" is not one of your companies`,
    ),
  ];
};

type Buyer = Invoice['buyer'];

/** Names are compared without spaces, and with brackets and letters in their plain form. */
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
