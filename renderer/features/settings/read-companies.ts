import type { Company } from '../../../shared/contract/settings.ts';

/** 15 to 20 digits and capital letters, as taxpayer ids have; O and small letters are what people type. */
const isTaxId = (text: string): boolean => /^[0-9A-Za-z]{15,20}$/u.test(text.normalize('NFKC'));

/** One company a line, as cells of a sheet or words with a taxpayer id among them; null for a line that holds none. */
const companyIn = (line: string): Company | null => {
  const cells = line
    .split(/[\t,;，；、]|\s{2,}/u)
    .flatMap((cell) => {
      // `示例有限公司 91420100…`: a name may hold single spaces, and the id stands at its end.
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

/** Companies of a pasted list, one a line. */
export const readCompanies = (text: string): readonly Company[] =>
  text.split(/\r\n|\r|\n/u).flatMap((line) => companyIn(line) ?? []);

/** The list with others at its end, each once, no longer than it may be. */
export const withCompanies = (list: readonly Company[], added: readonly Company[]): Company[] =>
  [...new Map([...list, ...added].map((company) => [keyOf(company), company])).values()].slice(0, 200);
