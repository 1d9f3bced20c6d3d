import { appendFileSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import type { PoolPosted, PoolMessage } from '../../electron/intake/pool.ts';

/**
 * A thread that follows the script in its task's path instead of decoding: `name|log|step step …`. The steps
 * are `encoding`, `wait:MS`, `hang`, `hang-once` (only at the first attempt) and `crash`.
 */
const say = (message: PoolMessage): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
  parentPort?.postMessage(message);
};

const work = async ({ id, task }: PoolPosted): Promise<void> => {
  if (task.kind !== 'count') return;
  const [name = '', log = '', steps = ''] = task.path.split('|');
  const note = (event: string): void => appendFileSync(log, `${name} ${event}\n`);
  note('starts');
  const isFirst = readFileSync(log, 'utf8').split(`${name} starts`).length === 2;
  for (const step of steps.split(' ')) {
    const [what, milliseconds] = step.split(':');
    if (what === 'encoding') say({ id, kind: 'encoding' });
    else if (what === 'wait') await setTimeout(Number(milliseconds));
    else if (what === 'hang' || (what === 'hang-once' && isFirst)) await setTimeout(60_000);
    else if (what === 'crash') process.exit(1);
  }
  note('ends');
  say({ id, kind: 'answer', answer: { kind: 'count', value: { ok: true, value: 1 } } });
};

parentPort?.on('message', (posted: PoolPosted) => void work(posted));
