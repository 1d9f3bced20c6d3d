import type { Company } from '../../../shared/contract/settings.ts';

/**
 * 15 to 20 digits and capital letters, like a taxpayer id. O and small letters are accepted because people
 * type them.
 */
const isTaxId = (text: string): boolean => /^[0-9A-Za-z]{15,20}$/u.test(text.normalize('NFKC'));

/** One company per line: spreadsheet cells or words, including a taxpayer id. Null for a line without one. */
const companyIn = (line: string): Company | null => {
  const cells = line
    .split(/[\t,;，；、]|\s{2,}/u)
    .flatMap((cell) => {
      // `示例有限公司 91420100…`: a name may contain single spaces, and the id is at its end.
      const last = /^(.*\S)\s+(\S+)$/u.exec(cell.trim());
      return last?.[1] && last[2] && isTaxId(last[2]) ? [last[1], last[2]] : [cell.trim()];
    })
    .filter((cell) => cell !== '');
  const taxId = cells.find(isTaxId) ?? '';
  const name = cells.find((cell) => cell !== taxId && /\p{L}/u.test(cell)) ?? '';
  return name === '' && taxId === ''
    ? null
    : { name: name.slice(0, 200), taxId: taxId.normalize('NFKC').toUpperCase() };
};

const keyOf = ({ name, taxId }: Company): string => `${name}\n${taxId}`;

/** Parses the companies of a pasted list, one per line. */
export const readCompanies = (text: string): readonly Company[] =>
  text.split(/\r\n|\r|\n/u).flatMap((line) => companyIn(line) ?? []);

/** The list with others appended, without duplicates, cut at the maximum length. */
export const withCompanies = (list: readonly Company[], added: readonly Company[]): Company[] =>
  [...new Map([...list, ...added].map((company) => [keyOf(company), company])).values()].slice(0, 200);
