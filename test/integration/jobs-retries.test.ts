import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { newBatch } from '../../electron/pipeline/batch.ts';
import { randomAccount, startSandbox } from '../../electron/extract/sandbox/server.ts';
import { sha256Of } from '../../electron/infra/bytes.ts';
import { askingForFile, pictureOf } from '../helpers/asking.ts';
import {
  answer,
  badBase64,
  cutJson,
  good,
  halfBody,
  late,
  lengthTooLong,
  pass,
  proxyPage,
  refusal,
  resetAfterHeaders,
  resetBeforeHeaders,
  resetWhileSending,
  sessionCode,
  slowBytes,
  textNoJson,
  tooMany,
  wrongDate,
  type Fault,
} from '../helpers/fault-server.ts';

const startAsking = askingForFile();

const clockCheck = refusal(
  403,
  'HMAC signature cannot be verified, a valid date or x-date header is required for HMAC Authentication',
);

/** The number of calls for a page if the service always fails in this way. */
const callsFor: readonly (readonly [string, Fault, number])[] = [
  ['reset while sending', resetWhileSending, 4],
  ['reset before the response', resetBeforeHeaders, 4],
  ['reset within the response', resetAfterHeaders, 4],
  ['half a response', halfBody, 4],
  ['Content-Length too large', lengthTooLong, 4],
  ['500', answer(500, {}, 'oops'), 4],
  ['a gateway page', proxyPage(502), 4],
  ['429', tooMany(), 4],
  ['429 with Retry-After', tooMany('0'), 4],
  ['10019', sessionCode(10019, 'session timeout'), 4],
  ['10222', sessionCode(10222, 'deadline exceeded'), 2],
  ['10010', sessionCode(10010, 'no licence'), 1],
  ['10163', sessionCode(10163, 'param'), 1],
  ['10313', sessionCode(10313, 'invalid appid'), 1],
  ['an unknown code', sessionCode(4711, 'what'), 1],
  ['an HTML page with status 200', proxyPage(200), 1],
  ['404', answer(404, {}, 'none'), 1],
  ['truncated JSON', cutJson, 1],
  ['invalid base64', badBase64, 1],
  ['decoded text not JSON', textNoJson, 1],
  ['a redirect', answer(302, { location: 'http://127.0.0.1:1/' }, ''), 1],
  ['wrong secret', refusal(401, 'HMAC signature does not match'), 1],
  ['a clock failure without a Date header', { strike: clockCheck.strike }, 1],
];

describe('the number of times a page is sent', () => {
  test.each(callsFor.map(([name, fault, calls]) => [name, calls, fault] as const))(
    '%s: %i',
    async (_, expected, fault) => {
      const { folder, addPages, run, calls } = await startAsking({ script: () => fault });
      const [id] = await addPages(1);
      expect(await run([id!])).toEqual(['failed']);
      expect(calls()).toBe(expected);
      expect((await folder.store.page(id!))?.state).toBe('failed');
    },
  );

  test('retries within the rule, and no more', async () => {
    const { addPages, run, calls } = await startAsking({
      script: (index) => (index < 3 ? resetBeforeHeaders : good),
    });
    const [id] = await addPages(1);
    expect(await run([id!])).toEqual(['recognized']);
    expect(calls()).toBe(4);
  });

  test('waits for slow bytes', async () => {
    const { addPages, run, calls } = await startAsking({ script: () => slowBytes(1) });
    expect(await run(await addPages(1))).toEqual(['recognized']);
    expect(calls()).toBe(1);
  });

  test('marks a lost response as possibly billed, whatever happens later', async () => {
    const { folder, addPages, run } = await startAsking({
      script: (index) => (index === 0 ? halfBody : sessionCode(10163, 'param')),
    });
    const [id] = await addPages(1);
    await run([id!]);
    expect((await folder.store.page(id!))?.failure).toMatchObject({ code: 10163, mayHaveBeenPaid: true });
  });
});

describe('a service that asks for a pause', () => {
  test('gets no call from any page before Retry-After', async () => {
    const times: number[] = [];
    const { addPages, run } = await startAsking({
      script: (index) => {
        times.push(performance.now());
        return index === 0 ? tooMany('1') : good;
      },
      concurrency: 4,
    });
    expect(await run(await addPages(6))).toEqual(Array.from({ length: 6 }, () => 'recognized'));
    // Four calls had started already. No other call started within the second.
    expect(times.slice(4).every((time) => time - times[0]! >= 990)).toBe(true);
    expect(times).toHaveLength(7);
  });

  test.each([
    ['slow', -3_600_000],
    ['fast', 3_600_000],
  ])('compares a date with the clock that wrote it if this computer’s clock is %s', async (_, aheadMs) => {
    const serverNow = Date.now() - aheadMs;
    const [date, later] = [0, 2000].map((ms) => new Date(serverNow + ms).toUTCString());
    const times: number[] = [];
    const { addPages, run } = await startAsking({
      script: (index) => {
        times.push(performance.now());
        const headers = { date: date!, 'retry-after': later! };
        return index === 0 ? answer(429, headers, '{}') : good;
      },
    });
    expect(await run(await addPages(1))).toEqual(['recognized']);
    expect(times).toHaveLength(2);
    expect(times[1]! - times[0]!).toBeGreaterThan(1900);
  });

  test("ends the batch with that failure and without a call if the pause exceeds a batch's lifetime", async () => {
    const { folder, addPages, run, calls, notices } = await startAsking({ script: () => tooMany('3600') });
    const ids = await addPages(5);
    expect(await run(ids)).toEqual(['failed', ...Array.from({ length: 4 }, () => 'held-back')]);
    expect(calls()).toBe(1);
    expect(notices).toHaveLength(1);
    const [first, ...others] = await folder.store.pages(ids);
    expect(first?.failure).toMatchObject({ code: 429 });
    for (const other of others) expect(other).toMatchObject({ state: 'waiting', failure: null });
  });

  test('gets a few calls and a few probes if it is down, while the other pages wait', async () => {
    const { folder, addPages, run, calls, notices } = await startAsking({
      script: () => answer(503, {}, 'down'),
      concurrency: 4,
      times: { firstWaitMs: 2, longestWaitMs: 40, totalMs: 5_000 },
    });
    const ids = await addPages(300);
    const outcomes = await run(ids);
    // Twelve failures, with the running calls, open the breaker. Then there are three probes.
    expect(calls()).toBeLessThanOrEqual(20);
    expect(outcomes.filter((outcome) => outcome === 'held-back').length).toBeGreaterThan(280);
    expect(notices.map(({ kind }) => kind)).toEqual(['halted']);
    expect(await folder.store.page(ids.at(-1)!)).toMatchObject({ state: 'waiting', failure: null });
  });

  test('slows calls down if it returns 500s', async () => {
    const { addPages, run, route } = await startAsking({
      script: (index) => (index < 8 ? answer(500, {}, 'oops') : good),
      concurrency: 16,
    });
    const limits: number[] = [];
    const { enter } = route.endpoint.limiter;
    Object.assign(route.endpoint.limiter, {
      enter: async (signals: Parameters<typeof enter>[0]) => {
        limits.push(route.endpoint.limiter.limit());
        return enter(signals);
      },
    });
    await run(await addPages(40));
    expect(Math.min(...limits)).toBeLessThanOrEqual(8);
  });
});

describe('a failure of the account', () => {
  test.each([
    ['10313', sessionCode(10313, 'invalid appid')],
    ['10010', sessionCode(10010, 'service license not enough')],
    [
      '10313 with another HTTP status',
      answer(500, {}, JSON.stringify({ header: { code: 10313, message: 'invalid appid', sid: 's1' } })),
    ],
  ])('%s stops the batch, and pages without a call wait', async (_, fault) => {
    const concurrency = 4;
    const { folder, addPages, run, calls, notices } = await startAsking({ script: () => fault, concurrency });
    const ids = await addPages(40);
    await run(ids);
    expect(calls()).toBeLessThanOrEqual(concurrency + 4);
    expect(notices.map(({ kind }) => kind)).toEqual(['halted']);
    const states = (await folder.store.pages(ids)).map(({ state }) => state);
    expect(states.filter((state) => state === 'waiting').length).toBeGreaterThanOrEqual(32);
  });

  test('stops the batch after four pages in a row with an undocumented code', async () => {
    const { addPages, run, calls } = await startAsking({ script: () => sessionCode(11503, 'licc limit') });
    await run(await addPages(40));
    expect(calls()).toBe(4);
  });
});

describe('with wrong keys', () => {
  test('stops the batch with one message; the others are not sent', async () => {
    const { folder, addPages, run, calls, notices } = await startAsking({
      script: () => refusal(401, 'HMAC signature cannot be verified'),
      concurrency: 2,
    });
    const ids = await addPages(50);
    const outcomes = await run(ids);
    expect(calls()).toBeLessThanOrEqual(2);
    expect(outcomes.filter((outcome) => outcome === 'failed')).toHaveLength(1);
    expect(notices.map(({ kind }) => kind)).toEqual(['halted']);
    const states = (await folder.store.pages(ids)).map(({ state }) => state);
    expect(states.filter((state) => state === 'waiting').length).toBeGreaterThanOrEqual(48);
  });

  test('keeps the others in the window waiting for correct keys', async () => {
    const { folder, addPages, run, calls } = await startAsking({
      script: () => refusal(401, 'HMAC signature does not match'),
      waitsForNetwork: true,
    });
    const ids = await addPages(3);
    await run(ids);
    expect(calls()).toBe(1);
    expect((await folder.store.pages(ids)).map(({ state }) => state)).toEqual([
      'failed',
      'waiting',
      'waiting',
    ]);
  });
});

describe('the clock', () => {
  const hour = 3_600_000;

  test.each([-hour, hour, 400_000, -90_000])('of the computer may be wrong by %i ms', async (off) => {
    const account = randomAccount();
    const truths = [0, 1, 2].map((index) => ({
      service: 'face-detect' as const,
      sha256: sha256Of(pictureOf(index)),
      text: { ret: 0, face_num: 0 },
    }));
    const sandbox = await startSandbox({ truths, account, now: () => new Date() });
    const { addPages, run, calls, notices } = await startAsking({
      script: () => pass,
      forwardTo: sandbox.baseUrl,
      keys: account,
      now: () => new Date(Date.now() + off),
    });
    expect(await run(await addPages(3))).toEqual(['recognized', 'recognized', 'recognized']);
    // One repeated call if the first was refused; from then on the dates are right.
    expect(calls()).toBe(Math.abs(off) > 300_000 ? 4 : 3);
    expect(notices).toHaveLength(1);
    const [notice] = notices;
    expect(notice?.kind === 'clock' && Math.abs(notice.offsetMs + off) < 5_000).toBe(true);
    await sandbox.close();
  });

  test('is corrected for calls that start together, and each is repeated once', async () => {
    const { addPages, run, calls, notices } = await startAsking({
      script: (index) => (index < 4 ? wrongDate(hour, clockCheck) : wrongDate(hour)),
      concurrency: 4,
    });
    expect(await run(await addPages(8))).toEqual(Array.from({ length: 8 }, () => 'recognized'));
    expect(calls()).toBe(12);
    expect(notices).toHaveLength(1);
  });

  test('causes a final failure after a second refusal, and no repeat after a response', async () => {
    const refused = await startAsking({ script: () => wrongDate(hour, clockCheck) });
    const [id] = await refused.addPages(1);
    await refused.run([id!]);
    expect(refused.calls()).toBe(2);
    expect((await refused.folder.store.page(id!))?.failure?.kind).toBe('clock');
    const answered = await startAsking({ script: () => wrongDate(hour) });
    expect(await answered.run(await answered.addPages(2))).toEqual(['recognized', 'recognized']);
    expect(answered.calls()).toBe(2);
  });

  test('of a proxy is ignored', async () => {
    const { addPages, run, notices } = await startAsking({
      script: (index) => (index === 0 ? wrongDate(hour, proxyPage(502)) : good),
    });
    expect(await run(await addPages(1))).toEqual(['recognized']);
    expect(notices).toEqual([]);
  });
});

describe('a network that is down', () => {
  test('is reported by the command line after its attempts', async () => {
    const { folder, addPages, run, shut, route } = await startAsking({ script: () => good });
    const [id] = await addPages(1);
    await shut();
    expect(await run([id!])).toEqual(['failed']);
    expect((await folder.store.page(id!))?.failure).toMatchObject({
      kind: 'network',
      mayHaveBeenPaid: false,
    });
    expect(route.endpoint.misses.count).toBe(0);
  });

  test('makes the window wait without recording attempts, and resume automatically', async () => {
    const { folder, addPages, run, notices, route, calls } = await startAsking({
      script: () => good,
      waitsForNetwork: true,
      concurrency: 4,
    });
    let offline = true;
    const real = route.transport;
    const lost = { reason: 'unreachable', detail: 'ENETUNREACH', sent: false } as const;
    let tries = 0;
    Object.assign(route, {
      transport: (...args: Parameters<typeof real>) => {
        tries += 1;
        return offline ? Promise.resolve({ ok: false, failure: lost }) : real(...args);
      },
    });
    const ids = await addPages(6);
    const running = run(ids);
    await wait(500);
    expect(tries).toBeLessThanOrEqual(4);
    expect((await folder.store.pages(ids)).map(({ state }) => state)).toEqual(ids.map(() => 'waiting'));
    offline = false;
    expect(await running).toEqual(ids.map(() => 'recognized'));
    expect(calls()).toBe(6);
    expect(notices.map(({ kind }) => kind)).toEqual(['unreached', 'reached']);
    expect(await folder.store.newestCall()).toBeGreaterThan(0);
  }, 60_000);
});

describe('reusing results and leases', () => {
  test('makes one call for two equal pages, and none in a later batch', async () => {
    const { folder, addPages, run, calls } = await startAsking({ script: () => good, concurrency: 4 });
    const ids = [...(await addPages(1)), ...(await addPages(1))];
    await run(ids);
    await run(ids);
    expect(calls()).toBe(1);
    await run(ids, newBatch(await folder.store.newestCall()));
    expect(calls()).toBe(2);
  });

  test('extends the lease of a long call while it runs', async () => {
    const { folder, addPages, run, calls } = await startAsking({ script: () => late(1_200), leaseMs: 300 });
    const ids = await addPages(1);
    expect(await run(ids)).toEqual(['recognized']);
    expect(calls()).toBe(1);
    expect((await folder.store.page(ids[0]!))?.maybePaid).toBe(false);
  });

  test('makes no call for a page that is stopped while it waits for its next attempt', async () => {
    const { folder, addPages, run, calls } = await startAsking({
      script: () => answer(503, {}, ''),
      times: { firstWaitMs: 5_000, longestWaitMs: 5_000, totalMs: 60_000 },
    });
    const [id] = await addPages(1);
    expect(await run([id!], newBatch(), AbortSignal.timeout(300))).toEqual(['cancelled']);
    expect(calls()).toBe(1);
    expect((await folder.store.page(id!))?.state).toBe('cancelled');
  });
});
