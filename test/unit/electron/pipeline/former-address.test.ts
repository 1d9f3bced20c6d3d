import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newBatch } from '../../../../electron/pipeline/batch.ts';
import { openDataFolder } from '../../../../electron/app/data-folder.ts';
import { createLeases } from '../../../../electron/pipeline/leases.ts';
import { createRecognizer } from '../../../../electron/pipeline/recognizer.ts';
import { createServiceLines } from '../../../../electron/pipeline/service-line.ts';
import { addPages, pictureOf, sha256, shortTimes } from '../../../helpers/asking.ts';
import { accountAt, plantedKeys } from '../../../helpers/service-calls.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const now = () => new Date();
const by = (baseUrl: string) => ({ kind: 'service', appId: 'app', baseUrl }) as const;
const former = by('https://API.example.com:443');

test('what was answered while an address was kept as it was written is not paid for again', async () => {
  const opened = await openDataFolder(join(await temporaryFolder(), 'home'), 'test', now);
  if (!opened.ok) throw new Error(opened.failure.id);
  const folder = opened.value;
  const { store } = folder;
  const leases = createLeases({ store, now, onFault: () => {} });
  const [pageId = 0] = await addPages(folder, 1);
  const picture = sha256(pictureOf(0));
  const start = {
    service: 'face-detect',
    originalSha256: picture,
    page: 1,
    options: {},
    answerer: former,
    pageId,
    picture,
  } as const;
  const callId = await store.transact(async (unit) => {
    const begun = await unit.beginCall(start, leases.hold());
    if (!begun.ok) throw new Error('no call');
    await unit.endCall({
      callId: begun.value,
      pageId,
      outcome: 'answered',
      httpStatus: 200,
      sid: null,
      serverDate: null,
      reply: Buffer.from('{}'),
    });
    await unit.setState([pageId], 'waiting');
    return begun.value;
  });

  const recognizer = createRecognizer({
    folder,
    now,
    onChange: () => {},
    onNotice: () => {},
    waitsForNetwork: false,
    leases,
    times: shortTimes,
  });
  const route = {
    transport: () => Promise.reject(new Error('it was asked again')),
    account: accountAt('http://127.0.0.1:9', plantedKeys),
    line: createServiceLines(1).to('service'),
    answererOf: () => by('https://api.example.com'),
    onceKnownAs: former,
  };
  const page = await store.page(pageId);
  if (!page) throw new Error('no page');
  const { signal } = new AbortController();
  expect(await recognizer.recognize(page, route, newBatch(), signal)).toBe('recognized');
  expect(await store.page(pageId)).toMatchObject({ state: 'recognized', callId });
  expect(await store.newestCall()).toBe(callId);
  await folder.close();
});
