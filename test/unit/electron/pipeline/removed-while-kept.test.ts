import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openDataFolder } from '../../../../electron/app/data-folder.ts';
import { fileRemovalContract } from '../../../contract/file-removal-contract.ts';
import { pictureRemovalContract } from '../../../contract/picture-removal-contract.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const open = async () => {
  const opened = await openDataFolder(join(await temporaryFolder(), 'home'), 'test', () => new Date());
  if (!opened.ok) throw new Error(opened.failure.message.en);
  onTestFinished(opened.value.close);
  return { folder: opened.value, other: null };
};

pictureRemovalContract('A data folder', open);
fileRemovalContract('A data folder', open);
