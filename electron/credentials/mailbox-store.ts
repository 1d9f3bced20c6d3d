import { z } from 'zod';
import { mailboxInputSchema, type MailboxInput, type MailboxStatus } from '../../shared/contract/mailbox.ts';
import { createTurn } from '../../shared/turn.ts';
import type { Environment } from '../infra/environment.ts';
import { decryptOrNull, encryptOrNull, mayStayOnDisk } from './account-store.ts';
import { locked, type KeyValueStore, type SecretCipher } from './host.ts';

const storeKey = 'mailbox';

const keptSchema = z.object({
  host: z.string(),
  port: z.int(),
  user: z.string(),
  password: z.string().min(1).nullable().catch(null),
});
type Kept = z.infer<typeof keptSchema>;

export type MailboxLogin = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
};

export type MailboxStore = {
  readonly status: () => Promise<MailboxStatus>;
  /** Null if there is no password for another host, port or user than before. */
  readonly save: (input: MailboxInput) => Promise<MailboxStatus | null>;
  readonly clear: () => Promise<MailboxStatus>;
  /** Null if something is missing, or the key store is locked. */
  readonly login: () => Promise<MailboxLogin | null>;
};

/** IMAP over TLS. */
const usualPort = 993;

/** A mailbox from the environment, with `VOUCH_MAIL_HOST` as `host` or `host:port`. Null if a variable is missing. */
export const mailboxFrom = (environment: Environment): MailboxLogin | null => {
  const variable = (name: string): string => environment[name]?.trim() ?? '';
  const [, host = '', port = ''] =
    /^(?<host>[^:]+|\[[^\]]+\])(?::(?<port>\d{1,5}))?$/u.exec(variable('VOUCH_MAIL_HOST')) ?? [];
  const [user, password] = [variable('VOUCH_MAIL_USER'), environment['VOUCH_MAIL_PASSWORD'] ?? ''];
  if (host === '' || user === '' || password === '') return null;
  return {
    host: host.replaceAll(/[[\]]/gu, ''),
    port: port === '' ? usualPort : Number(port),
    user,
    password,
  };
};

const isSame = (one: Omit<MailboxLogin, 'password'>, other: Omit<MailboxLogin, 'password'>): boolean =>
  one.host === other.host && one.port === other.port && one.user === other.user;

/**
 * The user's mailbox. The password leaves this object only as a login, and is never used for another host, port or user
 * than it was entered for.
 */
export const createMailboxStore = (
  store: KeyValueStore,
  cipher: SecretCipher,
  environment: Environment,
): MailboxStore => {
  const given = mailboxFrom(environment);
  let session: string | null = null;

  const kept = (): Kept | null => {
    const read = keptSchema.safeParse(store.get(storeKey));
    return read.success ? read.data : null;
  };

  const passwordOf = async (now: Kept | null): Promise<string | typeof locked | null> =>
    session ?? (await decryptOrNull(cipher, now?.password ?? null));

  const status = async (): Promise<MailboxStatus> => {
    const protection = await cipher.protection();
    if (given) {
      const { host, port, user } = given;
      return { host, port, user, hasPassword: true, kept: 'environment', protection, locked: false };
    }
    const now = kept();
    const password = await passwordOf(now);
    const isLocked = password === locked;
    const onDisk = protection === 'unprotected' ? 'unprotected' : 'sealed';
    return {
      host: now?.host ?? '',
      port: now?.port ?? usualPort,
      user: now?.user ?? '',
      hasPassword: password !== null,
      kept: password === null ? 'none' : session === null ? onDisk : 'session',
      protection,
      locked: isLocked,
    };
  };

  const save = async (input: MailboxInput): Promise<MailboxStatus | null> => {
    const { host, port, user, password, keepUnprotected } = mailboxInputSchema.parse(input);
    const before = kept();
    const wanted = { host, port, user };
    const known = before && isSame(before, wanted) ? await passwordOf(before) : null;
    // A locked key store keeps what it has.
    if (password === undefined && known === locked) return status();
    const secret = password ?? (known === locked ? null : known);
    if (secret === null) return null;
    const sealed = (await mayStayOnDisk(cipher, keepUnprotected))
      ? await encryptOrNull(cipher, secret)
      : null;
    store.set(storeKey, { ...wanted, password: sealed });
    session = sealed === null ? secret : null;
    return status();
  };

  const turn = createTurn();
  return {
    status,
    save: (input) => turn.run(() => save(input)),
    clear: () =>
      turn.run(() => {
        store.delete(storeKey);
        session = null;
        return status();
      }),
    login: async () => {
      if (given) return given;
      const now = kept();
      const password = await passwordOf(now);
      if (!now || password === null || password === locked) return null;
      return { host: now.host, port: now.port, user: now.user, password };
    },
  };
};
