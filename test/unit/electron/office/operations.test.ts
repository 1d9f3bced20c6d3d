import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { OfficeFigures } from '../../../../electron/office/store/office-state.ts';
import { createMetrics } from '../../../../electron/office/operations/metrics.ts';
import { startOperations, type Stage } from '../../../../electron/office/operations/operations-server.ts';
import { operationsPlace } from '../../../../electron/office/operations/place.ts';
import { whenReachable } from '../../../../electron/office/operations/when-reachable.ts';
import { failed, success } from '../../../../shared/result.ts';

const ask = async (origin: string, path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const { promise, resolve, reject } = Promise.withResolvers<{
    readonly status: number;
    readonly type: string;
    readonly body: string;
  }>();
  const asked = request(`${origin}${path}`, { method, headers, agent: false }, (response) => {
    void text(response).then((body) =>
      resolve({
        status: response.statusCode ?? 0,
        type: String(response.headers['content-type']),
        body,
      }),
    );
  });
  asked.on('error', reject).end();
  return await promise;
};

const quiet: OfficeFigures = {
  queued: 7,
  oldestSeconds: 90,
  workers: 3,
  workersWithAccount: 2,
  budgetLeft: 12,
};

/** A process in any state, and what its monitors see. */
const startProcess = async () => {
  const state: { stage: Stage; up: boolean } = { stage: 'running', up: true };
  const metrics = createMetrics({ figures: () => Promise.resolve(state.up ? quiet : null) });
  const started = await startOperations(
    { address: '127.0.0.1', port: 0 },
    { stage: () => state.stage, probe: { isUp: () => Promise.resolve(state.up) }, metrics },
  );
  if (!started.ok) throw new Error(started.failure.message.en);
  onTestFinished(started.value.close);
  const { origin } = started.value;
  return { state, metrics, origin, ask: (path: string) => ask(origin, path) };
};

test('is alive in every state, and ready only while it runs and its database answers', async () => {
  const { state, ask: get } = await startProcess();
  const seen = async () => [(await get('/healthz')).status, (await get('/readyz')).status];
  expect(await seen()).toEqual([200, 200]);
  state.up = false;
  expect(await seen()).toEqual([200, 503]);
  state.up = true;
  for (const stage of ['starting', 'stopping'] as const) {
    state.stage = stage;
    expect(await seen()).toEqual([200, 503]);
  }
});

test('shows the office’s figures in the text of Prometheus, and none while the database is away', async () => {
  const { state, metrics, ask: get } = await startProcess();
  metrics.call();
  metrics.call();
  metrics.page(true, 0.4);
  metrics.page(false, 2);
  metrics.request('command', 200, 0.03);
  metrics.request('files', 503, 1);
  const there = await get('/metrics');
  expect(there.type).toMatch(/^text\/plain; version=0\.0\.4/u);
  const lines = there.body.split('\n');
  for (const line of [
    'vouch_database_up 1',
    'vouch_queue_pages 7',
    'vouch_queue_oldest_seconds 90',
    'vouch_workers{account="yes"} 2',
    'vouch_workers{account="no"} 1',
    'vouch_budget_left 12',
    'vouch_calls_total 2',
    'vouch_failures_total{kind="page"} 1',
    'vouch_failures_total{kind="request"} 1',
    'vouch_page_seconds_count 2',
    'vouch_request_seconds_count{route="command",status="2xx"} 1',
    'vouch_request_seconds_count{route="files",status="5xx"} 1',
  ])
    expect(lines).toContain(line);
  expect(there.body).toMatch(/^process_resident_memory_bytes \d+/mu);
  state.up = false;
  const away = await get('/metrics');
  expect(away.status).toBe(200);
  expect(away.body.split('\n')).toContain('vouch_database_up 0');
  expect(away.body).not.toMatch(/^vouch_(?:queue|workers)\w*(?:\{.*\})? /mu);
});

test('answers monitors on this computer only, and changes nothing', async () => {
  const { origin } = await startProcess();
  const port = new URL(origin).port;
  expect((await ask(origin, '/metrics', { host: `evil.example:${port}` })).status).toBe(403);
  expect((await ask(origin, '/metrics', { host: `localhost:${port}` })).status).toBe(200);
  expect((await ask(origin, '/healthz', {}, 'POST')).status).toBe(405);
  expect((await ask(origin, '/', {})).status).toBe(404);
  expect((await ask(origin, '/commands/pages.list', {})).status).toBe(404);
});

test('says that a port is taken', async () => {
  const { origin } = await startProcess();
  const second = await startOperations(
    { address: '127.0.0.1', port: Number(new URL(origin).port) },
    {
      stage: () => 'running',
      probe: { isUp: () => Promise.resolve(true) },
      metrics: createMetrics({ figures: () => Promise.resolve(null) }),
    },
  );
  expect(second).toMatchObject({ ok: false, failure: { message: { en: /in use.*--operations-port/u } } });
});

const given = (port: number | null, address: string | null, variable?: string) =>
  operationsPlace({ port, address }, variable === undefined ? {} : { VOUCH_OPERATIONS_PORT: variable });

describe('the place', () => {
  test('is nowhere by default, and on loopback unless an address is given', () => {
    expect(given(null, null)).toEqual(success(null));
    expect(given(null, null, ' ')).toEqual(success(null));
    expect(given(9_090, null)).toEqual(success({ address: '127.0.0.1', port: 9_090 }));
    expect(given(null, null, '9090')).toEqual(success({ address: '127.0.0.1', port: 9_090 }));
    expect(given(9_090, '10.0.0.4', '9091')).toEqual(success({ address: '10.0.0.4', port: 9_090 }));
  });
  test('is refused with a reason', () => {
    expect(given(null, null, 'x')).toMatchObject({ failure: { message: { en: /^VOUCH_OPERATIONS_PORT/u } } });
    expect(given(null, '10.0.0.4')).toMatchObject({
      failure: { message: { en: /--operations-port, too/u } },
    });
  });
});

describe('the wait for a database', () => {
  const away = failed({ reason: 'unreachable', detail: 'ECONNREFUSED' } as const);
  test('lasts until it can be reached, and is reported once', async () => {
    const waits: string[] = [];
    let tries = 0;
    const opened = await whenReachable(
      () => {
        tries += 1;
        return Promise.resolve(tries < 3 ? away : success('office'));
      },
      { signal: new AbortController().signal, onWait: ({ detail }) => waits.push(detail), againMs: 1 },
    );
    expect([opened, waits]).toEqual([success('office'), ['ECONNREFUSED']]);
  });
  test('lasts through every failure that passes, and each is reported once', async () => {
    const reasons = ['unknown-host', 'unknown-host', 'too-many-connections', 'disk-full'] as const;
    const failures = [...reasons];
    const waits: string[] = [];
    const opened = await whenReachable(
      () => {
        const reason = failures.shift();
        return Promise.resolve(reason ? failed({ reason, detail: '' }) : success('office'));
      },
      { signal: new AbortController().signal, onWait: ({ reason }) => waits.push(reason), againMs: 1 },
    );
    expect([opened, waits]).toEqual([success('office'), [...new Set(reasons)]]);
  });
  test('ends with a signal', async () => {
    const stop = new AbortController();
    const opened = await whenReachable(() => Promise.resolve(away), {
      signal: stop.signal,
      onWait: () => stop.abort(),
      againMs: 60_000,
    });
    expect(opened).toEqual(away);
  });
  test.each(['login', 'tls', 'no-database', 'newer'] as const)('does not begin for %s', async (reason) => {
    const wrong = failed({ reason, detail: 'wrong' });
    const opened = await whenReachable(() => Promise.resolve(wrong), {
      signal: new AbortController().signal,
      onWait: () => expect.unreachable(),
    });
    expect(opened).toEqual(wrong);
  });
});
