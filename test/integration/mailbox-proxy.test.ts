import { expect, onTestFinished, test } from 'vitest';
import { createProxyFinder } from '../../electron/infra/network/own-network.ts';
import type { ProxyLogins } from '../../electron/infra/network/proxy-login.ts';
import { openMailboxBehind } from '../../electron/intake/mailbox/open-mailbox.ts';
import { imapAccount, startImapServer } from '../helpers/mails/imap-server.ts';
import { makeSelfSigned } from '../helpers/self-signed.ts';
import { startTunnel } from '../helpers/tunnel.ts';

const host = 'mail.example';
const ofProxy = makeSelfSigned('proxy.example');
const inbox = { INBOX: { validity: 7, mails: new Map() } };

const unknown = 'HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n';
const known = `Basic ${Buffer.from('anna:a b').toString('base64')}`;

/** A mail server that only a proxy over https reaches. */
const start = async (certificate = ofProxy, words?: Parameters<typeof startTunnel>[1]) => {
  const server = await startImapServer(inbox, undefined, host);
  onTestFinished(server.close);
  const proxy = await startTunnel(server.port, words, certificate);
  onTestFinished(proxy.close);
  const opened = async (
    authorities: string,
    { chosen = '', noProxy = '', proxyLogins = null as ProxyLogins | null } = {},
  ) => {
    const proxies = createProxyFinder({
      chosen: () => ({ proxy: chosen, authorities }),
      environment: chosen === '' ? { HTTPS_PROXY: proxy.address, NO_PROXY: noProxy } : {},
      ...(proxyLogins && { proxyLogins }),
    });
    const address = { ...imapAccount, host, port: server.port, authorities };
    const mailbox = await openMailboxBehind(proxies, address, new AbortController().signal);
    if (!mailbox.ok) return mailbox.failure.reason;
    const folders = await mailbox.value.folders();
    await mailbox.value.close();
    return folders.ok ? folders.value : folders.failure.reason;
  };
  return { server, proxy, opened, both: `${server.authority}${ofProxy.cert}` };
};

test('a mailbox goes through a proxy over https of an added authority, and through no other', async () => {
  const { server, proxy, opened, both } = await start();
  expect(await opened(both)).toEqual(['INBOX']);
  expect(proxy.heads).toEqual([expect.stringMatching(/^CONNECT mail\.example:\d+ HTTP\/1\.1\r\n/u)]);
  await expect.poll(proxy.open).toBe(0);
  const before = server.commands.length;
  expect(await opened(server.authority)).toBe('proxy');
  // The server behind it is checked as strictly.
  expect(await opened(ofProxy.cert)).toBe('untrusted');
  expect(await opened('')).toBe('proxy');
  expect(server.commands).toHaveLength(before);
  await expect.poll(proxy.open).toBe(0);
});

test('a proxy over https with a certificate for another name gets no login', async () => {
  const misnamed = makeSelfSigned('other.example', 2);
  const { proxy, opened, server } = await start(misnamed);
  expect(await opened(`${server.authority}${misnamed.cert}`)).toBe('proxy');
  expect(proxy.heads).toEqual([]);
});

test('the proxy of the settings over https is asked with the login that the user gives', async () => {
  const { proxy, opened, both } = await start(ofProxy, (head) =>
    head.includes(known) ? undefined : unknown,
  );
  const chosen = proxy.address.replace('anna:a%20b@', '');
  expect(await opened(both, { chosen })).toBe('proxy');
  const asked: unknown[] = [];
  const proxyLogins: ProxyLogins = {
    known: () => null,
    ask: ({ port }) => {
      asked.push(port);
      return Promise.resolve(
        asked.length < 3 ? { user: 'anna', password: asked.length < 2 ? 'x' : 'a b' } : null,
      );
    },
  };
  expect(await opened(both, { chosen, proxyLogins })).toEqual(['INBOX']);
  expect(asked).toEqual([Number(new URL(chosen).port), Number(new URL(chosen).port)]);
});

test.each(['proxy.example:8080', 'proxy.example', 'ftp://proxy.example'])(
  'a mailbox is never reached past the proxy %s, which nobody can use',
  async (address) => {
    const server = await startImapServer(inbox);
    onTestFinished(server.close);
    const proxies = { find: () => Promise.resolve(address), logIn: () => Promise.resolve(null) };
    const at = { ...imapAccount, port: server.port, authorities: server.authority };
    expect(await openMailboxBehind(proxies, at, new AbortController().signal)).toMatchObject({
      ok: false,
      failure: { reason: 'proxy' },
    });
    expect(server.commands).toEqual([]);
  },
);

test('NO_PROXY excepts the mail server, with or without its port', async () => {
  const { proxy, opened, both, server } = await start();
  // Nobody has this name.
  expect(await opened(both, { noProxy: '.example' })).toBe('away');
  expect(await opened(both, { noProxy: `${host}:${server.port}` })).toBe('away');
  expect(proxy.heads).toEqual([]);
  expect(await opened(both, { noProxy: `${host}:1` })).toEqual(['INBOX']);
});
