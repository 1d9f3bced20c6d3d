import type { CommandFailure } from '../../shared/contract/commands.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import { failed, success } from '../../shared/result.ts';
import type { MailboxStore } from '../credentials/mailbox-store.ts';
import type { ProxyFinder } from '../infra/network/own-network.ts';
import { openMailboxBehind } from '../intake/mailbox/open-mailbox.ts';
import { mailboxFailure, mailboxPassword, noMailbox } from './command-failures.ts';
import type { Handlers } from './handlers.ts';

type MailboxCommandDependencies = {
  readonly mailbox: MailboxStore;
  readonly settings: () => Pick<Settings, 'authorities'>;
  readonly proxies: ProxyFinder;
  /** Looks for mails now. */
  readonly take: () => Promise<CommandFailure | null>;
  /** Aborted when the backend is closed. */
  readonly signal: AbortSignal;
};

export const mailboxCommands = ({
  mailbox,
  settings,
  proxies,
  take,
  signal,
}: MailboxCommandDependencies): Pick<
  Handlers,
  'mailbox.status' | 'mailbox.save' | 'mailbox.clear' | 'mailbox.test' | 'mailbox.take'
> => ({
  'mailbox.status': async () => success(await mailbox.status()),
  'mailbox.save': async (input) => {
    const status = await mailbox.save(input);
    return status ? success(status) : failed(mailboxPassword);
  },
  'mailbox.clear': async () => success(await mailbox.clear()),
  'mailbox.test': async () => {
    const login = await mailbox.login();
    if (!login) return failed(noMailbox);
    const { authorities } = settings();
    const opened = await openMailboxBehind(proxies, { ...login, authorities }, signal);
    if (!opened.ok) return failed(mailboxFailure(opened.failure.reason, login.host, opened.failure.detail));
    const folders = await opened.value.folders();
    await opened.value.close();
    return folders.ok
      ? success({ folders: [...folders.value] })
      : failed(mailboxFailure(folders.failure.reason, login.host, folders.failure.detail));
  },
  'mailbox.take': async () => {
    if (!(await mailbox.login())) return failed(noMailbox);
    const failure = await take();
    return failure ? failed(failure) : success({});
  },
});
