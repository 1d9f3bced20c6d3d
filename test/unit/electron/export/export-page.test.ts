import { expect, test } from 'vitest';
import { withoutPlaces } from '../../../../electron/export/export-page.ts';
import { isOpenFinding } from '../../../../shared/invoice/finding.ts';
import { invoice, invoicePage } from './pages.ts';

test('keeps the values and open findings of a page for the books, but not their positions', () => {
  const page = invoicePage(invoice({ number: '87654321' }));
  const open = page.invoice?.checks.filter(isOpenFinding);
  const light = withoutPlaces(page);
  expect(light.invoice).toMatchObject({ value: page.invoice?.value, origins: {}, regions: [], checks: open });
  expect({ ...light, invoice: page.invoice }).toEqual(page);
});
