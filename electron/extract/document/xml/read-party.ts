import { emptyInvoice } from '../../../../shared/invoice/empty-invoice.ts';
import type { PartyRole } from '../../../../shared/invoice/fields.ts';
import type { Invoice, Party } from '../../../../shared/invoice/model.ts';
import type { Leaves, ValueReader } from './value-reader.ts';

/** Element names of a party's values; several names of one value are joined. */
export type PartyNames = {
  readonly name: readonly string[];
  readonly taxId: readonly string[];
  readonly addressPhone: readonly string[];
  readonly bankAccount: readonly string[];
};

export const readParty = (
  reader: ValueReader,
  role: PartyRole,
  elements: Leaves,
  names: PartyNames,
): Party => ({
  name: reader.read(`${role}.name`, elements, names.name),
  taxId: reader.read(`${role}.taxId`, elements, names.taxId),
  addressPhone: reader.join(`${role}.addressPhone`, elements, names.addressPhone),
  bankAccount: reader.join(`${role}.bankAccount`, elements, names.bankAccount),
});

/** The buyer and the seller of a rail or air ticket, whose files name them alike. */
export const readTicketParties = (
  read: (path: string, ...names: readonly string[]) => string | null,
): Pick<Invoice, 'buyer' | 'seller'> => ({
  buyer: {
    ...emptyInvoice.buyer,
    name: read('buyer.name', 'nameofpurchaser'),
    taxId: read('buyer.taxId', 'unifiedsocialcreditcodeofpurchaser'),
  },
  seller: {
    ...emptyInvoice.seller,
    name: read('seller.name', 'nameofseller', 'issueparty'),
    taxId: read('seller.taxId', 'unifiedsocialcreditcodeofseller'),
  },
});
