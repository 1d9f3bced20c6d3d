import { readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { openKeptMails } from '../../../../electron/app/kept-mails.ts';
import { keptMailsContract, seen } from '../../../contract/kept-mails-contract.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const now = () => new Date();
const dayMs = 24 * 60 * 60_000;

keptMailsContract('a data folder', async () => {
  const home = await temporaryFolder();
  return {
    kept: openKeptMails(home, now),
    age: async (days) => {
      for (const key of await readdir(join(home, 'mails'))) {
        const folder = join(home, 'mails', key);
        const at = new Date((await stat(folder)).mtimeMs - days * dayMs);
        await utimes(folder, at, at);
      }
    },
  };
});
