import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandFailure } from '../../../shared/contract/commands.ts';
import { mailboxSettingsSchema } from '../../../shared/contract/mailbox.ts';
import { mailboxFrom } from '../../credentials/mailbox-store.ts';
import { readSettings } from '../../credentials/settings-store.ts';
import type { Environment } from '../../infra/environment.ts';
import type { SeenMail } from '../../store/records/seen-mail.ts';
import { takeMails } from '../mailbox.ts';
import { withOpenLedger } from './open-run.ts';

/** What is taken, instead of what the settings say; null for those. */
export type MailWish = {
  readonly folders: readonly string[] | null;
  readonly senders: readonly string[] | null;
  readonly since: string | null;
};

type MailFilesDependencies = {
  readonly environment: Environment;
  readonly home: string;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly onFailure: (failure: CommandFailure) => void;
};

/** New mails as files. They stay reserved in the ledger until `settle`, so that an interrupted run loses none. */
export type MailFiles = {
  readonly paths: readonly string[];
  /** `ledger`: nothing was taken. `mailbox`: some mails may follow later. Both were reported. */
  readonly failed: 'ledger' | 'mailbox' | null;
  readonly settle: () => Promise<void>;
};

export const hasMailbox = (environment: Environment): boolean => mailboxFrom(environment) !== null;

const prefix = 'mail-';
const keptMs = 24 * 60 * 60_000;

/** Deletes the files of runs that were killed. */
const clearOld = async (home: string, now: Date): Promise<void> => {
  for (const name of await readdir(home)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(home, name);
    const found = await stat(path).catch(() => null);
    if (found && now.getTime() - found.mtimeMs > keptMs) await rm(path, { recursive: true, force: true });
  }
};

const fetchInto = async (
  into: string,
  wish: MailWish,
  { environment, home, now, signal, onFailure }: MailFilesDependencies,
): Promise<MailFiles> => {
  const login = mailboxFrom(environment);
  if (!login) throw new Error('There is no mailbox');
  const paths: string[] = [];
  const mails: SeenMail[] = [];
  const kept = readSettings(home);
  const settings = mailboxSettingsSchema.parse({
    ...kept.mailbox,
    ...(wish.folders ? { folders: wish.folders } : {}),
    ...(wish.senders ? { senders: wish.senders } : {}),
    ...(wish.since === null ? {} : { since: wish.since }),
  });
  const ended = await withOpenLedger({ home, now, onFailure }, ({ folder: { store } }) =>
    takeMails({
      store,
      settings,
      login,
      authorities: kept.authorities,
      // Nobody else has the ledger: what is reserved, an ended run has left.
      staleBefore: now().toISOString(),
      add: async (name, bytes, mail) => {
        const folder = join(into, String(paths.length));
        await mkdir(folder);
        const path = join(folder, name.replaceAll(/[<>:"|?*]/gu, '_'));
        await writeFile(path, bytes, { mode: 0o600 });
        paths.push(path);
        mails.push(mail);
        return false;
      },
      onFailure,
      signal,
    }),
  );
  const failure = ended.ok ? ended.value : ended.failure;
  if (failure) onFailure(failure);
  return {
    paths,
    failed: ended.ok ? failure && 'mailbox' : 'ledger',
    settle: async () => {
      await withOpenLedger({ home, now, onFailure }, ({ folder: { store } }) =>
        store.transact(async (unit) => {
          for (const mail of mails) await unit.settleMail(mail, 'taken');
        }),
      );
    },
  };
};

/** Takes the new mails as files of the data folder, works with them, and deletes the files. */
export const withMailFiles = async <Value>(
  wish: MailWish,
  dependencies: MailFilesDependencies,
  work: (files: MailFiles) => Promise<Value>,
): Promise<Value> => {
  const { home, now } = dependencies;
  await mkdir(home, { recursive: true });
  await clearOld(home, now());
  const into = await mkdtemp(join(home, prefix));
  try {
    return await work(await fetchInto(into, wish, dependencies));
  } finally {
    await rm(into, { recursive: true, force: true });
  }
};
