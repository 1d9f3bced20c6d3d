import { describe, expect, it } from 'vitest';
import { summarize } from '../../../../electron/export/summary.ts';
import type { Finding } from '../../../../shared/invoice/finding.ts';
import { facePage, failedPage, invoice, invoicePage } from './pages.ts';

const check = (id: string, level: Finding['level']): Finding => ({
  id,
  level,
  message: { zh: id, en: id },
  fields: [],
});
const pageWith = (...checks: Finding[]) => {
  const page = invoicePage(invoice());
  return { ...page, invoice: page.invoice && { ...page.invoice, checks } };
};

describe('unresolved issues before an export', () => {
  it('exclude confirmed pages and accepted findings', () => {
    const accepted = { ...check('c', 'error'), settled: { by: 'local', at: '2026-01-02T03:04:05.000Z' } };
    const summary = summarize([{ ...pageWith(check('c', 'error')), confirmed: true }, pageWith(accepted)]);
    expect(summary).toMatchObject({ withErrors: 0, withWarnings: 0, checks: [], needsDecision: false });
  });

  it('count each page once, at its worst level', () => {
    const summary = summarize([
      pageWith(check('a', 'ok')),
      pageWith(check('b', 'warn'), check('b', 'warn')),
      pageWith(check('b', 'warn'), check('c', 'error')),
      { ...pageWith(check('c', 'error'), check('d', 'info')), demo: true },
      failedPage(),
      { ...failedPage(), failure: null, source: '账/a.jpg', waiting: true },
      { ...failedPage(), failure: null, source: 'b.pdf', page: 2, waiting: true, cancelled: true },
      facePage(),
    ]);
    expect(summary).toEqual({
      pages: 8,
      recognized: 5,
      failed: 1,
      cancelled: 1,
      waiting: 1,
      unread: ['a.jpg', 'b.pdf (2)'],
      withErrors: 2,
      withWarnings: 1,
      demo: 1,
      checks: [
        { id: 'b', level: 'warn', pages: 2 },
        { id: 'c', level: 'error', pages: 2 },
      ],
      needsDecision: true,
    });
  });

  it('are empty if everything is resolved', () => {
    const summary = summarize([pageWith(check('a', 'ok'), check('d', 'info')), facePage()]);
    expect(summary.needsDecision).toBe(false);
  });
});
