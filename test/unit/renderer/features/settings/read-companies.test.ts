import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCompanies, withCompanies } from '../../../../../renderer/features/settings/read-companies.ts';
import { settingsSchema } from '../../../../../shared/contract/settings.ts';

const id = '91420100MA4K00000X';

describe('a pasted list of companies', () => {
  test.each([
    ['two cells of a spreadsheet', `青禾公司\t${id}`, { name: '青禾公司', taxId: id }],
    ['ID first', `${id}\t青禾公司`, { name: '青禾公司', taxId: id }],
    ['separated by a space', `青禾公司 ${id}`, { name: '青禾公司', taxId: id }],
    ['separated by a comma', `青禾公司，${id}`, { name: '青禾公司', taxId: id }],
    [
      'a name with spaces',
      `Qinghe Trading Ltd ${id.toLowerCase()}`,
      { name: 'Qinghe Trading Ltd', taxId: id },
    ],
    ['only a name', ' 青禾（武汉）公司 ', { name: '青禾（武汉）公司', taxId: '' }],
    ['only an ID, full-width', '９１４２０１００ＭＡ４Ｋ０００００Ｘ', { name: '', taxId: id }],
    ['a numbered line', `1\t青禾公司\t${id}`, { name: '青禾公司', taxId: id }],
  ])('%s', (_, line, company) => {
    expect(readCompanies(`\n${line}\r\n\r\n`)).toEqual([company]);
  });

  test('contains each company once, and can always be saved', () => {
    expect(withCompanies(readCompanies(`甲\n乙`), readCompanies('乙\n丙')).map(({ name }) => name)).toEqual([
      '甲',
      '乙',
      '丙',
    ]);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const ownCompanies = withCompanies([], readCompanies(text));
        expect(settingsSchema.safeParse({ ownCompanies }).success).toBe(true);
      }),
    );
    const many = Array.from({ length: 300 }, (_, index) => `公司${index}`).join('\n');
    expect(withCompanies([], readCompanies(many))).toHaveLength(200);
  });
});
