import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkGroup, checkGroups, failedGroups } from '../../../../shared/invoice/check-groups.ts';
import { checkInvoice } from '../../../../shared/invoice/check-invoice.ts';
import { blankExtraction } from '../../../../shared/invoice/checks/no-invoice.ts';

const check = (id: string, level: 'ok' | 'info' | 'warn' | 'error') => ({
  id,
  level,
  message: { zh: '', en: '' },
  fields: [],
});

describe('check groups', () => {
  test('knows a blank page', () => {
    const context = {
      today: '2026-11-27',
      confidenceLimit: 0.9,
      ownCompanies: [],
      qr: null,
      codeInFile: null,
      others: [],
    };
    expect(failedGroups(checkInvoice(blankExtraction, context))).toEqual(['blank']);
  });

  test('lists the groups of failed checks, once each, in order', () => {
    const checks = [check('qr-amount', 'error'), check('line-tax', 'warn'), check('total-plus-tax', 'error')];
    expect(failedGroups([...checks, check('duplicate', 'ok'), check('low-confidence', 'info')])).toEqual([
      'amounts',
      'qr',
    ]);
    expect(failedGroups([])).toEqual([]);
  });

  test('tells a similar invoice from the same invoice, and knows the checks of both parties and sides', () => {
    const groups = ['duplicate', 'duplicate-similar', 'seller-taxpayer-id', 'code-right-side'].map(
      checkGroup,
    );
    expect(groups).toEqual(['duplicate', 'similar', 'parties', 'identity']);
  });

  test('assigns every check to a group', () => {
    const folder = new URL('../../../../shared/invoice/checks/', import.meta.url);
    const ids = readdirSync(folder).flatMap((name) =>
      [
        ...readFileSync(new URL(name, folder), 'utf8').matchAll(
          /outcome\(\s*['`]([a-z-]+|\$\{role\}[a-z-]+)['`]/g,
        ),
      ].map(([, id]) => (id ?? '').replace('${role}', 'buyer')),
    );
    expect(ids).toContain('buyer-taxpayer-id');
    expect(ids.length).toBeGreaterThan(10);
    const ofExtraction = new Set([
      'low-confidence',
      'paper-confidence',
      'values-missing',
      'rows-settled',
      'reading-changed',
      'recognition-agrees',
      'recognition-differs',
      'readers-agree',
      'readers-differ',
      'differs-from-file',
      'several-invoices',
      'rendition-seal-changed',
    ]);
    for (const id of ids) {
      expect(checkGroups).toContain(checkGroup(id));
      if (checkGroup(id) === 'extraction') expect([...ofExtraction], id).toContain(id);
    }
  });
});
