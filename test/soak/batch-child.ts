import { readFileSync, writeSync } from 'node:fs';
import process from 'node:process';
import { z } from 'zod';
import { createBackend } from '../../electron/app/create-backend.ts';
import type { PageSummary } from '../../shared/contract/page.ts';
import { testHost } from '../helpers/test-host.ts';

/** A backend that adds files and reports what it has recognized, as a process that can be killed. */
const taskSchema = z.object({
  home: z.string(),
  environment: z.record(z.string(), z.string()),
  files: z.array(z.string()),
});

const task = taskSchema.parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));
const backend = await createBackend(testHost(task.home, { environment: task.environment }));

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void backend.close().then(() => process.exit(0)));

const open = new Set<number>();
const follow = ({ id, state }: PageSummary): void => {
  // Written synchronously: everything reported before the end of the process counts.
  if (state === 'recognized') writeSync(1, `${id}\n`);
  if (state === 'waiting' || state === 'calling') open.add(id);
  else open.delete(id);
};
backend.listen((event) => {
  if (event.type === 'pages.changed') for (const page of event.pages) follow(page);
});
writeSync(1, 'ready\n');
const files = task.files.map((path) => ({ kind: 'path', path }));
const added = await backend.invoke('pages.add', { service: 'face-detect', files, sandbox: false });
if (!added.ok) throw new Error(added.failure.message.en);
while (open.size > 0) await new Promise((resolve) => setTimeout(resolve, 20));
await backend.close();
