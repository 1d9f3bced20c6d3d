import { createServer } from 'node:http';
import type { Net } from 'electron';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createProxyLogins } from '../../electron/hosts/desktop/proxy-logins.ts';
import { createNetTransport } from '../../electron/hosts/desktop/net-transport.ts';
import type { ProxyQuestion } from '../../shared/contract/proxy-question.ts';
import { listen, portOf } from '../helpers/listen.ts';
import { net } from '../helpers/electron-stand-in/net.ts';
import { describeTransport } from '../helpers/transport-contract.ts';

// The stand-in has the events and refusals of Electron's `net`, not its types.
const standIn = net as unknown as Pick<Net, 'request'>;

describeTransport(
  'Electron net, on the stand-in',
  () => createNetTransport(standIn, { ask: () => Promise.resolve(null) }),
  { keepsHost: false },
);

/** A server that asks for a login as a proxy or as itself, and answers only `anna` with `right`. */
const startAsking = async (status: 401 | 407) => {
  const seen: (string | undefined)[] = [];
  const [asks, reads] =
    status === 407
      ? (['proxy-authenticate', 'proxy-authorization'] as const)
      : (['www-authenticate', 'authorization'] as const);
  const server = await listen(
    createServer((incoming, response) => {
      const given = incoming.headers[reads]?.replace('Basic ', '');
      seen.push(given === undefined ? undefined : Buffer.from(given, 'base64').toString());
      incoming.resume().on('end', () => {
        if (seen.at(-1) === 'anna:right') response.end('through');
        else response.writeHead(status, { [asks]: 'Basic realm="office"' }).end('refused');
      });
    }),
  );
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: new URL(`http://127.0.0.1:${portOf(server)}/v1`),
    place: `127.0.0.1:${portOf(server)}`,
    seen,
  };
};

/** A transport whose user answers as told, and calls over it. */
const start = async (status: 401 | 407, environment: Readonly<Record<string, string>> = {}) => {
  const asking = await startAsking(status);
  const questions: ProxyQuestion[] = [];
  let answer: ((question: ProxyQuestion) => void) | null = null;
  const logins = createProxyLogins({
    environment,
    tell: (open) => {
      // A withdrawn or answered question is no new one.
      for (const question of open.filter(({ id }) => !questions.some((asked) => asked.id === id))) {
        questions.push(question);
        answer?.(question);
      }
    },
    now: () => 0,
  });
  const transport = createNetTransport(standIn, logins);
  const call = async (signal = new AbortController().signal) => {
    const sent = await transport(
      {
        url: asking.url,
        headers: {},
        body: Buffer.from('picture'),
        connectTimeoutMs: 20_000,
        totalTimeoutMs: 20_000,
        maxResponseBytes: 1_000,
      },
      signal,
    );
    return sent.ok ? [sent.value.status, sent.value.body.toString()] : sent.failure.reason;
  };
  return {
    ...asking,
    questions,
    logins,
    call,
    onAsk: (by: (question: ProxyQuestion) => void) => {
      answer = by;
    },
  };
};

describe('a login', () => {
  test('is asked once for all calls, again if it was wrong, and kept for the run', async () => {
    const { call, onAsk, questions, logins, place, seen } = await start(407);
    const passwords = ['wrong', 'right'];
    onAsk(({ id }) =>
      setImmediate(() => logins.answer(id, { user: 'anna', password: passwords.shift() ?? '' })),
    );
    expect(await Promise.all([call(), call()])).toEqual([
      [200, 'through'],
      [200, 'through'],
    ]);
    expect(questions.map(({ proxy, isWrong }) => [proxy, isWrong])).toEqual([
      [place, false],
      [place, true],
    ]);
    expect(logins.open()).toEqual([]);
    const before = seen.length;
    expect(await call()).toEqual([200, 'through']);
    // Chromium is asked each time here, and the user is not.
    expect(seen.slice(before)).toEqual([undefined, 'anna:right']);
    expect(questions).toHaveLength(2);
  });

  test('that the user does not give fails the call, and is not asked for by each page of a batch', async () => {
    const { call, onAsk, questions, logins } = await start(407);
    onAsk(({ id }) => logins.answer(id, null));
    expect(await call()).toEqual([407, '']);
    expect(await call()).toEqual([407, '']);
    expect(questions).toHaveLength(1);
  });

  test('for a call that has ended is asked for no longer, and a late answer does nothing', async () => {
    const { call, onAsk, logins, questions, seen, place } = await start(407);
    const [first, second] = [new AbortController(), new AbortController()];
    onAsk(() => setImmediate(() => first.abort()));
    const calls = [call(first.signal), call(second.signal)];
    expect(await calls[0]).toBe('cancelled');
    await expect.poll(() => seen.length).toBe(2);
    second.abort();
    expect(await calls[1]).toBe('cancelled');
    await expect.poll(() => logins.open()).toEqual([]);
    for (const { id } of questions) logins.answer(id, { user: 'anna', password: 'right' });
    // Nobody is waiting, and nothing is sent.
    expect(logins.known({ isProxy: true, host: '127.0.0.1', port: Number(place.split(':')[1]) })).toBeNull();
    expect(seen).toEqual([undefined, undefined]);
  });

  test('of the environment is used first, and the user is asked if it is wrong', async () => {
    const environment: Record<string, string> = {};
    const { call, onAsk, questions, logins, seen, place } = await start(407, environment);
    environment['HTTP_PROXY'] = `http://anna:old@${place}`;
    onAsk(({ id }) => logins.answer(id, { user: 'anna', password: 'right' }));
    expect(await call()).toEqual([200, 'through']);
    expect(seen).toEqual([undefined, 'anna:old', 'anna:right']);
    expect(questions.map(({ isWrong }) => isWrong)).toEqual([true]);
  });

  test('is never given to a server', async () => {
    const { call, questions, seen } = await start(401);
    expect(await call()).toEqual([401, 'refused']);
    expect(questions).toEqual([]);
    expect(seen).toEqual([undefined]);
  });
});
