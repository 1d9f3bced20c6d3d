import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { madeInvoice, writeMade } from '../helpers/made-invoices.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';

const copies = 120;

test('compares many copies of one invoice with a limited number; the last copy is not a duplicate', async () => {
  const folder = await temporaryFolder();
  const made = await madeInvoice(1);
  const { input, truths } = await writeMade(folder, [made]);
  const many = join(folder, 'many');
  await mkdir(many);
  for (let index = 0; index < copies; index += 1)
    await copyFile(join(input, made.name), join(many, `${index}.png`));
  const { ask, ended, events } = await startBackend({
    home: join(folder, 'home'),
    environment: { VOUCH_SANDBOX_TRUTH: truths },
  });
  const { added } = await ask('pages.add', {
    service: 'vat-invoice',
    sandbox: true,
    files: [{ kind: 'path', path: many }],
  });
  expect(added).toHaveLength(copies);
  await ended(added);
  const rows = await ask('pages.list', { service: 'vat-invoice' });
  expect(rows.every(({ findings }) => findings.error === 1)).toBe(true);
  // Reporting each copy with every arrival would send more than seven thousand rows.
  const told = events.reduce(
    (sum, event) => sum + (event.type === 'pages.changed' ? event.pages.length : 0),
    0,
  );
  expect(told).toBeLessThan(copies * 30);

  await ask('pages.remove', { ids: added.slice(0, -1) });
  const [last] = await ask('pages.list', { service: 'vat-invoice' });
  expect(last?.findings.error).toBe(0);
}, 60_000);
