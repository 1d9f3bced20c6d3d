import type { CommandFailure } from '../../shared/contract/commands.ts';
import type { MailboxSettings } from '../../shared/contract/mailbox.ts';
import type { MailboxLogin } from '../credentials/mailbox-store.ts';
import type { ProxyFinder } from '../infra/network/own-network.ts';
import { readMailItems } from '../intake/archive.ts';
import { maxMailBytes } from '../intake/limits.ts';
import {
  openMailboxBehind,
  type ListedMail,
  type Mailbox,
  type MailboxFailure,
  type MailboxLimits,
} from '../intake/mailbox/open-mailbox.ts';
import type { Store } from '../store/port.ts';
import { keyOfMail, type KeptMail, type KeptMails } from '../store/records/kept-mail.ts';
import type { SeenMail } from '../store/records/seen-mail.ts';
import { mailboxFailure, mailTooLarge, storageFailure } from './command-failures.ts';

export type MailTaking = {
  readonly store: Pick<Store, 'knownMails' | 'transact'>;
  readonly settings: MailboxSettings;
  readonly login: MailboxLogin;
  /** Certificates in PEM besides those of the program. */
  readonly authorities: string;
  readonly proxies: ProxyFinder;
  readonly kept: KeptMails;
  /** Storage code of an error of the disk; null for another error. */
  readonly storageCode: (error: unknown) => string | null;
  /** What another process reserved before this instant (ISO) is taken over. */
  readonly staleBefore: string;
  /**
   * Adds a mail. `taken` if all of it is in the list. Otherwise the mail stays reserved and kept, for the next round;
   * after `later`, it is the caller's until then.
   */
  readonly add: (mail: KeptMail, bytes: Buffer) => Promise<'taken' | 'later' | CommandFailure>;
  readonly onFailure: (failure: CommandFailure) => void;
  readonly signal: AbortSignal;
  readonly limits?: MailboxLimits | undefined;
};

type Round = MailTaking & {
  /** Keys of mails that this round has reserved, and that are not kept any more: they are fetched. */
  readonly gone: Set<string>;
};

/** Mails and bytes of one round; the others follow in the next. */
const [mostMails, mostBytes] = [2000, 1024 * 1024 * 1024];

export const mailboxName = ({ user, host, port }: Omit<MailboxLogin, 'password'>): string =>
  `${user}@${host}:${port}`;

const isChosen = ({ sender }: ListedMail, senders: readonly string[]): boolean => {
  const address = sender.toLowerCase();
  return (
    senders.length === 0 ||
    senders.some((one) => (one.startsWith('@') ? address.endsWith(one) : address === one))
  );
};

/** A name of a file that says which mail it is, in at most 255 bytes. */
const fileName = ({ subject, uid }: ListedMail): string => {
  const plain = subject
    .replaceAll(/[\p{Cc}\p{Cf}/\\<>:"|?*]+/gu, ' ')
    .slice(0, 80)
    .toWellFormed()
    .trim();
  return `${plain === '' ? uid : plain}.eml`;
};

/**
 * Whether a mail has something to add. Most mails have nothing, and would fill the list. A mail that only has links is
 * shown if its sender was chosen: then its invoice is behind a link.
 */
const hasSomething = async (bytes: Buffer, isSenderChosen: boolean): Promise<boolean> => {
  for await (const { content } of readMailItems(bytes)) {
    if (content.ok) return true;
    const { reason } = content.failure;
    if (reason !== 'mail-empty' && (reason !== 'mail-links' || isSenderChosen)) return true;
  }
  return false;
};

/** Why a mail was not taken: `ends` if no other mail can be taken now either. */
type NotTaken = { readonly failure: CommandFailure; readonly ends: boolean };

const settle = async (
  { store, kept }: Pick<MailTaking, 'store' | 'kept'>,
  mail: SeenMail,
  state: 'taken' | 'left',
): Promise<void> => {
  await store.transact((unit) => unit.settleMail(mail, state));
  await kept.drop(mail);
};

/** Adds a mail that is kept. What is settled is never fetched again. */
const addKept = async (mail: KeptMail, bytes: Buffer, taking: MailTaking): Promise<NotTaken | null> => {
  const added = await taking.add(mail, bytes);
  if (added === 'taken') await settle(taking, mail.mail, 'taken');
  return typeof added === 'string' ? null : { failure: added, ends: false };
};

const failureIn = ({ reason, detail }: MailboxFailure, { login }: MailTaking): CommandFailure =>
  mailboxFailure(reason, login.host, detail);

/** Takes one mail that is reserved. */
const takeOne = async (
  mailbox: Mailbox,
  mail: ListedMail,
  seen: SeenMail,
  taking: MailTaking,
): Promise<NotTaken | null> => {
  const { settings, kept, onFailure, storageCode } = taking;
  if (!isChosen(mail, settings.senders)) {
    await settle(taking, seen, 'left');
    return null;
  }
  const fetched = mail.bytes > maxMailBytes ? null : await mailbox.fetch(mail);
  if (fetched && !fetched.ok) return { failure: failureIn(fetched.failure, taking), ends: true };
  const bytes = fetched?.value ?? null;
  // A server may state a smaller length than it sends.
  if (!fetched || (bytes && bytes.length >= maxMailBytes)) {
    onFailure(mailTooLarge(mail.subject.slice(0, 100)));
    await settle(taking, seen, 'left');
  } else if (!bytes || !(await hasSomething(bytes, settings.senders.length > 0)))
    await settle(taking, seen, 'left');
  else
    try {
      return await addKept(await kept.keep(fileName(mail), seen, bytes), bytes, taking);
    } catch (error) {
      const code = storageCode(error);
      if (code === null) throw error;
      return { failure: storageFailure(code), ends: true };
    }
  return null;
};

/** Takes a mail that an earlier round has fetched and could not add. */
const takeKeptOne = async (one: KeptMail, taking: Round): Promise<CommandFailure | null> => {
  const { store, staleBefore, kept, gone } = taking;
  const { mail } = one;
  const known = await store.knownMails(mail.mailbox, mail.folder, mail.validity);
  if (known.includes(mail.uid)) await kept.drop(mail);
  // Most mails of an office are another server's: their bytes are not loaded.
  else if (await store.transact((unit) => unit.reserveMail(mail, staleBefore))) {
    const bytes = await kept.bytesOf(one);
    if (bytes) return (await addKept(one, bytes, taking))?.failure ?? null;
    gone.add(keyOfMail(mail));
    await kept.drop(mail);
  }
  return null;
};

/**
 * Takes the mails that earlier rounds have fetched and could not add. None keeps another one from being taken: returns
 * the first failure, and the errors that no disk explains.
 */
const takeKept = async (
  taking: Round,
): Promise<{ readonly failure: CommandFailure | null; readonly bugs: readonly unknown[] }> => {
  const { settings, login, kept, storageCode, signal } = taking;
  const name = mailboxName(login);
  let first: CommandFailure | null = null;
  const bugs: unknown[] = [];
  for (const one of await kept.all()) {
    if (signal.aborted) break;
    if (one.mail.mailbox !== name || !settings.folders.includes(one.mail.folder)) continue;
    try {
      const failure = await takeKeptOne(one, taking);
      first ??= failure;
    } catch (error) {
      const code = storageCode(error);
      if (code === null) bugs.push(error);
      else first ??= storageFailure(code);
    }
  }
  return { failure: first, bugs };
};

/** Takes the new mails of a folder, as long as there are some. */
const takeFolder = async (mailbox: Mailbox, folder: string, taking: Round): Promise<NotTaken | null> => {
  const { store, settings, login, staleBefore, signal, gone } = taking;
  const name = mailboxName(login);
  let [mails, bytes, tried] = [0, 0, new Set<number>()];
  let first: NotTaken | null = null;
  for (;;) {
    const listed = await mailbox.list(folder, settings.since, async (validity) => {
      return new Set([...(await store.knownMails(name, folder, validity)), ...tried]);
    });
    if (!listed.ok)
      return { failure: failureIn(listed.failure, taking), ends: listed.failure.reason !== 'no-folder' };
    if (listed.value.length === 0) return first;
    for (const mail of listed.value) {
      if (signal.aborted || mails >= mostMails || bytes >= mostBytes) return first;
      tried.add(mail.uid);
      const seen = {
        mailbox: name,
        folder,
        validity: mail.validity,
        uid: mail.uid,
        message: mail.messageId,
        bytes: mail.bytes,
      };
      if (
        !gone.has(keyOfMail(seen)) &&
        !(await store.transact((unit) => unit.reserveMail(seen, staleBefore)))
      )
        continue;
      mails += 1;
      bytes += Math.min(mail.bytes, maxMailBytes);
      const failure = await takeOne(mailbox, mail, seen, taking);
      if (failure?.ends) return failure;
      first ??= failure;
    }
  }
};

const takeFolders = async (
  taking: Round,
  keptFailure: CommandFailure | null,
): Promise<CommandFailure | null> => {
  const { login, authorities, settings, signal, limits, proxies } = taking;
  let first = keptFailure;
  if (signal.aborted) return null;
  const opened = await openMailboxBehind(proxies, { ...login, authorities }, signal, limits);
  if (!opened.ok) return signal.aborted ? null : (first ?? failureIn(opened.failure, taking));
  const mailbox = opened.value;
  try {
    for (const folder of settings.folders) {
      const failure = await takeFolder(mailbox, folder, taking);
      first ??= failure?.failure ?? null;
      if (failure?.ends) break;
    }
  } finally {
    await mailbox.close();
  }
  return signal.aborted ? null : first;
};

/**
 * Takes the new mails of the chosen folders. Null if all was well; nothing is lost by a failure.
 * @throws what went wrong unexpectedly with a mail that was kept, after all others were taken
 */
export const takeMails = async (taking: MailTaking): Promise<CommandFailure | null> => {
  const round = { ...taking, gone: new Set<string>() };
  const kept = await takeKept(round);
  const failure = await takeFolders(round, kept.failure);
  if (kept.bugs.length > 0) throw kept.bugs[0];
  return failure;
};

type ReaderDependencies = Pick<
  MailTaking,
  'store' | 'add' | 'onFailure' | 'limits' | 'proxies' | 'kept' | 'storageCode'
> & {
  readonly settings: () => { readonly mailbox: MailboxSettings; readonly authorities: string };
  readonly login: () => Promise<MailboxLogin | null>;
  readonly now: () => Date;
  /** Whether other processes take mails of the same mailbox. */
  readonly isShared: boolean;
  readonly onBug: (error: unknown) => void;
};

export type MailboxReader = {
  /** Follows a change of the settings or the mailbox. */
  readonly follow: () => void;
  /** Looks for mails now. Resolves when that has ended, with the failure. */
  readonly take: () => Promise<CommandFailure | null>;
  readonly close: () => Promise<void>;
};

/** Milliseconds between two rounds. */
const everyMs = 10 * 60_000;
/** A process that reserved a mail and has not settled it by then has ended. */
const reservedForMs = 30 * 60_000;

/** Takes mails every 10 minutes while the setting is on. */
export const createMailboxReader = (dependencies: ReaderDependencies): MailboxReader => {
  const { settings, login, now, isShared, onFailure, onBug } = dependencies;
  const closing = new AbortController();
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<CommandFailure | null> | null = null;
  let followed = '';
  /** A server that is away for a day is reported once. */
  let told = '';

  const round = async (): Promise<CommandFailure | null> => {
    const found = await login();
    if (!found || closing.signal.aborted) return null;
    const { mailbox, authorities } = settings();
    return takeMails({
      ...dependencies,
      settings: mailbox,
      login: found,
      authorities,
      // Nobody else has the ledger of this folder: what is reserved from before, an earlier round has left.
      staleBefore: (isShared ? new Date(now().getTime() - reservedForMs) : now()).toISOString(),
      signal: closing.signal,
    });
  };

  const take = (): Promise<CommandFailure | null> => {
    running ??= round().finally(() => {
      running = null;
    });
    return running;
  };

  const again = (): void => {
    if (closing.signal.aborted) return;
    if (timer) clearTimeout(timer);
    timer = settings().mailbox.isOn ? setTimeout(look, everyMs).unref() : null;
  };

  const lookAndTell = async (): Promise<void> => {
    try {
      const failure = await take();
      if (failure && failure.id !== told) onFailure(failure);
      told = failure?.id ?? '';
    } catch (error) {
      onBug(error);
    }
    again();
  };
  const look = (): void => void lookAndTell();

  return {
    follow: () => {
      const { mailbox, authorities } = settings();
      const wanted = JSON.stringify([mailbox, authorities]);
      if (wanted === followed) return;
      followed = wanted;
      if (mailbox.isOn) look();
      else again();
    },
    take,
    close: async () => {
      closing.abort();
      if (timer) clearTimeout(timer);
      await running?.catch(() => null);
    },
  };
};
