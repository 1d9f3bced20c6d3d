import type { Duplex } from 'node:stream';
import type { ImapFlow, ImapFlowOptions } from 'imapflow';
import { failed, success, type Result } from '../../../shared/result.ts';
import { codeOf } from '../../infra/error-code.ts';
import { withUsualAuthorities } from '../../infra/network/node-transport.ts';
import type { ProxyFinder } from '../../infra/network/own-network.ts';
import { openTunnel, proxyAt, secureOver, wantsLogin } from '../../infra/network/tunnel.ts';
import { maxMailBytes } from '../limits.ts';

/** Where a mailbox is. Only TLS from the first byte: no password leaves before the server has proven its name. */
export type MailboxAddress = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** Certificates in PEM besides those of the program; empty for none. */
  readonly authorities: string;
  /** An address with http, https, socks4 or socks5, which may contain a name and a password; null for none. */
  readonly proxy: string | null;
};

/**
 * away: no connection, or it ended; untrusted: the certificate is not valid for the host; refused: user or password
 * are wrong; proxy: the proxy could not connect to the server; slow: no response in time; lying: responses against
 * the protocol, or larger than asked for.
 */
export type MailboxReason = 'away' | 'untrusted' | 'refused' | 'proxy' | 'slow' | 'lying' | 'no-folder';
export type MailboxFailure = {
  readonly reason: MailboxReason;
  readonly detail: string;
  /** Whether the proxy asks for a login. */
  readonly wantsLogin?: boolean;
};

/** How a server names a mail: a UID is only valid with its folder and the folder's UIDVALIDITY. */
export type MailKey = { readonly folder: string; readonly validity: string; readonly uid: number };

/** A mail before it is fetched; id, sender and subject are as stated in it, or empty. */
export type ListedMail = MailKey & {
  readonly messageId: string;
  readonly sender: string;
  readonly subject: string;
  /** As the server states it. */
  readonly bytes: number;
};

/** A mailbox that is only read: folders are examined, bodies are peeked at, and no flag is set. */
export type Mailbox = {
  /** The names of all folders that hold mails. */
  readonly folders: () => Promise<Result<readonly string[], MailboxFailure>>;
  /**
   * The first unknown mails of a folder in the order of their UIDs.
   * @param since only mails that arrived on this ISO day or later; all if empty
   * @param known the UIDs that are known for this UIDVALIDITY
   */
  readonly list: (
    folder: string,
    since: string,
    known: (validity: string) => Promise<ReadonlySet<number>>,
  ) => Promise<Result<readonly ListedMail[], MailboxFailure>>;
  /** A whole mail; null if it is gone. */
  readonly fetch: (mail: ListedMail) => Promise<Result<Buffer | null, MailboxFailure>>;
  readonly close: () => Promise<void>;
};

export type MailboxLimits = {
  /** Milliseconds without any byte, and of any one command: a server may send one byte a second for ever. */
  readonly silentMs: number;
  readonly commandMs: number;
  /** Mails that are listed in one round; the others follow in the next. */
  readonly mails: number;
};
export const mailboxLimits: MailboxLimits = { silentMs: 30_000, commandMs: 120_000, mails: 500 };

const maxFolders = 2000;
/** A list of half a million UIDs is one line. */
const maxLine = 4 * 1024 * 1024;
/** Characters of what a server says that go into a message. */
const maxDetail = 200;
const maxId = 998;

class Late extends Error {}
class Lie extends Error {}

const textOf = (error: unknown, name: string): string => {
  const found: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  return typeof found === 'string' ? found : '';
};

const untrusted = /^(?:ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_SSL|EPROTO)/u;
const slow = /TIMEOUT$|^ETIMEDOUT$/u;
const lying =
  /^(?:ParserError|(?:Line|Literal|Response)TooLarge|TooMany|MAX_IMAP|UnexpectedTag|MissingTag|InvalidResponse|ResponseProcessing)/u;

/** What the library's error about a proxy says; the cause is inside. */
const noTunnel = 'Failed to setup proxy connection';

const causeOf = (error: unknown): unknown =>
  textOf(error, 'message') === noTunnel ? (Reflect.get(Object(error), '_err') ?? error) : error;

/** The words of a server are shown: one line, bounded. */
const detailOf = (error: unknown): string =>
  (textOf(error, 'responseText') || textOf(causeOf(error), 'message') || textOf(error, 'code'))
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .slice(0, maxDetail);

const reasonOf = (error: unknown): MailboxReason => {
  const code = textOf(error, 'code');
  if (error instanceof Late || slow.test(code)) return 'slow';
  if (textOf(error, 'message') === noTunnel) return 'proxy';
  if (error instanceof Lie || lying.test(code)) return 'lying';
  if (untrusted.test(code)) return 'untrusted';
  return Reflect.get(Object(error), 'authenticationFailed') === true ? 'refused' : 'away';
};

const failureOf = (error: unknown): { readonly ok: false; readonly failure: MailboxFailure } =>
  failed({ reason: reasonOf(error), detail: detailOf(error) });

const idOf = (text: unknown): string => (typeof text === 'string' ? text.trim().slice(0, maxId) : '');

type Way = {
  /** The authorities besides Node's own, if there are any. */
  readonly ca: readonly string[] | undefined;
  readonly signal: AbortSignal;
  readonly limits: MailboxLimits;
};

/**
 * The options by which the library connects: through a tunnel of a proxy over http or https, or by itself. The library
 * would check a proxy against Node's own authorities only.
 */
const wayTo = async (
  { host, port, proxy }: MailboxAddress,
  { ca, signal, limits }: Way,
): Promise<Result<Pick<ImapFlowOptions, 'proxy' | 'transport'>, MailboxFailure>> => {
  if (proxy === null) return success({});
  const known = proxyAt(proxy, ca);
  if (!known) return success({ proxy });
  const opened = await new Promise<Result<Duplex, Error>>((resolve) => {
    openTunnel(known, { host, port, ms: limits.silentMs, signal }, resolve);
  });
  if (!opened.ok)
    return failed({
      reason: slow.test(codeOf(opened.failure)) ? 'slow' : 'proxy',
      detail: detailOf(opened.failure),
      wantsLogin: wantsLogin(opened.failure),
    });
  const socket = opened.value;
  return success({
    transport: { connect: ({ tls, ...server }, done) => secureOver(socket, { ...server, ...tls }, done) },
  });
};

/**
 * Connects and signs in.
 * @param signal ends the connection
 */
export const openMailbox = async (
  address: MailboxAddress,
  signal: AbortSignal,
  limits: MailboxLimits = mailboxLimits,
): Promise<Result<Mailbox, MailboxFailure>> => {
  const { host, port, user, password, authorities } = address;
  const ca = authorities === '' ? undefined : withUsualAuthorities([authorities]);
  // The library is loaded when there is a mailbox.
  const { ImapFlow: Client } = await import('imapflow');
  const way = await wayTo(address, { ca, signal, limits });
  if (!way.ok) return way;
  const client: ImapFlow = new Client({
    host,
    port,
    secure: true,
    auth: { user, pass: password },
    ...way.value,
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    clientInfo: { name: 'Vouch' },
    connectionTimeout: limits.silentMs,
    greetingTimeout: limits.silentMs,
    socketTimeout: limits.silentMs,
    maxLineLength: maxLine,
    maxLiteralSize: maxMailBytes,
    maxResponseSize: maxMailBytes + 1024 * 1024,
    tls: {
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
      ...(ca && { ca: [...ca] }),
    },
  });
  let ended: unknown = null;
  client.on('error', (error: unknown) => {
    ended ??= error;
  });
  const end = (): void => client.close();
  signal.addEventListener('abort', end, { once: true });

  /** Runs a command, for a limited time. What ended the connection explains why a command failed. */
  const within = async <Value>(work: () => Promise<Value>): Promise<Result<Value, MailboxFailure>> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Late('no response in time')), limits.commandMs);
    });
    try {
      return success(await Promise.race([work(), late]));
    } catch (error) {
      end();
      return failureOf(error instanceof Late || error instanceof Lie ? error : (ended ?? error));
    } finally {
      clearTimeout(timer);
    }
  };

  const connected = await within(() => client.connect());
  if (!connected.ok) {
    signal.removeEventListener('abort', end);
    return connected;
  }

  /** Examines a folder, which sets no flag. Null if it is not there. */
  const examine = async (folder: string): Promise<string | null> => {
    try {
      const opened = await client.mailboxOpen(folder, { readOnly: true });
      if (!opened.readOnly) throw new Lie('a folder that was opened for writing');
      return opened.uidValidity.toString();
    } catch (error) {
      if (error instanceof Lie || textOf(error, 'responseStatus') !== 'NO') throw error;
      return null;
    }
  };

  const noFolder = (folder: string) =>
    failed<MailboxFailure>({ reason: 'no-folder', detail: folder.slice(0, maxDetail) });

  return success({
    folders: async () => {
      const listed = await within(() => client.list());
      if (!listed.ok) return listed;
      const names = listed.value.filter(({ flags }) => !flags.has('\\Noselect')).map(({ path }) => path);
      return success(names.slice(0, maxFolders));
    },
    list: async (folder, since, known) => {
      const found = await within(async () => {
        const validity = await examine(folder);
        if (validity === null) return null;
        const query = since === '' ? { all: true } : { since: new Date(since) };
        const uids = await client.search(query, { uid: true });
        return { validity, uids: uids === false || uids === undefined ? [] : uids };
      });
      if (!found.ok) return found;
      if (found.value === null) return noFolder(folder);
      const { validity, uids } = found.value;
      const there = await known(validity);
      const wanted = new Set(uids.filter((uid) => !there.has(uid)).toSorted((one, other) => one - other));
      const next = [...wanted].slice(0, limits.mails);
      if (next.length === 0) return success([]);
      return within(async () => {
        const mails = new Map<number, ListedMail>();
        const items = { uid: true, size: true, envelope: true };
        for await (const { uid, size, envelope } of client.fetch(next.join(','), items, { uid: true }))
          if (wanted.has(uid))
            mails.set(uid, {
              folder,
              validity,
              uid,
              bytes: size ?? 0,
              messageId: idOf(envelope?.messageId),
              sender: idOf(envelope?.from?.[0]?.address),
              subject: idOf(envelope?.subject),
            });
        return next.flatMap((uid) => mails.get(uid) ?? []);
      });
    },
    fetch: async ({ folder, validity, uid }) => {
      const fetched = await within(async () => {
        const opened = client.mailbox;
        const isOpen =
          opened !== false && opened.path === folder && opened.uidValidity.toString() === validity;
        if (!isOpen && (await examine(folder)) !== validity) return null;
        const mail = await client.fetchOne(
          String(uid),
          { source: { maxLength: maxMailBytes } },
          { uid: true },
        );
        if (mail === false || mail.source === undefined) return null;
        if (mail.uid !== uid) throw new Lie('another mail than asked for');
        return mail.source;
      });
      return fetched;
    },
    close: async () => {
      signal.removeEventListener('abort', end);
      const late = AbortSignal.timeout(2000);
      late.addEventListener('abort', end);
      await client.logout().catch(() => {});
      late.removeEventListener('abort', end);
      end();
    },
  });
};

/** Opens a mailbox through the proxy for it, and again with each login that the user gives a proxy that asks for one. */
export const openMailboxBehind = async (
  proxies: ProxyFinder,
  address: Omit<MailboxAddress, 'proxy'>,
  signal: AbortSignal,
  limits: MailboxLimits = mailboxLimits,
): Promise<Result<Mailbox, MailboxFailure>> => {
  let proxy = await proxies.find(address.host, address.port);
  for (;;) {
    const opened = await openMailbox({ ...address, proxy }, signal, limits);
    if (opened.ok || proxy === null || opened.failure.wantsLogin !== true) return opened;
    const next = await proxies.logIn(proxy, signal);
    if (next === null || signal.aborted) return opened;
    proxy = next;
  }
};
