import { readdirSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import { createBackend } from '../../electron/app/create-backend.ts';
import { intakeCommandSchemas, mostNamed } from '../../shared/contract/intake-commands.ts';
import { commandSender, testHost } from '../helpers/test-host.ts';

/** A backend that takes a folder as a drop, or the rest of that drop, as a process that can be killed. */
const taskSchema = z.object({ home: z.string(), folder: z.string(), drop: z.uuid(), atOnce: z.int() });

const task = taskSchema.parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));
const { home, folder, drop, atOnce } = task;
const backend = await createBackend(testHost(home));
const ask = commandSender(backend);
const common = { service: 'vat-invoice' } as const;
writeSync(1, 'ready\n');

const { drops } = intakeCommandSchemas['drops.list'].output.parse(await ask('drops.list', {}));
const begun = drops.find(({ id }) => id === drop);
if (!begun || begun.unlisted > 0) {
  const names = readdirSync(folder).toSorted();
  const listed = begun ? begun.files - begun.unlisted : 0;
  for (let from = listed; from < names.length; from += mostNamed) {
    const named = names
      .slice(from, from + mostNamed)
      .map((name) => ({ name, bytes: statSync(join(folder, name)).size }));
    await ask('drops.begin', { ...common, id: drop, count: names.length, from, named });
  }
}
const { files } = intakeCommandSchemas['drops.files'].output.parse(await ask('drops.files', { id: drop }));
for (let from = 0; from < files.length; from += atOnce) {
  const some = files.slice(from, from + atOnce);
  await ask('pages.add', {
    ...common,
    sandbox: true,
    files: some.map(({ name }) => ({ kind: 'path', path: join(folder, name) })),
    drop: { id: drop, left: files.length - from - some.length, places: some.map(({ place }) => place) },
  });
}
await backend.close();
