import { describe, expect, it } from 'vitest';
import { levels, named, origin, sound } from '../../../helpers/checked-invoice.ts';

const missingOf = (seller: string) =>
  named('values-missing', { seller: { ...sound.seller, name: seller, taxId: null } }).flatMap(
    ({ fields }) => fields,
  );

const without = (name: string | null, kind: string) => ({
  kind,
  buyer: { ...sound.buyer, name, taxId: null },
});

describe('missing values', () => {
  it('include the kind of a digital invoice, which only its title names', () => {
    const digital = { number: '24112000000048542163', code: null };
    expect(named('values-missing', { ...digital, kind: '99' })).toMatchObject([{ fields: ['kind'] }]);
    expect(levels('values-missing', { ...digital, kind: '32' })).toEqual([]);
    expect(levels('values-missing', { kind: '99' })).toEqual([]);
  });
  it('include the taxpayer ID of a buyer on a special invoice, and of a company on a picture', () => {
    const onPicture = { origins: { number: origin('99999951', 0.99) } };
    const inFile = { origins: { number: origin('99999951', null) } };
    const [company, person] = ['青禾（虚构）贸易有限公司', '张三'];
    for (const where of [inFile, onPicture]) {
      expect(named('values-missing', without(company, '01'), where)).toMatchObject([
        { fields: ['buyer.taxId'] },
      ]);
      expect(named('values-missing', without(company, '31'), where)).toMatchObject([
        { fields: ['buyer.taxId'] },
      ]);
      expect(levels('values-missing', without(person, '04'), where)).toEqual([]);
      expect(levels('values-missing', without(company, 'machine-printed'), where)).toEqual([]);
    }
    expect(named('values-missing', without(company, '04'), onPicture)).toMatchObject([
      { fields: ['buyer.taxId'] },
    ]);
    expect(levels('values-missing', without(company, '04'), inFile)).toEqual([]);
  });
  it('expect no taxpayer ID of a person or a farmer', () => {
    for (const name of ['张三', '王小明', '欧阳小明', '阿依古丽·买买提', '李四（个人）', '农户王五(个人)'])
      expect([name, missingOf(name)]).toEqual([name, []]);
    for (const name of ['远山（虚构）有限公司', '华润超市', '同仁堂药店', '某某·虚构合作社', '县农机站'])
      expect([name, missingOf(name)]).toEqual([name, ['seller.taxId']]);
  });
});
