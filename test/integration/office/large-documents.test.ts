import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { StartDecoder } from '../../../electron/intake/decode-pool.ts';
import { largeFileBytes } from '../../../electron/intake/limits.ts';
import { nodeDecoder } from '../../../electron/intake/node-decoder.ts';
import type { Task } from '../../../electron/intake/tasks.ts';
import { openServer } from '../../helpers/composed-server.ts';
import { noPostgres, sharedPostgres } from '../../helpers/postgres.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { pdf, scannedPage } from '../../samples/digital/pdf-file.ts';

const isTask = (value: unknown): value is Task =>
  typeof value === 'object' && value !== null && 'kind' in value;

/** A decoder process, and the tasks about large documents that it has at once. */
const watchedDecoder = () => {
  const start = nodeDecoder();
  const tasks: Task[] = [];
  let most = 0;
  const startDecoder: StartDecoder = () => {
    if (!start) throw new Error('This Node.js starts no decoder');
    const running = new Set<number>();
    const worker = start();
    worker.onMessage((message) => {
      if (typeof message === 'object' && message !== null && 'id' in message && !('leavesRoom' in message))
        running.delete(Number(message.id));
    });
    return {
      ...worker,
      send: (posted) => {
        const { id, task } = posted;
        const isLarge =
          isTask(task) &&
          ((task.kind === 'read' && task.bytes > largeFileBytes) ||
            ('documentBytes' in task && (task.documentBytes ?? 0) > largeFileBytes));
        if (isLarge) {
          tasks.push(task);
          running.add(id);
          most = Math.max(most, running.size);
        }
        worker.send(posted);
      },
    };
  };
  return { startDecoder, tasks, most: () => most };
};

describe.skipIf(noPostgres !== null)('a server of an office', () => {
  test('has one large document open at a time', { timeout: 180_000 }, async () => {
    const postgres = await sharedPostgres();
    const home = await temporaryFolder(onTestFinished);
    const { startDecoder, tasks, most } = watchedDecoder();
    const bugs: unknown[] = [];
    const url = await postgres.database();
    const server = await openServer(url, join(home, 'server'), (...words) => bugs.push(words), startDecoder);
    onTestFinished(server.close);
    const paths = await Promise.all(
      ['one.pdf', 'other.pdf'].map(async (name, index) => {
        const bytes = Buffer.alloc(largeFileBytes + index);
        const path = join(home, name);
        await writeFile(path, pdf([scannedPage({ width: 600, height: 850, filter: 'DCTDecode', bytes })]));
        return path;
      }),
    );
    await Promise.all(
      paths.map((path) =>
        server.backend.invoke('pages.add', {
          service: 'vat-invoice',
          sandbox: false,
          files: [{ kind: 'path', path }],
        }),
      ),
    );
    await expect
      .poll(() => new Set(tasks.map((task) => ('path' in task ? task.path : ''))).size, { timeout: 60_000 })
      .toBeGreaterThanOrEqual(2);
    expect(tasks.every(({ holds }) => holds)).toBe(true);
    expect(most()).toBe(1);
    expect(bugs).toEqual([]);
  });
});
