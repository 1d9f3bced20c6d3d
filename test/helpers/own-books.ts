import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vouch } from './command-line.ts';
import { bought, own, writeOwn } from './own-invoices.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Three digital invoices that our company received in May, and rules that book them. */
export const startedOwn = async (issueDate: string | null = '2024-05-28') => {
  const folder = await temporaryFolder();
  const input = join(folder, 'in');
  await writeOwn(
    input,
    [1, 2, 3].map((seed) => bought(seed, { issueDate })),
  );
  const run = (...given: string[]) => vouch(given, { VOUCH_HOME: join(folder, 'home') });
  const rules = join(folder, 'rules.json');
  await writeFile(rules, JSON.stringify({ rules: [{ account: { code: '660201', name: '管理费用' } }] }));
  const book = (format: string, out: string, ...more: readonly string[]) =>
    run('vouchers', input, '--rules', rules, '--format', format, '--out', join(folder, out), ...more);
  const readAll = () => run('invoice', input, '--json', join(folder, 'read.json'));
  return { folder, home: join(folder, 'home'), input, run, book, readAll };
};
export const ours = ['--own', own.taxId];
