import type { PartyRole } from '../../../../shared/invoice/fields.ts';
import type { Party } from '../../../../shared/invoice/model.ts';
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
