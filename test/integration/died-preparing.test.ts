import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { png } from '../helpers/pictures.ts';
import { startBackend } from '../helpers/test-backend.ts';

const service = 'face-detect';

// A page whose preparation kills the program would kill it at every start.
test('does not resume a page automatically after two crashes, and reports that', async () => {
  const first = await startBackend();
  await first.ask('queue.pause', { paused: true });
  const files = await Promise.all(
    [80, 90].map(async (side) => {
      const bytes = new Uint8Array(await png(side, side));
      return { kind: 'bytes' as const, name: `${side}.png`, bytes };
    }),
  );
  const { added } = await first.ask('pages.add', { service, sandbox: true, files });
  await first.close();
  const [killer, harmless] = added;
  if (killer === undefined || harmless === undefined) throw new Error('two pages');
  // The mark records one crash; the process that left the mark is the second.
  await mkdir(join(first.home, 'preparing'), { recursive: true });
  await writeFile(join(first.home, 'preparing', String(killer)), '1');

  const second = await startBackend({ home: first.home });
  // Whether a paused queue resumes is tested elsewhere.
  await second.ask('queue.pause', { paused: false });
  await second.ended([harmless]);
  const stateOf = async (id: number) =>
    (await second.ask('pages.list', { service })).find((page) => page.id === id);
  // The sandbox does not know this picture, and reports that: it received a call.
  expect(await stateOf(harmless)).toMatchObject({ state: 'failed', failure: { kind: 'service' } });
  expect(await stateOf(killer)).toMatchObject({ state: 'failed', failure: { reason: 'died-preparing' } });

  await second.ask('pages.recognize', { ids: [killer] });
  await second.ended([killer]);
  expect(await stateOf(killer)).toMatchObject({ state: 'failed', failure: { kind: 'service' } });
});
