import { appendFileSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { handleTasks } from '../../electron/infra/handle-tasks.ts';
import type { Task, TaskResult } from '../../electron/intake/tasks.ts';

const usedMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const work = (milliseconds: number): void => {
  const until = usedMs() + milliseconds;
  while (usedMs() < until);
};

/**
 * A thread that follows the script in its task's path instead of decoding: `name|log|step step …`. The steps
 * are `encoding`, `wait:MS`, `work:MS` (of processor time), `hang`, `hang-once` (only at the first attempt) and `crash`.
 */
handleTasks<Task, TaskResult>(async (task, { leavesRoom }) => {
  if (task.kind !== 'count') return { value: { kind: 'broke' } };
  const [name = '', log = '', steps = ''] = task.path.split('|');
  const note = (event: string): void => appendFileSync(log, `${name} ${event}\n`);
  note('starts');
  const isFirst = readFileSync(log, 'utf8').split(`${name} starts`).length === 2;
  for (const step of steps.split(' ')) {
    const [what, milliseconds] = step.split(':');
    if (what === 'encoding') leavesRoom();
    else if (what === 'wait') await setTimeout(Number(milliseconds));
    else if (what === 'work') work(Number(milliseconds));
    else if (what === 'hang' || (what === 'hang-once' && isFirst)) await setTimeout(60_000);
    else if (what === 'crash') process.exit(1);
  }
  note('ends');
  return { value: { kind: 'count', value: { ok: true, value: 1 } } };
});
