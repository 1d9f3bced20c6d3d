import { writeSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createRenameJournal } from '../../electron/infra/files/rename-journal.ts';
import { madeArchived, writeMade } from '../helpers/made-archive.ts';

/** Writes an archive, or renames files, as a process that can be killed. */
const [, , task = '', folder = '', given = ''] = process.argv;
const count = Number(given);
writeSync(1, 'ready\n');
if (task === 'rename') {
  const at = (name: string) => join(folder, 'files', name);
  const moves = Array.from({ length: count }, (_, index) => ({
    from: at(`${index}.txt`),
    to: at(`new/${index}.txt`),
  }));
  await createRenameJournal(join(folder, 'renames.json')).run(moves, 'move');
} else {
  const invoices = Array.from({ length: count }, (_, index) => madeArchived(index));
  await writeMade(join(folder, task), invoices);
}
writeSync(1, 'done\n');
