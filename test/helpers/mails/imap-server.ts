import { createServer, type TLSSocket } from 'node:tls';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { makeSelfSigned } from '../self-signed.ts';

type ServedFolder = { readonly validity: number; readonly mails: ReadonlyMap<number, Buffer> };

/** What a server does with a line instead of its usual answer; undefined for the usual one. */
type Script = (
  command: string,
  send: (text: string | Buffer) => void,
  socket: TLSSocket,
) => 'done' | undefined;

export type ImapServer = {
  readonly port: number;
  /** The certificate that clients must trust. */
  readonly authority: string;
  /** Every command that clients have sent, without tags. */
  readonly commands: readonly string[];
  /** Replaces a folder. */
  readonly set: (name: string, folder: ServedFolder) => void;
  readonly close: () => Promise<void>;
};

const password = 'open sesame';
export const imapAccount = { host: '127.0.0.1', user: 'anna', password } as const;

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/gu, String.raw`\$&`)}"`;
const headerOf = (mail: Buffer, name: string): string =>
  new RegExp(`^${name}: (?<value>.*)$`, 'imu').exec(mail.toString('latin1'))?.groups?.value?.trim() ?? '';

const envelopeOf = (mail: Buffer): string => {
  const [user = '', host = ''] = (/[\w.]+@[\w.]+/u.exec(headerOf(mail, 'From'))?.[0] ?? '').split('@');
  const from = `((NIL NIL ${quoted(user)} ${quoted(host)}))`;
  const id = headerOf(mail, 'Message-ID');
  return `(NIL ${quoted('a subject')} ${from} ${from} ${from} NIL NIL NIL NIL ${id === '' ? 'NIL' : quoted(id)})`;
};

const uidsIn = (set: string, uids: readonly number[]): readonly number[] => {
  const last = uids.at(-1) ?? 0;
  const number = (text: string): number => (text === '*' ? last : Number(text));
  return uids.filter((uid) =>
    set.split(',').some((part) => {
      const [from = '', to = from] = part.split(':');
      const [low, high] = [number(from), number(to)].toSorted((one, other) => one - other);
      return uid >= (low ?? 0) && uid <= (high ?? 0);
    }),
  );
};

/** A small IMAP server over TLS on loopback, which a script can make slow, silent or lying. */
export const startImapServer = async (
  folders: Readonly<Record<string, ServedFolder>>,
  script: Script = () => undefined,
  host = 'localhost',
): Promise<ImapServer> => {
  const { key, cert } = makeSelfSigned(host);
  const served = new Map(Object.entries(folders));
  const commands: string[] = [];
  const sockets = new Set<TLSSocket>();

  const answer = (
    command: string,
    state: { folder: ServedFolder | null },
    send: (text: string | Buffer) => void,
  ): string => {
    const [name = '', ...rest] = command.split(' ');
    const upper = name.toUpperCase();
    if (upper === 'CAPABILITY') send('* CAPABILITY IMAP4rev1\r\n');
    else if (upper === 'LOGIN') return command.includes(password) ? 'OK' : 'NO [AUTHENTICATIONFAILED] wrong';
    else if (/^LIST "" ""$/iu.test(command)) send('* LIST (\\Noselect) "/" ""\r\n');
    else if (upper === 'LIST' || upper === 'LSUB')
      for (const path of served.keys()) send(`* ${upper} (\\HasNoChildren) "/" ${quoted(path)}\r\n`);
    else if (upper === 'EXAMINE' || upper === 'SELECT') {
      const folder = served.get(rest.join(' ').replaceAll('"', ''));
      if (!folder) return 'NO [NONEXISTENT] no such folder';
      state.folder = folder;
      send(
        `* ${folder.mails.size} EXISTS\r\n* FLAGS (\\Seen)\r\n* OK [UIDVALIDITY ${folder.validity}] ok\r\n`,
      );
      return upper === 'EXAMINE' ? 'OK [READ-ONLY]' : 'OK [READ-WRITE]';
    } else if (/^UID SEARCH/iu.test(command)) {
      const uids = [...(state.folder?.mails.keys() ?? [])];
      const set = /UID (?<set>[\d:*,]+)/iu.exec(command.slice('UID SEARCH'.length))?.groups?.set ?? '1:*';
      send(`* SEARCH ${uidsIn(set, uids).join(' ')}\r\n`);
    } else if (/^UID FETCH/iu.test(command)) {
      const uids = [...(state.folder?.mails.keys() ?? [])];
      for (const uid of uidsIn(rest[1] ?? '', uids)) {
        const mail = state.folder?.mails.get(uid) ?? Buffer.alloc(0);
        const place = uids.indexOf(uid) + 1;
        if (/BODY\.PEEK\[\]/iu.test(command)) {
          send(`* ${place} FETCH (UID ${uid} BODY[]<0> {${mail.length}}\r\n`);
          send(mail);
          send(')\r\n');
        } else
          send(`* ${place} FETCH (UID ${uid} RFC822.SIZE ${mail.length} ENVELOPE ${envelopeOf(mail)})\r\n`);
      }
    } else if (upper === 'LOGOUT') send('* BYE\r\n');
    return 'OK';
  };

  const server = createServer({ key, cert }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    const state: { folder: ServedFolder | null } = { folder: null };
    const send = (text: string | Buffer): void => void (socket.destroyed || socket.write(text));
    let waiting = '';
    if (script('', send, socket) === undefined) send('* OK ready\r\n');
    socket.on('data', (bytes) => {
      waiting += bytes.toString('latin1');
      for (let end = waiting.indexOf('\r\n'); end !== -1; end = waiting.indexOf('\r\n')) {
        const line = waiting.slice(0, end);
        waiting = waiting.slice(end + 2);
        const [tag = '', ...words] = line.split(' ');
        const command = words.join(' ');
        commands.push(command);
        if (script(command, send, socket) === 'done') continue;
        const result = answer(command, state, send);
        send(`${tag} ${result} ${words[0] ?? ''} done\r\n`);
      }
    });
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    authority: cert,
    commands,
    set: (name, folder) => served.set(name, folder),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
};
