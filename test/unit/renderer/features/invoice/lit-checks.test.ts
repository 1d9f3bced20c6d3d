import type { TFunction } from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import {
  ChecksList,
  litChecks,
  tiedFields,
  type InHand,
} from '../../../../../renderer/features/invoice/checks-list.tsx';
import type { PageSummary } from '../../../../../shared/contract/page.ts';
import type { Finding } from '../../../../../shared/invoice/finding.ts';
import { summary } from '../../page-summaries.ts';
import { invoiceDetail } from './invoice-details.ts';

vi.mock(import('../../../../../renderer/ui/i18n/use-texts.ts'), () => ({
  useTexts: () => ({ t: ((key: string) => key) as TFunction, language: 'en' as const }),
}));

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

test('say, until the page was compared, that more may be found', () => {
  const passed = { ...invoiceDetail(), checks: [check('words', 'ok', 'grossTotal')] };
  const says = (page: PageSummary): boolean =>
    renderToStaticMarkup(createElement(ChecksList, { page, invoice: passed })).includes(
      'documents.filters.comparing',
    );
  const page = summary({ id: 1, awaitsWitness: true });
  expect(says(page)).toBe(true);
  expect(says({ ...page, awaitsWitness: false })).toBe(false);
  expect(says({ ...page, review: 'confirmed' })).toBe(false);
});
