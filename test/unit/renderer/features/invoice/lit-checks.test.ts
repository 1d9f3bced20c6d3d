import { describe, expect, test } from 'vitest';
import { litChecks, tiedFields, type InHand } from '../../../../../renderer/features/invoice/checks-list.tsx';
import type { Finding } from '../../../../../shared/invoice/finding.ts';

const check = (id: string, level: Finding['level'], ...fields: string[]): Finding => ({
  id,
  level,
  message: { zh: id, en: id },
  fields,
});
const checks = [
  check('gross', 'error', 'total', 'taxTotal', 'grossTotal'),
  check('words', 'ok', 'grossTotalWords', 'grossTotal'),
  check('confidence', 'warn', 'grossTotal'),
];
const nothing: InHand = { selected: null, typed: null, together: [] };
const lit = (inHand: Partial<InHand>) => litChecks(checks, { ...nothing, ...inHand }).map(({ id }) => id);

describe('the findings shown on the picture', () => {
  test('are empty without a selection, and for a value that no check relates to others', () => {
    expect(lit({})).toEqual([]);
    expect(lit({ selected: 'number' })).toEqual([]);
  });

  test('are the failed checks of the selected value', () => {
    expect(lit({ selected: 'grossTotal' })).toEqual(['gross']);
    expect(lit({ selected: 'grossTotalWords' })).toEqual([]);
  });

  test('are the equations of the typed value, passed or failed', () => {
    expect(lit({ selected: 'grossTotal', typed: 'grossTotal' })).toEqual(['gross', 'words']);
  });

  test('are only the one that was clicked', () => {
    expect(lit({ together: ['grossTotalWords', 'grossTotal'] })).toEqual(['words']);
    expect(lit({ selected: 'grossTotal', together: ['grossTotal'] })).toEqual(['confidence']);
  });
});

test('names each related field once', () => {
  expect(tiedFields(checks)).toEqual(['total', 'taxTotal', 'grossTotal', 'grossTotalWords']);
});
