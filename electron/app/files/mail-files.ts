import type { CommandFailure } from '../../../shared/contract/commands.ts';
import { mailboxSettingsSchema } from '../../../shared/contract/mailbox.ts';
import { mailboxFrom } from '../../credentials/mailbox-store.ts';
import { readSettings } from '../../credentials/settings-store.ts';
import type { Environment } from '../../infra/environment.ts';
import { createProxyFinder } from '../../infra/network/own-network.ts';
import type { SeenMail } from '../../store/records/seen-mail.ts';
import { openKeptMails } from '../kept-mails.ts';
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

/**
 * New mails as files of the data folder. They stay there, reserved in the ledger, until `settle`: an interrupted run
 * loses none, and the next one fetches none again.
 */
type MailFiles = {
  readonly paths: readonly string[];
  /** `ledger`: nothing was taken. `mailbox`: some mails may follow later. Both were reported. */
  readonly failed: 'ledger' | 'mailbox' | null;
  /** All pages of the mails are in the list. */
  readonly settle: () => Promise<void>;
};

export const hasMailbox = (environment: Environment): boolean => mailboxFrom(environment) !== null;

/** Takes the new mails as files. */
export const takeMailFiles = async (
  wish: MailWish,
  { environment, home, now, signal, onFailure }: MailFilesDependencies,
): Promise<MailFiles> => {
  const login = mailboxFrom(environment);
  if (!login) throw new Error('There is no mailbox');
  const paths: string[] = [];
  const mails: SeenMail[] = [];
  const settings = readSettings(home);
  const mailbox = mailboxSettingsSchema.parse({
    ...settings.mailbox,
    ...(wish.folders ? { folders: wish.folders } : {}),
    ...(wish.senders ? { senders: wish.senders } : {}),
    ...(wish.since === null ? {} : { since: wish.since }),
  });
  const kept = openKeptMails(home, now);
  const ended = await withOpenLedger({ home, now, onFailure }, ({ folder: { store, storageCode } }) =>
    takeMails({
      store,
      settings: mailbox,
      login,
      authorities: settings.authorities,
      proxies: createProxyFinder({ chosen: () => settings, environment }),
      kept,
      storageCode,
      // Nobody else has the ledger: what is reserved, an ended run has left.
      staleBefore: now().toISOString(),
      add: (one) => {
        paths.push(kept.pathOf(one));
        mails.push(one.mail);
        return Promise.resolve('later');
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
      const settled = await withOpenLedger({ home, now, onFailure }, ({ folder: { store } }) =>
        store.transact(async (unit) => {
          for (const mail of mails) await unit.settleMail(mail, 'taken');
          return true;
        }),
      );
      if (!settled.ok) onFailure(settled.failure);
      else if (settled.value) for (const mail of mails) await kept.drop(mail);
    },
  };
};
