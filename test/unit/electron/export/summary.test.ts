import { describe, expect, it } from 'vitest';
import { describeSummary, summarize } from '../../../../electron/export/summary.ts';
import type { Check } from '../../../../shared/records.ts';
import { facePage, failedPage, invoice, invoicePage } from './pages.ts';

const check = (id: string, level: Check['level']): Check => ({
  id,
  level,
  message: { zh: id, en: id },
  fields: [],
});
const pageWith = (...checks: Check[]) => {
  const page = invoicePage(invoice());
  return { ...page, invoice: page.invoice && { ...page.invoice, checks } };
};

describe('what is unresolved before an export', () => {
  it('counts each page once, at its worst', () => {
    const summary = summarize([
      pageWith(check('a', 'ok')),
      pageWith(check('b', 'warn'), check('b', 'warn')),
      pageWith(check('b', 'warn'), check('c', 'error')),
      { ...pageWith(check('c', 'error'), check('d', 'info')), sandbox: true },
      failedPage(),
      facePage(),
    ]);
    expect(summary).toEqual({
      pages: 6,
      recognized: 5,
      failed: 1,
      withErrors: 2,
      withWarnings: 1,
      sandbox: 1,
      checks: [
        { id: 'b', level: 'warn', pages: 2 },
        { id: 'c', level: 'error', pages: 2 },
      ],
      needsDecision: true,
    });
    expect(describeSummary(summary).map(({ en }) => en)).toEqual([
      '1 page was not recognized; exported with the reason.',
      '2 invoices have unresolved errors.',
      '1 invoice has warnings to look at.',
      '1 page is sandbox data, not read by the real service.',
    ]);
    for (const { zh } of describeSummary(summary)) expect(zh).toMatch(/\d+ [页张]/u);
  });

  it('has nothing to say where all is well', () => {
    const summary = summarize([pageWith(check('a', 'ok'), check('d', 'info')), facePage()]);
    expect(summary.needsDecision).toBe(false);
    expect(describeSummary(summary)).toEqual([]);
  });
});
