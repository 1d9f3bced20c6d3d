import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDataFolder } from '../../../../electron/app/data-folder.ts';
import { drawLocally } from '../../../../electron/pipeline/drawn-file.ts';
import type { Intake } from '../../../../electron/intake/intake.ts';
import { success } from '../../../../shared/result.ts';
import { sha256Of } from '../../../../electron/infra/bytes.ts';
import { addPages, pictureOf } from '../../../helpers/asking.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const setUp = async () => {
  const opened = await openDataFolder(join(await temporaryFolder(), 'home'), 'test', () => new Date());
  if (!opened.ok) throw new Error(opened.failure.message.en);
  const folder = opened.value;
  onTestFinished(folder.close);
  const [id = 0] = await folder.store.transact((unit) =>
    unit.addPages([
      {
        service: 'vat-invoice',
        name: 'a.xml',
        source: 'a.xml',
        path: '/in/a.xml',
        sandbox: false,
        options: {},
        author: 'local',
        prepared: null,
      },
    ]),
  );
  return { folder, id };
};

const drawn = pictureOf(0);
const sent = { encoding: 'jpg', width: 4, height: 3, bytes: drawn.length, sha256: sha256Of(drawn) } as const;

/** Draws every page as the same picture, after something else has happened. */
const drawingAfter = (meanwhile: () => Promise<unknown>): Pick<Intake, 'prepare'> => ({
  prepare: async () => {
    await meanwhile();
    return success({
      bytes: drawn,
      sent,
      originalSha256: sha256Of(Buffer.from('a')),
      originalBytes: 1,
      pageCount: 1,
      preparation: {
        format: 'xml',
        page: { width: 4, height: 3, unit: 'px' },
        treatment: { turn: 0, masks: [] },
        changes: [],
      },
    });
  },
});

test('leaves no picture of a page that is removed while it is drawn', async () => {
  const { folder, id } = await setUp();
  const removed = () => folder.store.transact((unit) => unit.removePages([id]));
  await drawLocally(folder, drawingAfter(removed), id);
  expect(await folder.store.page(id)).toBeNull();
  expect(await folder.pictures.get(sent.sha256, 'jpg')).toBeNull();
});

test('keeps a picture that another page uses', async () => {
  const { folder, id } = await setUp();
  await addPages(folder, 1);
  const removed = () => folder.store.transact((unit) => unit.removePages([id]));
  await drawLocally(folder, drawingAfter(removed), id);
  expect(await folder.pictures.get(sent.sha256, 'jpg')).toEqual(drawn);
});
