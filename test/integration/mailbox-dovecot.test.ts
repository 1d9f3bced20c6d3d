import { spawn, spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, readdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { connect, createServer } from 'node:net';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { openMailbox } from '../../electron/intake/mailbox/open-mailbox.ts';
import { attached, eml, multipart } from '../helpers/mails/write-eml.ts';
import { makeSelfSigned } from '../helpers/self-signed.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { listen, portOf } from '../helpers/listen.ts';

const dovecot = '/usr/sbin/dovecot';
const isInstalled = spawnSync(dovecot, ['--version']).status === 0;

/** A port that was free just now: dovecot takes it from its settings. */
const freePort = async (): Promise<number> => {
  const server = await listen(createServer());
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
};

const isListening = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

const idOf = (flags: string, ...of: readonly string[]): string =>
  spawnSync('id', [flags, ...of], { encoding: 'utf8' }).stdout.trim();

/** The user of dovecot's processes: it serves no mails as root. */
const runsAs = () => {
  const { username, uid, gid } = userInfo();
  if (uid !== 0) return { name: username, group: idOf('-gn'), uid, gid };
  const nobody = { uid: Number(idOf('-u', 'nobody')), gid: Number(idOf('-g', 'nobody')) };
  return { name: 'nobody', group: idOf('-gn', 'nobody'), ...nobody };
};

/** Dovecot with one user, whose mails are files in a folder. */
const startDovecot = async () => {
  const folder = await temporaryFolder();
  const [port, { key, cert }] = [await freePort(), makeSelfSigned()];
  const { name, group, uid, gid } = runsAs();
  await mkdir(join(folder, 'Maildir', 'new'), { recursive: true });
  for (const part of ['cur', 'tmp']) await mkdir(join(folder, 'Maildir', part));
  await chmod(folder, 0o755);
  for (const path of ['.', 'Maildir', 'Maildir/new', 'Maildir/cur', 'Maildir/tmp'])
    await chown(join(folder, path), uid, gid);
  await writeFile(join(folder, 'key.pem'), key, { mode: 0o600 });
  await writeFile(join(folder, 'cert.pem'), cert);
  await writeFile(join(folder, 'users'), `anna:{PLAIN}open sesame:${uid}:${gid}::${folder}\n`);
  const settings = `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
log_path = ${folder}/log
default_internal_user = ${name}
default_internal_group = ${group}
default_login_user = ${name}
first_valid_uid = 0
first_valid_gid = 0
mail_location = maildir:${folder}/Maildir
ssl = required
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = passwd-file
  args = ${folder}/users
}
service imap-login {
  chroot =
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${port}
  }
}
service anvil {
  chroot =
}
`;
  await writeFile(join(folder, 'dovecot.conf'), settings);
  const server = spawn(dovecot, ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' });
  onTestFinished(async () => {
    server.kill();
    if (server.exitCode === null) await once(server, 'exit');
  });
  await expect.poll(() => isListening(port), { timeout: 30_000 }).toBe(true);
  return { port, authority: cert, maildir: join(folder, 'Maildir') };
};

test.skipIf(!isInstalled)(
  'dovecot (skipped where it is not installed): mails are read, and stay new and unread',
  async () => {
    const { port, authority, maildir } = await startDovecot();
    const mail = eml(multipart([attached('filename="a.xml"', Buffer.from('<a/>'))]));
    await writeFile(join(maildir, 'new', '1.a.host'), mail, { mode: 0o644 });
    const address = {
      host: '127.0.0.1',
      port,
      user: 'anna',
      password: 'open sesame',
      authorities: authority,
      proxy: null,
    };
    const opened = await openMailbox(address, new AbortController().signal);
    if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
    const mailbox = opened.value;
    onTestFinished(mailbox.close);
    expect(await mailbox.folders()).toMatchObject({ ok: true, value: ['INBOX'] });
    const listed = await mailbox.list('INBOX', '', () => Promise.resolve(new Set<number>()));
    expect(listed).toMatchObject({ ok: true, value: [{ uid: 1, sender: 'finance@example.com' }] });
    const [first] = listed.ok ? listed.value : [];
    const fetched = first && (await mailbox.fetch(first));
    expect(fetched).toMatchObject({ ok: true });
    if (fetched?.ok) expect(fetched.value?.toString()).toBe(mail.toString());
    const wrong = await openMailbox({ ...address, password: 'wrong' }, new AbortController().signal);
    expect(wrong).toMatchObject({ failure: { reason: 'refused' } });
    // Neither seen nor recent: dovecot moves and renames a file for each flag.
    expect([...(await readdir(join(maildir, 'new'))), ...(await readdir(join(maildir, 'cur')))]).toEqual([
      '1.a.host',
    ]);
  },
  120_000,
);
