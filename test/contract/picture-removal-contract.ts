import { expect, test } from 'vitest';
import type { DataFolder } from '../../electron/app/data-folder.ts';
import type { Intake } from '../../electron/intake/intake.ts';
import { dropUnused, keepPage, recordPicture } from '../../electron/pipeline/page-intake.ts';
import type { DroppedPicture } from '../../electron/store/records/page.ts';
import { success } from '../../shared/result.ts';
import { sha256Of } from '../../electron/infra/bytes.ts';
import { addPages, pictureOf } from '../helpers/asking.ts';

const bytes = pictureOf(0);
const digest = sha256Of(bytes);
const request = {
  path: '/in/again.jpg',
  page: 1,
  treatment: { turn: 0, masks: [] },
  password: null,
} as const;

/** Makes the picture of the first page of `addPages`. */
const intake: Pick<Intake, 'prepare'> = {
  prepare: () =>
    Promise.resolve(
      success({
        bytes,
        sent: { encoding: 'jpg', width: 4, height: 3, bytes: bytes.length, sha256: digest },
        originalSha256: digest,
        originalBytes: bytes.length,
        pageCount: 1,
        preparation: {
          format: 'jpg',
          page: { width: 4, height: 3, unit: 'px' },
          treatment: { turn: 0, masks: [] },
          changes: [],
        },
      }),
    ),
};

/** A page with the picture, and another page whose equal picture is stored but not recorded. */
const withTwo = async (folder: DataFolder) => {
  const [first = 0] = await addPages(folder, 1);
  const [second = 0] = await folder.store.transact((unit) =>
    unit.addPages([
      {
        service: 'face-detect',
        name: 'again.jpg',
        source: 'again.jpg',
        path: request.path,
        sandbox: false,
        options: {},
        author: 'local',
        prepared: null,
      },
    ]),
  );
  const kept = await keepPage(folder, intake, request, null);
  if (!kept.ok) throw new Error(kept.failure.reason);
  return { first, second, kept: kept.value };
};

const removeRow = (folder: DataFolder, id: number): Promise<readonly DroppedPicture[]> =>
  folder.store.transact((unit) => unit.removePages([id]));

const isThere = async ({ pictures }: DataFolder): Promise<boolean> =>
  (await pictures.get(digest, 'jpg', bytes.length)) !== null;

/**
 * A page is removed while another takes in an equal picture.
 * @param open opens an empty folder, and the same one as another process of the office has it; null if there is none
 */
export const pictureRemovalContract = (
  engine: string,
  open: () => Promise<{ readonly folder: DataFolder; readonly other: DataFolder | null }>,
): void => {
  test(`${engine}: stores a picture again if it was removed before being recorded`, async () => {
    const { folder } = await open();
    const { first, second, kept } = await withTwo(folder);
    await dropUnused(folder, await removeRow(folder, first));
    expect(await isThere(folder)).toBe(false);
    expect(await folder.store.transact((unit) => recordPicture(unit, second, kept))).toBe(true);
    expect(await isThere(folder)).toBe(true);
  });

  test(`${engine}: keeps a picture that was recorded before its removal`, async () => {
    const { folder } = await open();
    const { first, second, kept } = await withTwo(folder);
    const dropped = await removeRow(folder, first);
    expect(dropped).toHaveLength(1);
    await folder.store.transact((unit) => recordPicture(unit, second, kept));
    await dropUnused(folder, dropped);
    expect(await isThere(folder)).toBe(true);
  });

  test(`${engine}: keeps a picture that is recorded during its removal`, async () => {
    const { folder, other } = await open();
    const { first, second, kept } = await withTwo(folder);
    const dropped = await removeRow(folder, first);
    // The removal stops between its check and its deletion.
    const looked = Promise.withResolvers<void>();
    const continues = Promise.withResolvers<void>();
    const { pictures } = folder;
    const slow: DataFolder = {
      ...folder,
      pictures: {
        ...pictures,
        remove: async (...of) => {
          looked.resolve();
          await continues.promise;
          await pictures.remove(...of);
        },
      },
    };
    const removing = dropUnused(slow, dropped);
    await looked.promise;
    const { store } = other ?? folder;
    let isRecorded = false;
    const recording = store.transact(async (unit) => {
      await recordPicture(unit, second, kept);
      isRecorded = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(isRecorded).toBe(false);
    continues.resolve();
    await Promise.all([removing, recording]);
    expect(await isThere(folder)).toBe(true);
  });
};
