import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { seededRandom } from '../samples/random.ts';
import { vouch } from '../helpers/command-line.ts';
import { imapAccount, startImapServer } from '../helpers/mails/imap-server.ts';
import { attached, eml, multipart } from '../helpers/mails/write-eml.ts';
import { png } from '../helpers/pictures.ts';
import { startTunnel } from '../helpers/tunnel.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const invoice = Buffer.from(
  writeEInvoice(makeDigitalInvoice(seededRandom(1), { lines: 1, isRed: false, hasSpecialCharacters: false })),
);
const mails = new Map([[4, eml(multipart([attached('filename="invoice.xml"', invoice)]))]]);

/** A mailbox, and a data folder that trusts its server. */
const mailbox = async (script?: Parameters<typeof startImapServer>[1]) => {
  const server = await startImapServer({ INBOX: { validity: 1, mails } }, script);
  onTestFinished(server.close);
  const home = join(await temporaryFolder(), 'home');
  await mkdir(home);
  const settings = { authorities: server.authority };
  await writeFile(join(home, 'settings.json'), JSON.stringify({ settings }));
  return {
    server,
    home,
    environment: {
      VOUCH_HOME: home,
      VOUCH_MAIL_HOST: `${imapAccount.host}:${server.port}`,
      VOUCH_MAIL_USER: imapAccount.user,
      VOUCH_MAIL_PASSWORD: imapAccount.password,
    },
  };
};

const once = ['mail', '--once'];

test('takes the invoices of a mailbox once, and leaves nothing behind', async () => {
  const { server, home, environment } = await mailbox();
  const first = await vouch(once, environment);
  expect(first.stderr).toContain('1 new mail');
  expect(first.stderr).toContain('a subject.eml/invoice.xml');
  expect(first.code).toBe(0);
  const second = await vouch(once, environment);
  expect(second.stderr).toContain('0 new mails');
  expect(second.code).toBe(0);
  expect(server.commands.filter((command) => command.includes('BODY.PEEK'))).toHaveLength(1);
  expect(await readdir(join(home, 'mails'))).toEqual([]);
  expect(first.stderr + second.stderr).not.toContain(imapAccount.password);
});

test('says why it took nothing, and takes it the next time', async () => {
  let isAway = true;
  const { environment } = await mailbox((command, _, socket) => {
    if (!isAway || !/BODY\.PEEK/iu.test(command)) return undefined;
    socket.destroy();
    return 'done';
  });
  const first = await vouch(once, environment);
  expect(first.stderr).toContain('Can’t reach the mail server');
  expect(first.code).toBe(1);
  isAway = false;
  expect((await vouch(once, environment)).stderr).toContain('1 new mail');
});

test.each([
  ['without a mailbox', once, { VOUCH_MAIL_HOST: '' }, 'No mailbox'],
  ['with a wrong day', [...once, '--since', 'May'], {}, '--since takes a day'],
  ['with a path', [...once, 'a.pdf'], {}, 'takes no PATH'],
  ['in an office', once, { VOUCH_DATABASE_URL: 'postgres://localhost/x' }, 'office'],
] as const)('ends with 2 %s', async (_, given, over, words) => {
  const { server, environment } = await mailbox();
  const ran = await vouch(given, { ...environment, ...over });
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(words)]);
  expect(server.commands).toEqual([]);
});

test('refuses a server that nobody trusts, before the password is sent', async () => {
  const { server, home, environment } = await mailbox();
  await writeFile(join(home, 'settings.json'), '{}');
  const ran = await vouch(once, environment);
  expect(ran.stderr).toContain('is not trusted');
  expect(ran.code).toBe(1);
  expect(server.commands).toEqual([]);
});

test('reaches the mailbox through the proxy of the environment', async () => {
  const { server, environment } = await mailbox();
  const proxy = await startTunnel(server.port);
  onTestFinished(proxy.close);
  const over = { VOUCH_MAIL_HOST: 'imap.example', HTTPS_PROXY: proxy.address };
  const ran = await vouch(once, { ...environment, ...over });
  // The certificate is for another name: the password stays here.
  expect(ran.stderr).toContain('The certificate of the mail server imap.example is not trusted');
  expect(proxy.heads).toEqual([expect.stringMatching(/^CONNECT imap\.example:993 /u)]);
  expect(server.commands).toEqual([]);
});

test('without an account, fetches no mail twice', async () => {
  const { server, home, environment } = await mailbox();
  const scan = eml(multipart([attached('filename="a.png"', await png())]));
  server.set('INBOX', { validity: 1, mails: new Map([[1, scan]]) });
  await writeFile(
    join(home, 'settings.json'),
    JSON.stringify({ settings: { authorities: server.authority, invoiceReader: 'service' } }),
  );
  for (const run of [1, 2]) {
    const ran = await vouch(once, environment);
    expect([run, ran.code, ran.stderr]).toEqual([run, 2, expect.stringContaining('1 new mail')]);
  }
  expect(server.commands.filter((command) => command.includes('BODY.PEEK'))).toHaveLength(1);
  await writeFile(
    join(home, 'settings.json'),
    JSON.stringify({ settings: { authorities: server.authority } }),
  );
  const read = await vouch([...once, '--sandbox'], environment);
  expect(read.stderr).toContain('1 new mail');
  expect(server.commands.filter((command) => command.includes('BODY.PEEK'))).toHaveLength(1);
  expect(await readdir(join(home, 'mails'))).toEqual([]);
});
