import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { officeFolder } from '../../../electron/office/open-office.ts';
import { openOfficePictures } from '../../../electron/office/store/pictures.ts';
import type { OfficeStore } from '../../../electron/office/store/open-store.ts';
import { fileRemovalContract } from '../../contract/file-removal-contract.ts';
import { pictureRemovalContract } from '../../contract/picture-removal-contract.ts';
import { pictureStoreContract } from '../../contract/picture-store-contract.ts';
import { openOfficeAt } from '../../helpers/office.ts';
import { noPostgres, sharedPostgres, type SharedServer } from '../../helpers/postgres.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

let server: SharedServer;

const picturesOf = async (office: OfficeStore, shared: string | null) => {
  const pictures = await openOfficePictures(office, shared, join(await temporaryFolder(), 'views'));
  if (!pictures.ok) throw new Error(pictures.failure.detail);
  return pictures.value;
};

const folderOf = async (url: string, shared: string | null) => {
  const office = await openOfficeAt(url);
  const pictures = await picturesOf(office, shared);
  return officeFolder(office, pictures, await temporaryFolder());
};

const ofRows = async () => {
  const url = await server.database();
  return { folder: await folderOf(url, null), other: await folderOf(url, null) };
};
const ofSharedFolder = async () => {
  const url = await server.database();
  const shared = await temporaryFolder();
  return { folder: await folderOf(url, shared), other: await folderOf(url, shared) };
};

describe.skipIf(noPostgres !== null)('pictures of an office', () => {
  beforeAll(async () => {
    server = await sharedPostgres();
  });

  pictureStoreContract('Rows', async () => picturesOf(await openOfficeAt(await server.database()), null));

  for (const contract of [pictureRemovalContract, fileRemovalContract]) {
    contract('Rows', ofRows);
    contract('A shared folder', ofSharedFolder);
  }

  test('stay undecided after a start with the folder of another office', async () => {
    const shared = await temporaryFolder();
    await picturesOf(await openOfficeAt(await server.database()), shared);
    const office = await openOfficeAt(await server.database());
    const views = await temporaryFolder();
    const refused = async (folder: string | null) => {
      const opened = await openOfficePictures(office, folder, views);
      return opened.ok ? null : opened.failure.reason;
    };
    expect(await refused(shared)).toBe('other-pictures');
    expect(await refused(join(views, 'missing', 'folder'))).toBe('other-pictures');
    // The start without a folder decides, and every later one agrees.
    expect(await refused(null)).toBe(null);
    expect(await refused(await temporaryFolder())).toBe('other-pictures');
    expect(await refused(null)).toBe(null);
  });
});
