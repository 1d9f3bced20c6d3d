import { describe, expect, test, onTestFinished } from 'vitest';
import {
  createMailboxReader,
  mailboxName,
  takeMails,
  type MailTaking,
} from '../../../../electron/app/mailbox.ts';
import { openKeptMails } from '../../../../electron/app/kept-mails.ts';
import { noAccount } from '../../../../electron/app/command-failures.ts';
import { storageCode } from '../../../../electron/store/sqlite/error-codes.ts';
import { openRecoveredStore } from '../../../../electron/store/sqlite/open-store.ts';
import { mailboxSettingsSchema } from '../../../../shared/contract/mailbox.ts';
import { imapAccount, startImapServer, type ImapServer } from '../../../helpers/mails/imap-server.ts';
import { attached, eml, emlText, multipart } from '../../../helpers/mails/write-eml.ts';
import { png } from '../../../helpers/pictures.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const now = () => new Date('2024-06-01T08:00:00Z');

const mail = async (id: string, sender = 'finance@example.com'): Promise<Buffer> =>
  Buffer.concat([
    Buffer.from(`Message-ID: <${id}>\r\n`),
    eml(multipart([attached('filename="a.png"', await png())]), { sender }),
  ]);
const without = eml(multipart([emlText('hello')]));
const linked = eml(multipart([emlText('https://example.com/invoice')]));

/** A ledger, and the mails that are kept next to it. */
const openStore = async (clock = now) => {
  const home = await temporaryFolder();
  const opened = await openRecoveredStore(join(home, 'ledger.sqlite'), clock, false);
  if (!opened.ok) throw new Error(opened.failure.reason);
  const { store } = opened.value;
  onTestFinished(() => store.close());
  return { store, home, kept: openKeptMails(home, now) };
};
type Opened = Awaited<ReturnType<typeof openStore>>;

const served = async (...given: Parameters<typeof startImapServer>): Promise<ImapServer> => {
  const server = await startImapServer(...given);
  onTestFinished(server.close);
  return server;
};

const noProxy = { find: () => Promise.resolve(null), logIn: () => Promise.resolve(null) };

const takenBy = (server: ImapServer, { store, kept }: Opened, over: Partial<MailTaking> = {}) => {
  const names: string[] = [];
  const failures: string[] = [];
  const taking: MailTaking = {
    store,
    kept,
    storageCode,
    proxies: noProxy,
    settings: mailboxSettingsSchema.parse({}),
    login: { ...imapAccount, port: server.port },
    authorities: server.authority,
    staleBefore: now().toISOString(),
    add: ({ mail: { uid } }) => {
      names.push(String(uid));
      return Promise.resolve('taken');
    },
    onFailure: ({ id }) => failures.push(id),
    signal: new AbortController().signal,
    ...over,
  };
  return { names, failures, take: async () => (await takeMails(taking))?.id ?? null };
};

const fetched = (server: ImapServer): readonly string[] =>
  server.commands.filter((command) => command.includes('BODY.PEEK[]'));

describe('the mails of a mailbox', () => {
  test('are taken once, and nothing is fetched twice', async () => {
    const mails = new Map([
      [3, await mail('a')],
      [4, without],
      [9, await mail('b')],
    ]);
    const server = await served({ INBOX: { validity: 1, mails } });
    const store = await openStore();
    const first = takenBy(server, store);
    expect(await first.take()).toBeNull();
    // A mail without a document does not appear.
    expect(first.names).toEqual(['3', '9']);
    expect(fetched(server)).toHaveLength(3);
    const second = takenBy(server, store);
    expect(await second.take()).toBeNull();
    expect(second.names).toEqual([]);
    expect(fetched(server)).toHaveLength(3);
    server.set('INBOX', { validity: 1, mails: new Map([...mails, [12, await mail('c')]]) });
    expect(await second.take()).toBeNull();
    expect(second.names).toEqual(['12']);
    // The server numbers the mails again: what was taken is known by its id.
    server.set('INBOX', {
      validity: 2,
      mails: new Map([
        [1, await mail('a')],
        [2, await mail('d')],
      ]),
    });
    const third = takenBy(server, store);
    expect(await third.take()).toBeNull();
    expect(third.names).toEqual(['2']);
  });

  test('of the chosen senders only; others are not fetched', async () => {
    const mails = new Map([
      [1, await mail('a')],
      [2, await mail('b', 'shop@other.example')],
      [3, await mail('c', 'x@evil-example.com')],
      [4, linked],
    ]);
    const server = await served({ INBOX: { validity: 1, mails } });
    const settings = mailboxSettingsSchema.parse({ senders: ['@Example.com'] });
    const taken = takenBy(server, await openStore(), { settings });
    expect(await taken.take()).toBeNull();
    expect(taken.names).toEqual(['1', '4']);
    expect(fetched(server)).toHaveLength(2);
    const everybody = takenBy(server, await openStore());
    await everybody.take();
    // Only links, and nobody has chosen the sender.
    expect(everybody.names).toEqual(['1', '2', '3']);
  });

  test('that were not added, or that a process that ended had reserved, come again without a fetch', async () => {
    const sent = await mail('a');
    const server = await served({ INBOX: { validity: 1, mails: new Map([[1, sent]]) } });
    const opened = await openStore();
    const refused = takenBy(server, opened, { add: () => Promise.resolve(noAccount) });
    expect(await refused.take()).toBe('no-account');
    const loaded: number[] = [];
    const kept: typeof opened.kept = {
      ...opened.kept,
      bytesOf: (one) => {
        loaded.push(one.mail.uid);
        return opened.kept.bytesOf(one);
      },
    };
    const still = takenBy(server, opened, { kept, staleBefore: '2024-05-31T00:00:00.000Z' });
    await still.take();
    expect([still.names, loaded]).toEqual([[], []]);
    // The mail was deleted from the mailbox in between, and nobody can reach it.
    server.set('INBOX', { validity: 1, mails: new Map() });
    await server.close();
    const bytes: Buffer[] = [];
    const after = takenBy(server, opened, {
      staleBefore: '2024-06-02T00:00:00.000Z',
      add: (_, given) => {
        bytes.push(given);
        return Promise.resolve('taken');
      },
    });
    expect(await after.take()).toBe('mailbox-away');
    expect(bytes).toEqual([sent]);
    expect(fetched(server)).toHaveLength(1);
    expect(await opened.kept.all()).toEqual([]);
  });

  test('that are kept are dropped once they are settled, and what is damaged is fetched again', async () => {
    const server = await served({ INBOX: { validity: 1, mails: new Map([[1, await mail('a')]]) } });
    let hour = 8;
    const opened = await openStore(() => new Date(Date.UTC(2024, 5, 1, hour)));
    await takenBy(server, opened, { add: () => Promise.resolve('later') }).take();
    const [one] = await opened.kept.all();
    if (!one) throw new Error('Expected a kept mail');
    await rm(opened.kept.pathOf(one));
    hour = 9;
    const again = takenBy(server, opened, { staleBefore: '2024-06-01T09:00:00.000Z' });
    await again.take();
    expect([again.names, fetched(server).length]).toEqual([['1'], 2]);
    // A process that ended between the ledger and the file.
    await opened.kept.keep('x.eml', one.mail, await mail('a'));
    await again.take();
    expect(again.names).toEqual(['1']);
    expect(await opened.kept.all()).toEqual([]);
    await writeFile(join(opened.home, 'mails', 'nonsense'), 'x');
    expect(await opened.kept.all()).toEqual([]);
  });

  test('that were kept are all tried, whatever happens to one of them, and so are the new ones', async () => {
    const mails = new Map(
      await Promise.all([1, 2, 3].map(async (uid) => [uid, await mail(`m${uid}`)] as const)),
    );
    const server = await served({ INBOX: { validity: 1, mails } });
    let hour = 8;
    const at = () => new Date(Date.UTC(2024, 5, 1, hour));
    const opened = await openStore(at);
    await takenBy(server, opened, { add: () => Promise.resolve('later') }).take();
    server.set('INBOX', { validity: 1, mails: new Map([...mails, [4, await mail('m4')]]) });
    const ends: readonly (() => Promise<'taken'>)[] = [
      () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' })),
      () => Promise.reject(new Error('a bug')),
    ];
    const tried: number[] = [];
    hour = 9;
    const taking = takenBy(server, opened, {
      staleBefore: at().toISOString(),
      add: ({ mail: { uid } }) => {
        tried.push(uid);
        return ends[uid - 1]?.() ?? Promise.resolve('taken');
      },
    });
    await expect(taking.take()).rejects.toThrow('a bug');
    expect(tried).toEqual([1, 2, 3, 4]);
    expect((await opened.kept.all()).map((one) => one.mail.uid)).toEqual([1, 2]);
    hour = 10;
    const refused = takenBy(server, opened, {
      staleBefore: at().toISOString(),
      add: ({ mail: { uid } }) => Promise.resolve(uid === 1 ? noAccount : 'taken'),
    });
    expect(await refused.take()).toBe('no-account');
    expect((await opened.kept.all()).map((one) => one.mail.uid)).toEqual([1]);
  });

  test('that can’t be read for now stay, and what no process wrote goes', async () => {
    const { home, kept } = await openStore();
    const seen = { mailbox: 'a', folder: 'INBOX', validity: '1', message: '', bytes: 1 };
    const one = await kept.keep('a.eml', { ...seen, uid: 1 }, Buffer.from('a'));
    const other = await kept.keep('b.eml', { ...seen, uid: 2 }, Buffer.from('b'));
    const [meta, folders] = [join(kept.pathOf(one), '..', 'mail.json'), join(home, 'mails')];
    await rename(meta, `${meta}.aside`);
    // Reading a folder fails with another error than that nothing is there.
    await mkdir(meta);
    await writeFile(join(kept.pathOf(other), '..', 'mail.json'), '{"name":');
    expect(await kept.all()).toEqual([]);
    expect(await readdir(folders)).toHaveLength(1);
    await rmdir(meta);
    await rename(`${meta}.aside`, meta);
    expect((await kept.all()).map(({ mail: { uid } }) => uid)).toEqual([1]);
  });

  test('that the disk can’t keep end the round with its code', async () => {
    const server = await served({ INBOX: { validity: 1, mails: new Map([[1, await mail('a')]]) } });
    const opened = await openStore();
    await writeFile(join(opened.home, 'mails'), 'a file in the way');
    expect(await takenBy(server, opened).take()).toBe('storage');
    await rm(join(opened.home, 'mails'));
    const after = takenBy(server, opened, { staleBefore: '2024-06-02T00:00:00.000Z' });
    expect(await after.take()).toBeNull();
    expect(after.names).toEqual(['1']);
  });

  test('are not lost when the server goes away in between', async () => {
    let isAway = true;
    const mails = new Map([
      [1, await mail('a')],
      [2, await mail('b')],
    ]);
    const server = await served({ INBOX: { validity: 1, mails } }, (command, _, socket) => {
      if (!isAway || !/UID FETCH 2 .*BODY\.PEEK/iu.test(command)) return undefined;
      socket.destroy();
      return 'done';
    });
    const store = await openStore();
    const first = takenBy(server, store);
    expect(await first.take()).toBe('mailbox-away');
    isAway = false;
    const second = takenBy(server, store, { staleBefore: '2024-06-02T00:00:00.000Z' });
    expect(await second.take()).toBeNull();
    expect([...first.names, ...second.names]).toEqual(['1', '2']);
  });

  test('that state a wrong length are bounded, and a missing folder does not stop the others', async () => {
    const server = await served(
      { INBOX: { validity: 1, mails: new Map([[1, await mail('a')]]) } },
      (command, send) => {
        if (!/UID FETCH 1 .*ENVELOPE/iu.test(command)) return undefined;
        send(
          '* 1 FETCH (UID 1 RFC822.SIZE 900000000 ENVELOPE (NIL "Huge" NIL NIL NIL NIL NIL NIL NIL NIL))\r\n',
        );
        return undefined;
      },
    );
    const settings = mailboxSettingsSchema.parse({ folders: ['Gone', 'INBOX'] });
    const taken = takenBy(server, await openStore(), { settings });
    expect(await taken.take()).toBe('mailbox-no-folder');
    expect(server.commands.some((command) => /^EXAMINE "?INBOX/iu.test(command))).toBe(true);
  });

  test('are taken at once when the setting is turned on, and a server that is away is told once', async () => {
    const server = await served({ INBOX: { validity: 1, mails: new Map([[1, await mail('a')]]) } });
    const names: string[] = [];
    const failures: string[] = [];
    let mailbox = mailboxSettingsSchema.parse({});
    const reader = createMailboxReader({
      ...(await openStore()),
      storageCode,
      proxies: noProxy,
      settings: () => ({ mailbox, authorities: server.authority }),
      login: () => Promise.resolve({ ...imapAccount, port: server.port }),
      now,
      isShared: false,
      add: ({ name }) => {
        names.push(name);
        return Promise.resolve('taken');
      },
      onFailure: ({ id }) => failures.push(id),
      onBug: (error) => failures.push(String(error)),
    });
    onTestFinished(reader.close);
    reader.follow();
    expect(server.commands).toEqual([]);
    mailbox = { ...mailbox, isOn: true };
    reader.follow();
    await expect.poll(() => names, { timeout: 20_000 }).toEqual(['a subject.eml']);
    // The first round has ended.
    expect(await reader.take()).toBeNull();
    await server.close();
    mailbox = { ...mailbox, since: '2024-01-01' };
    reader.follow();
    await expect.poll(() => failures, { timeout: 20_000 }).toEqual(['mailbox-away']);
    mailbox = { ...mailbox, since: '2024-02-01' };
    reader.follow();
    expect(await reader.take()).toMatchObject({ id: 'mailbox-away' });
    expect(failures).toEqual(['mailbox-away']);
  });
});

test('a mailbox is named by its user and its server', () => {
  expect(mailboxName({ user: 'anna', host: 'imap.example', port: 993 })).toBe('anna@imap.example:993');
});
