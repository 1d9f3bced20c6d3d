import { afterEach, describe, expect, test } from 'vitest';
import {
  mailboxLimits,
  openMailbox,
  openMailboxBehind,
  type Mailbox,
  type MailboxLimits,
} from '../../../../../electron/intake/mailbox/open-mailbox.ts';
import { imapAccount, startImapServer, type ImapServer } from '../../../../helpers/mails/imap-server.ts';
import { startTunnel } from '../../../../helpers/tunnel.ts';

const mail = (id: string, sender = 'finance@example.com'): Buffer =>
  Buffer.from(`From: ${sender}\r\nSubject: Invoice\r\nMessage-ID: <${id}>\r\n\r\nhello\r\n`);

const inbox = { validity: 7, mails: new Map([1, 2, 5].map((uid) => [uid, mail(`m${uid}`)])) };

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

const served = async (...given: Parameters<typeof startImapServer>): Promise<ImapServer> => {
  const server = await startImapServer(...given);
  open.push(server.close);
  return server;
};

const connect = (
  server: ImapServer,
  over: Partial<Parameters<typeof openMailbox>[0]> = {},
  limits: Partial<MailboxLimits> = {},
  signal = new AbortController().signal,
) =>
  openMailbox(
    { ...imapAccount, port: server.port, authorities: server.authority, proxy: null, ...over },
    signal,
    { ...mailboxLimits, ...limits },
  );

const opened = async (server: ImapServer, limits: Partial<MailboxLimits> = {}): Promise<Mailbox> => {
  const mailbox = await connect(server, {}, limits);
  if (!mailbox.ok) throw new Error(JSON.stringify(mailbox.failure));
  open.unshift(mailbox.value.close);
  return mailbox.value;
};

const none = () => Promise.resolve(new Set<number>());
/** Enough for a slow machine to connect. */
const quick = { silentMs: 4000, commandMs: 5000 };

describe('a mailbox', () => {
  test('gives its folders, its mails in order, and each mail whole', async () => {
    const mailbox = await opened(await served({ INBOX: inbox, Bills: { validity: 1, mails: new Map() } }));
    expect(await mailbox.folders()).toEqual({ ok: true, value: expect.arrayContaining(['INBOX', 'Bills']) });
    const listed = await mailbox.list('INBOX', '', none);
    expect(listed).toMatchObject({
      ok: true,
      value: [1, 2, 5].map((uid) => ({
        folder: 'INBOX',
        validity: '7',
        uid,
        messageId: `<m${uid}>`,
        sender: 'finance@example.com',
        bytes: mail(`m${uid}`).length,
      })),
    });
    const [first] = listed.ok ? listed.value : [];
    expect(first && (await mailbox.fetch(first))).toEqual({ ok: true, value: mail('m1') });
    expect(await mailbox.list('Bills', '', none)).toEqual({ ok: true, value: [] });
  });

  test('is only read: folders are examined, bodies are peeked at, no flag is set', async () => {
    const server = await served({ INBOX: inbox });
    const mailbox = await opened(server);
    const listed = await mailbox.list('INBOX', '2024-05-28', none);
    for (const one of listed.ok ? listed.value : []) await mailbox.fetch(one);
    const sent = server.commands.join('\n');
    expect(sent).toMatch(/^EXAMINE /mu);
    expect(sent).toMatch(/BODY\.PEEK\[\]/u);
    expect(sent).toMatch(/SINCE 28-May-2024/u);
    expect(sent).not.toMatch(
      /^(?:SELECT|(?:UID )?(?:STORE|COPY|MOVE|EXPUNGE)|APPEND|DELETE|CREATE|CLOSE)|BODY\[/mu,
    );
  });

  test('lists the first mails that are not known', async () => {
    const mailbox = await opened(await served({ INBOX: inbox }), { mails: 2 });
    const uids = async (...known: readonly number[]) => {
      const listed = await mailbox.list('INBOX', '', (validity) =>
        Promise.resolve(new Set(validity === '7' ? known : [])),
      );
      return listed.ok && listed.value.map(({ uid }) => uid);
    };
    expect(await uids()).toEqual([1, 2]);
    expect(await uids(2)).toEqual([1, 5]);
    expect(await uids(1, 2, 5)).toEqual([]);
  });

  test('without the folder, or with a mail that is gone, says so', async () => {
    const server = await served({ INBOX: inbox });
    const mailbox = await opened(server);
    expect(await mailbox.list('Bills', '', none)).toMatchObject({ failure: { reason: 'no-folder' } });
    const gone = { folder: 'INBOX', validity: '7', uid: 9, messageId: '', sender: '', subject: '', bytes: 1 };
    expect(await mailbox.fetch(gone)).toEqual({ ok: true, value: null });
    server.set('INBOX', { ...inbox, validity: 8 });
    const again = await opened(server);
    expect(await again.fetch({ ...gone, uid: 1 })).toEqual({ ok: true, value: null });
  });

  test('with a wrong password, or a certificate that nobody trusts, is not opened', async () => {
    const server = await served({ INBOX: inbox });
    expect(await connect(server, { password: 'wrong' })).toMatchObject({ failure: { reason: 'refused' } });
    const before = server.commands.length;
    expect(await connect(server, { authorities: '' })).toMatchObject({ failure: { reason: 'untrusted' } });
    // No command, and so no password, went to that server.
    expect(server.commands).toHaveLength(before);
  });

  test('that is away, or goes away, ends with that reason', async () => {
    const server = await served({ INBOX: inbox }, (command, _, socket) => {
      if (!/^EXAMINE/iu.test(command)) return undefined;
      socket.destroy();
      return 'done';
    });
    const mailbox = await opened(server);
    expect(await mailbox.list('INBOX', '', none)).toMatchObject({ failure: { reason: 'away' } });
    await server.close();
    open.length = 0;
    expect(await connect(server)).toMatchObject({ failure: { reason: 'away' } });
  });

  test.each([
    ['says nothing', (command: string) => (/^$/u.test(command) ? 'done' : undefined)],
    ['never ends its list', (command: string) => (/^UID FETCH/iu.test(command) ? 'done' : undefined)],
    [
      'sends what nobody can read',
      (command: string, send: (text: string) => void) => {
        if (!/^UID FETCH/iu.test(command)) return undefined;
        send(`* 1 FETCH ${'('.repeat(5000)}\r\n`);
        return 'done';
      },
    ],
  ] as const)('that %s is slow', async (_, script) => {
    const server = await served({ INBOX: inbox }, script);
    const mailbox = await connect(server, {}, quick);
    const result = mailbox.ok ? await mailbox.value.list('INBOX', '', none) : mailbox;
    expect(result).toMatchObject({ failure: { reason: 'slow' } });
  });

  test('that sends a byte now and then is slow as well', async () => {
    let timer: NodeJS.Timeout | undefined;
    const server = await served({ INBOX: inbox }, (command, send) => {
      if (!/^EXAMINE/iu.test(command)) return undefined;
      timer = setInterval(() => send('*'), 50);
      return 'done';
    });
    const mailbox = await opened(server, quick);
    expect(await mailbox.list('INBOX', '', none)).toMatchObject({ failure: { reason: 'slow' } });
    clearInterval(timer);
  });

  test.each([
    ['announces a mail of 2 GB', '* 1 FETCH (UID 1 BODY[]<0> {2000000000}\r\n'],
    ['sends a line without an end', `* OK ${'x'.repeat(5_000_000)}`],
  ])('that %s is lying', async (_, words) => {
    const server = await served({ INBOX: inbox }, (command, send) => {
      if (!/BODY\.PEEK/iu.test(command)) return undefined;
      send(words);
      return 'done';
    });
    const mailbox = await opened(server, { silentMs: 20_000, commandMs: 20_000 });
    const listed = await mailbox.list('INBOX', '', none);
    const [first] = listed.ok ? listed.value : [];
    expect(first && (await mailbox.fetch(first))).toMatchObject({ failure: { reason: 'lying' } });
  });

  test('is reached through the proxy, which sees neither its name nor its password', async () => {
    const server = await served({ INBOX: inbox });
    const proxy = await startTunnel(server.port);
    open.push(proxy.close);
    const mailbox = await connect(server, { host: 'localhost', port: 993, proxy: proxy.address });
    if (!mailbox.ok) throw new Error(JSON.stringify(mailbox.failure));
    open.unshift(mailbox.value.close);
    expect(await mailbox.value.folders()).toMatchObject({ ok: true });
    expect(proxy.heads).toEqual([expect.stringMatching(/^CONNECT localhost:993 HTTP\/1\.1\r\n/u)]);
    expect(proxy.heads[0]).toContain(`Basic ${Buffer.from('anna:a b').toString('base64')}`);
    expect(proxy.heads[0]).not.toContain(imapAccount.password);
  });

  test('is opened with the login that the user gives a proxy that asks for one', async () => {
    const server = await served({ INBOX: inbox });
    const asking = await startTunnel(server.port, 'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const proxy = await startTunnel(server.port);
    open.push(asking.close, proxy.close);
    const address = { ...imapAccount, port: server.port, authorities: server.authority };
    const { signal } = new AbortController();
    const refused: string[] = [];
    const behind = (next: string | null) => ({
      find: () => Promise.resolve(asking.address),
      logIn: (proxyAddress: string) => {
        refused.push(proxyAddress);
        return Promise.resolve(next);
      },
    });
    expect(await openMailboxBehind(behind(null), address, signal)).toMatchObject({
      failure: { reason: 'proxy' },
    });
    const mailbox = await openMailboxBehind(behind(proxy.address), address, signal);
    if (!mailbox.ok) throw new Error(JSON.stringify(mailbox.failure));
    open.unshift(mailbox.value.close);
    expect(await mailbox.value.folders()).toMatchObject({ ok: true });
    expect(refused).toEqual([asking.address, asking.address]);
  });

  test('behind a proxy that leads to another server is not trusted', async () => {
    const [server, other] = [await served({ INBOX: inbox }), await served({ INBOX: inbox })];
    const proxy = await startTunnel(other.port);
    open.push(proxy.close);
    expect(await connect(server, { proxy: proxy.address })).toMatchObject({
      failure: { reason: 'untrusted' },
    });
    expect(other.commands).toEqual([]);
  });

  test.each([
    ['asks for a name', 'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n', 'proxy'],
    ['answers nonsense', 'SSH-2.0-x\r\n\r\n', 'proxy'],
    ['never ends its answer', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}`, 'proxy'],
    ['hangs up', null, 'proxy'],
    ['says nothing', '', 'slow'],
  ] as const)('behind a proxy that %s says so', async (_, words, reason) => {
    const server = await served({ INBOX: inbox });
    const proxy = await startTunnel(server.port, words);
    open.push(proxy.close);
    const given = { proxy: proxy.address };
    const found = await connect(server, given, reason === 'slow' ? quick : {});
    expect(found).toMatchObject({ failure: { reason } });
    expect(JSON.stringify(found)).not.toContain('a b');
  });

  test.each(['http://127.0.0.1:1', 'proxy:8080', 'nonsense', 'ftp://127.0.0.1:1'])(
    'behind %s, which is no proxy, says so',
    async (proxy) => {
      const server = await served({ INBOX: inbox });
      expect(await connect(server, { proxy })).toMatchObject({ failure: { reason: 'proxy' } });
      expect(server.commands).toEqual([]);
    },
  );

  test('ends when Vouch does', async () => {
    const server = await served({ INBOX: inbox }, (command) =>
      /^EXAMINE/iu.test(command) ? 'done' : undefined,
    );
    const ending = new AbortController();
    const mailbox = await connect(server, {}, {}, ending.signal);
    const listing = mailbox.ok ? mailbox.value.list('INBOX', '', none) : null;
    await expect.poll(() => server.commands.some((command) => command.startsWith('EXAMINE'))).toBe(true);
    ending.abort();
    expect(await listing).toMatchObject({ failure: { reason: 'away' } });
  });
});
