import { describe, expect, test } from 'vitest';
import {
  draftOf,
  emptyRule,
  ruleOf,
  wrongPlaces,
} from '../../../../../renderer/features/books/rule-draft.ts';
import { starterRules } from '../../../../../shared/books/starter-rules.ts';
import type { VoucherRule } from '../../../../../shared/books/voucher-rules.ts';
import { businesses } from '../../../../../shared/invoice/business.ts';
import { kinds } from '../../../../../shared/invoice/kind.ts';
import { languages } from '../../../../../shared/language.ts';

const account = { code: '660203', name: '管理费用_差旅费' };
const draft = { ...emptyRule(), account: account.code, accountName: account.name };

const flat = (value: string | readonly string[] | undefined) => [value ?? []].flat();

describe.each(languages)('the draft of a rule in %s', (language) => {
  test('comes back as the same rule, whatever it names', () => {
    const whens: readonly VoucherRule['when'][] = [
      ...Object.values(starterRules).flatMap((rules) => rules.map(({ when }) => when)),
      ...kinds.map((kind) => ({ kind })),
      ...businesses.map((business) => ({ business })),
      { kind: [...kinds], business: [...businesses] },
    ];
    for (const when of whens) {
      const back = ruleOf(draftOf({ when, account }, language));
      expect(flat(back?.when.kind)).toEqual(flat(when.kind));
      expect(flat(back?.when.business)).toEqual(flat(when.business));
    }
  });

  test('shows no ids of businesses', () => {
    for (const business of businesses)
      expect(draftOf({ when: { business }, account }, language).business).not.toBe(business);
  });
});

test('a rule takes names in both languages, codes and ids, and keeps ids', () => {
  const rule = ruleOf({ ...draft, business: '旅客运输 | road toll | freight', kind: '01 | x' });
  expect(rule?.when).toEqual({ business: ['passenger-transport', 'toll', 'freight'], kind: ['01', 'x'] });
});

test('a rule says which of its texts are wrong', () => {
  expect(wrongPlaces(draft).size).toBe(0);
  expect([...wrongPlaces({ ...draft, business: '客运' })]).toEqual(['business']);
  expect([...wrongPlaces({ ...draft, account: '', counter: '?' })]).toContain('account');
  expect(ruleOf({ ...draft, business: '客运' })).toBeNull();
});
