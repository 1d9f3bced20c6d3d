import { describe, expect, test } from 'vitest';
import { weaknessOf } from '../../../../shared/office/password.ts';

const person = { email: 'li.hua@office.example', name: 'Li Hua 李华' };

describe('a weak password', () => {
  test.each([
    ['short', ''],
    ['short', 'eleven char'],
    ['short', '一二三四五六七八九十一'],
    ['long', 'x1y2z'.repeat(26)],
    ['simple', 'aaaaaaaaaaaaaaaa'],
    ['simple', 'abababababababab'],
    ['simple', '123456789012345'],
    ['simple', '9876543210987'],
    ['simple', 'abcdefghijklmnop'],
    ['simple', 'Password2024!!!!'],
    ['simple', 'administrator1'],
    ['personal', 'li.hua@office.example'],
    ['personal', 'OfficeExample1'],
  ] as const)('is rejected as %s: %j', (weakness, password) => {
    expect(weaknessOf(password, person)).toBe(weakness);
  });
});

test.each(['plum kettle harbour seven', '梅花水壶港口七号仓库天晴', 'kT9#vQ2!mZ7&x', 'x1y2z'.repeat(25)])(
  'accepts the password %j',
  (password) => expect(weaknessOf(password, person)).toBeNull(),
);
