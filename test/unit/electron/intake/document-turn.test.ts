import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createDocumentTurn } from '../../../../electron/intake/document-turn.ts';

const start = (times: Parameters<typeof createDocumentTurn>[0]) => {
  const turn = createDocumentTurn(times);
  const seen: string[] = [];
  let running = 0;
  const page = (document: string, takesMs = 1) =>
    turn.run(document, async () => {
      running += 1;
      seen.push(running === 1 ? document : `${document} beside another`);
      await wait(takesMs);
      running -= 1;
      return document;
    });
  return { turn, page, seen };
};

test('the pages of a document follow each other, while another one waits', async () => {
  const { page, seen } = start({});
  await Promise.all([page('a'), page('b'), page('a'), page('b'), page('a')]);
  expect(seen).toEqual(['a', 'a', 'a', 'b', 'b']);
});

test('a document has some time for its next page', async () => {
  const { page, seen } = start({ graceMs: 2_000 });
  const first = page('a');
  const other = page('b');
  await first;
  await page('a');
  expect(seen).toEqual(['a', 'a']);
  await other;
  expect(seen).toEqual(['a', 'a', 'b']);
});

test('a document does not keep its turn for long', async () => {
  const { page, seen } = start({ mostMs: 20 });
  await Promise.all([page('a', 60), page('a'), page('b')]);
  expect(seen).toEqual(['a', 'b', 'a']);
});

test('a failed task does not stop the next one', async () => {
  const { turn, page } = start({});
  const failing = turn.run('a', () => Promise.reject(new Error('broken')));
  const next = page('a');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('a');
});
