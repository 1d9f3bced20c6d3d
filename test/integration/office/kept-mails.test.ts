import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { noAccount } from '../../../electron/app/command-failures.ts';
import { openKeptMails } from '../../../electron/app/kept-mails.ts';
import { takeMails, type MailTaking } from '../../../electron/app/mailbox.ts';
import { openOfficeKeptMails } from '../../../electron/office/store/kept-mails.ts';
import { officeStorageCode } from '../../../electron/office/open-office.ts';
import { mailboxSettingsSchema } from '../../../shared/contract/mailbox.ts';
import { keptMailsContract, seen } from '../../contract/kept-mails-contract.ts';
import { openServer as composeServer } from '../../helpers/composed-server.ts';
import { imapAccount, startImapServer } from '../../helpers/mails/imap-server.ts';
import { attached, eml, multipart } from '../../helpers/mails/write-eml.ts';
import { openOfficeAt } from '../../helpers/office.ts';
import { noPostgres, sharedPostgres, type SharedServer } from '../../helpers/postgres.ts';
import { png } from '../../helpers/pictures.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

let server: SharedServer;

const anHour = 60 * 60_000;

/** One of the servers of an office: they share its database, and no disk. */
const openServer = async (url: string) => {
  const office = await openOfficeAt(url);
  const query = (text: string) => office.connection.pool.query<{ n: number }>(text);
  return { office, kept: openOfficeKeptMails(office), query };
};

describe.skipIf(noPostgres !== null)('mails that a server of an office has fetched', () => {
  beforeAll(async () => {
    server = await sharedPostgres();
  });

  test('are added by another server if theirs is gone, and not fetched again', async () => {
    const url = await server.database();
    const [one, other] = [await openServer(url), await openServer(url)];
    const sent = eml(multipart([attached('filename="a.png"', await png())]));
    const mails = new Map([[1, sent]]);
    const imap = await startImapServer({ INBOX: { validity: 1, mails } });
    onTestFinished(imap.close);
    const added: Buffer[] = [];
    const take = (
      { office: { store }, kept }: typeof one,
      add: MailTaking['add'],
      staleBefore = new Date(Date.now() - anHour),
    ) =>
      takeMails({
        store,
        kept,
        add,
        storageCode: officeStorageCode,
        proxies: { find: () => Promise.resolve(null), logIn: () => Promise.resolve(null) },
        settings: mailboxSettingsSchema.parse({}),
        login: { ...imapAccount, port: imap.port },
        authorities: imap.authority,
        staleBefore: staleBefore.toISOString(),
        onFailure: ({ id }) => expect.unreachable(id),
        signal: new AbortController().signal,
      });
    const takeAll: MailTaking['add'] = (_, bytes) => {
      added.push(bytes);
      return Promise.resolve('taken');
    };
    const fetches = () => imap.commands.filter((command) => command.includes('BODY.PEEK[]')).length;

    expect(await take(one, () => Promise.resolve(noAccount))).toMatchObject({ id: noAccount.id });
    await one.office.store.close();
    // Its reservation still counts: it may be at work.
    expect(await take(other, takeAll)).toBeNull();
    expect([added, fetches()]).toEqual([[], 1]);
    const later = new Date(Date.now() + anHour);
    expect(await take(other, takeAll, later)).toBeNull();
    expect(await take(other, takeAll, later)).toBeNull();
    expect([added, fetches()]).toEqual([[sent], 1]);
    expect((await other.query('SELECT count(*) AS n FROM kept_mail_parts')).rows).toEqual([{ n: 0 }]);
  });

  test('are taken over by one of two servers that try at the same time', async () => {
    const url = await server.database();
    const servers = [await openServer(url), await openServer(url)];
    const reserve = (staleBefore: number) =>
      Promise.all(
        servers.map(({ office: { store } }) =>
          store.transact((unit) => unit.reserveMail(seen, new Date(staleBefore).toISOString())),
        ),
      );
    expect((await reserve(0)).filter(Boolean)).toHaveLength(1);
    await servers[0]?.query(`UPDATE mails SET at = '2024-06-01T08:00:00.000Z'`);
    expect((await reserve(Date.now() - anHour)).filter(Boolean)).toHaveLength(1);
  });

  test('are replaced by two servers at once, and none is shown that no server has written', async () => {
    const url = await server.database();
    const [one, other] = [await openServer(url), await openServer(url)];
    const small = Buffer.from('mail');
    const kept = await one.kept.keep('a.eml', seen, randomBytes(9_000_001));
    await Promise.all([one.kept.keep('b.eml', seen, small), other.kept.keep('b.eml', seen, small)]);
    expect(await other.kept.bytesOf(kept)).toEqual(small);
    expect((await one.query('SELECT count(*) AS n FROM kept_mail_parts')).rows).toEqual([{ n: 1 }]);
    await one.query(`UPDATE kept_mails SET about = '{"name":"../x.eml"}'`);
    expect(await one.kept.all()).toEqual([]);
  });

  keptMailsContract('an office', async () => {
    const { kept, query } = await openServer(await server.database());
    return {
      kept,
      age: (days) => query(`UPDATE kept_mails SET at = at - interval '${days} days'`),
    };
  });

  test('are moved into the database from the disk of a server that an earlier version ran', async () => {
    const url = await server.database();
    const [home, bugs]: [string, unknown[]] = [await temporaryFolder(), []];
    const sent = randomBytes(5_000_000);
    await openKeptMails(home, () => new Date()).keep('a.eml', seen, sent);
    const composed = await composeServer(url, home, (...words) => bugs.push(words));
    onTestFinished(composed.close);
    const { kept } = await openServer(url);
    const [moved] = await kept.all();
    expect(moved).toEqual({ name: 'a.eml', mail: seen });
    expect(moved && (await kept.bytesOf(moved))?.equals(sent)).toBe(true);
    expect(await readdir(home)).not.toContain('mails');
    expect(bugs).toEqual([]);
  });
});
