import type { Party } from '../../../../../shared/invoice/model.ts';

export const emptyParty: Party = { name: null, taxId: null, addressPhone: null, bankAccount: null };
