import { expect, test } from 'vitest';
import {
  changedMeanwhile,
  listSettings,
  settingsInputSchema,
  withSeen,
} from '../../../../shared/contract/settings-lists.ts';
import { differencesOf, withAdditions } from '../../../../renderer/features/settings/settings-differences.ts';
import { commands } from '../../../../shared/contract/commands.ts';
import { defaultSettings, officeSettings, settingsSchema } from '../../../../shared/contract/settings.ts';

const [a, b, c] = ['甲', '乙', '丙'].map((name) => ({ name, taxId: '' }));
if (!a || !b || !c) throw new Error('three');

test('every setting that is a list, or contains one, has versions', () => {
  const hasList = (value: unknown): boolean =>
    Array.isArray(value) ||
    (typeof value === 'object' && value !== null && Object.values(value).some(hasList));
  const named = Object.entries(defaultSettings).filter(([, value]) => hasList(value));
  // A folder that is watched belongs to one computer, which has one window for it.
  expect(
    named
      .map(([name]) => name)
      .filter((name) => name !== 'watch')
      .toSorted(),
  ).toEqual(listSettings.toSorted());
});

test('a change with a version needs the same role as without', () => {
  const above = commands['settings.change'].officeAbove;
  expect(above({ ownCompanies: [a] })).toBe('administrator');
  expect(above({ ownCompanies: [a], was: { ownCompanies: [] } })).toBe('administrator');
  expect(above({ theme: 'dark', was: { ownCompanies: [] } })).toBeNull();
  expect(settingsInputSchema.safeParse({ was: { fourEyes: 'yes' } }).success).toBe(false);
  expect(settingsInputSchema.safeParse({ was: { other: true } }).success).toBe(false);
  expect(settingsInputSchema.safeParse({ ownCompanies: [a], was: { ownCompanies: 'all' } }).success).toBe(
    false,
  );
});

test('a change is late if its setting is neither as it was seen nor as it is wanted', () => {
  const change = { ownCompanies: [a, b] };
  expect(changedMeanwhile(change, { ownCompanies: [a] }, { ownCompanies: [a] })).toBeNull();
  expect(changedMeanwhile(change, { ownCompanies: [a] }, { ownCompanies: [a, c] })).toBe('ownCompanies');
  expect(changedMeanwhile(change, { ownCompanies: [a] }, { ownCompanies: [a, b] })).toBeNull();
  expect(changedMeanwhile({ theme: 'dark' }, { ownCompanies: [a] }, { ownCompanies: [c] })).toBeNull();
  const limit = { confidenceLimit: 0.8 };
  expect(changedMeanwhile(limit, { confidenceLimit: 0.9 }, { confidenceLimit: 0.7 })).toBe('confidenceLimit');
  expect(changedMeanwhile(limit, { confidenceLimit: 0.9 }, limit)).toBeNull();
  expect(changedMeanwhile(limit, undefined, { confidenceLimit: 0.7 })).toBeNull();
});

test('a list that the user left as it was shown is no change', () => {
  const shown = { ownCompanies: [a], voucherLayout: defaultSettings.voucherLayout };
  expect(withSeen({ ownCompanies: [a, b], voucherLayout: shown.voucherLayout }, shown, listSettings)).toEqual(
    {
      ownCompanies: [a, b],
      was: { ownCompanies: [a] },
    },
  );
  expect(withSeen({ theme: 'dark', ownCompanies: [a] }, shown, listSettings)).toEqual({
    theme: 'dark',
    was: {},
  });
  // In an office, every setting that all share.
  const limits = { confidenceLimit: 0.9, officeBudget: null };
  expect(withSeen({ confidenceLimit: 0.8, officeBudget: 5 }, limits, officeSettings)).toEqual({
    confidenceLimit: 0.8,
    officeBudget: 5,
    was: limits,
  });
  expect(withSeen({ confidenceLimit: 0.8 }, limits, listSettings)).toEqual({
    confidenceLimit: 0.8,
    was: {},
  });
});

const rule = (code: string) => ({ when: {}, account: { code, name: '' } });

test('adding keeps what is stored', () => {
  expect(withAdditions('ownCompanies', { was: [a], mine: [a, b], stored: [a, c] })).toEqual({
    ownCompanies: [a, c, b],
  });
  expect(withAdditions('ownCompanies', { was: [a, b], mine: [b], stored: [a, b, c] })).toBeNull();
  const { voucherRules } = settingsSchema.parse({});
  const of = (...codes: string[]) => ({ ...voucherRules, rules: codes.map(rule) });
  const both = withAdditions('voucherRules', { was: of(), mine: of('1111'), stored: of('2222') });
  expect(both?.voucherRules?.rules.map(({ account }) => account.code)).toEqual(['2222', '1111']);
  // A changed rule, added, would stand behind the stored one and never apply.
  expect(
    withAdditions('voucherRules', { was: of('1111'), mine: of('3333'), stored: of('1111', '2222') }),
  ).toBeNull();
});

test('differences are named by member, and those of order as such', () => {
  expect(differencesOf([a, b], [b, a])).toEqual({ one: [], other: [], isReordered: true });
  expect(differencesOf([a, b], [a, c])).toEqual({
    one: [{ member: null, value: b }],
    other: [{ member: null, value: c }],
    isReordered: false,
  });
  const mailbox = { folders: ['INBOX'], senders: [], since: '', isOn: true };
  expect(differencesOf({ ...mailbox, folders: ['a'] }, { ...mailbox, isOn: false })).toEqual({
    one: [
      { member: null, value: 'a' },
      { member: 'isOn', value: true },
    ],
    other: [
      { member: null, value: 'INBOX' },
      { member: 'isOn', value: false },
    ],
    isReordered: false,
  });
});
