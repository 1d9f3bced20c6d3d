import { fold } from './characters.ts';

/** The parts of a bank line. The printed text is kept. */
type BankAccount = {
  readonly raw: string;
  readonly bank: string | null;
  readonly account: string | null;
};

/** The parts of an address line. The printed text is kept. */
type AddressPhone = {
  readonly raw: string;
  readonly address: string | null;
  readonly phone: string | null;
};

const trailingAccount = /^(.*?)[\s:,、;-]*(\d[\d\s-]{5,}\d)$/s;

/** Splits `建行-0000123456789` into the bank and its trailing account of at least seven digits. */
export const splitBankAccount = (raw: string): BankAccount => {
  const text = fold(raw).trim();
  const parts = trailingAccount.exec(text);
  if (!parts) return { raw, bank: text || null, account: null };
  return { raw, bank: parts[1]?.trim() || null, account: parts[2]?.replace(/\s+/g, '') ?? null };
};

/** A mobile number, a number with area code and extension, a service number, or a bare local number. */
const phoneForms = [
  String.raw`(?:\+?86[\s-]?)?1[3-9]\d{9}`,
  String.raw`(?:\(0\d{2,3}\)|0\d{2,3})[\s-]?\d{7,8}(?:(?:-|转)\d{1,5})?`,
  String.raw`[48]00[\s-]?\d{3}[\s-]?\d{4}`,
  String.raw`\d{7,8}(?:(?:-|转)\d{1,5})?`,
];
const trailingPhone = new RegExp(String.raw`^(.*?)[\s:,、;]*(?:电话[\s:]*)?(${phoneForms.join('|')})$`, 's');

/** Splits `北京市海淀区知春路60号 81234567` into the address and its trailing phone number. */
export const splitAddressPhone = (raw: string): AddressPhone => {
  const text = fold(raw).trim();
  const parts = trailingPhone.exec(text);
  if (!parts) return { raw, address: text || null, phone: null };
  return { raw, address: parts[1]?.trim() || null, phone: parts[2] ?? null };
};
