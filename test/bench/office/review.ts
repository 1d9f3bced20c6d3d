import { setTimeout as wait } from 'node:timers/promises';
import { openDesk, signInUsers, type Desk } from '../../helpers/office-desk.ts';
import { startOfficeRun, type OfficeRun } from '../../helpers/office-run.ts';
import { usersPool } from '../../helpers/office.ts';
import { randomFrom } from '../../helpers/random.ts';
import type { PageDetail } from '../../../shared/contract/page.ts';
import type { BenchRow } from '../row.ts';
import { percentile, processorSeconds, processorTimeEach, timed } from './measure.ts';

const people = 50;
const pagesOfPerson = 4;
/** Milliseconds between two corrections of a person, for reading and typing. */
const thinkMs = [1_000, 3_000] as const;
/** Measured twice: with the program, and without it. */
const lastsMs = 30_000;
const limitMs = 50;

/** Each person repeats an action with pauses; returns the durations. */
const allAtOnce = async (
  change: (person: number, turn: number) => Promise<void>,
): Promise<readonly number[]> => {
  const random = randomFrom(1);
  const times: number[] = [];
  const endMs = performance.now() + lastsMs;
  const onePerson = async (person: number): Promise<void> => {
    await wait(random.whole(0, thinkMs[1]));
    for (let turn = 0; performance.now() < endMs; turn += 1) {
      times.push(await timed(() => change(person, turn)));
      await wait(random.whole(...thinkMs));
    }
  };
  await Promise.all(Array.from({ length: people }, (_, person) => onePerson(person)));
  return times;
};

const correctAs = async (
  desk: Desk,
  id: number,
  turn: number,
  was: Map<number, string | null>,
): Promise<void> => {
  const value = `已核对 ${turn}`;
  const input = { id, field: 'remark', value, was: was.get(id) ?? null, version: 0 };
  const kept = await desk.ask<PageDetail>('pages.correct', input);
  if (!kept.ok) throw new Error(kept.failure.id);
  was.set(id, kept.value.invoice?.value.remark ?? null);
};

/** The statements that store a correction, without any of the program around them. */
const bareSql = async ({ connection: { pool } }: OfficeRun, id: number, turn: number): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT * FROM pages WHERE id = $1 FOR NO KEY UPDATE', [id]);
    const { rows } = await client.query<{ version: number }>(
      'SELECT coalesce(max(version) + 1, 0) AS version FROM review_events WHERE page = $1',
      [id],
    );
    await client.query(
      `INSERT INTO review_events (page, version, kind, body, author, at, extraction)
       SELECT id, $2, 'correct', $3, 'nobody', '2024-05-28T08:00:00.000Z', extraction FROM pages WHERE id = $1`,
      [id, rows[0]?.version ?? 0, JSON.stringify({ field: 'remark', value: String(turn) })],
    );
    await client.query('UPDATE results SET note = $2 WHERE page = $1', [id, String(turn)]);
    await client.query(`UPDATE search SET text = text || ' ' WHERE page = $1`, [id]);
    await client.query(`SELECT pg_notify('bench', $1)`, [String(id)]);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
};

/** 50 people correct at one server, each with a window that listens. */
export const reviewing = async (): Promise<readonly BenchRow[]> => {
  // As durable as in an office: each correction waits for the disk.
  const run = await startOfficeRun(0, ['fsync=on', 'full_page_writes=on', 'max_connections=150']);
  const pool = usersPool(run.url, 4);
  try {
    const worker = await run.startWorker(8);
    const ids = await run.handIn(people * pagesOfPerson);
    await run.settled();
    await worker.end('SIGTERM');
    const cookies = await signInUsers(pool, people);
    const server = await run.startServe('server');
    const desks = cookies.map((cookie) => openDesk(server.port, cookie));
    const pageOf = (person: number, turn: number): number =>
      ids[person * pagesOfPerson + (turn % pagesOfPerson)] ?? 0;
    const was = new Map<number, string | null>();
    const first = desks[0];
    if (!first) throw new Error('Nobody');
    for (const id of ids) {
      const opened = await first.ask<PageDetail>('pages.open', { id });
      was.set(id, opened.ok ? (opened.value.invoice?.value.remark ?? null) : null);
    }
    const closing = desks.map((desk) => desk.listen());
    const usedBefore = processorSeconds();
    const times = await allAtOnce((person, turn) =>
      correctAs(desks[person] ?? first, pageOf(person, turn), turn, was),
    );
    const each = processorTimeEach(usedBefore, times.length);
    for (const end of closing) end();
    for (const desk of desks) desk.close();
    await server.end('SIGTERM');
    const bare = await allAtOnce((person, turn) => bareSql(run, pageOf(person, turn), turn));
    const p95 = percentile(times, 0.95);
    return [
      {
        name: `a correction while ${people} people review, ${times.length} of them, until the response, 95th percentile`,
        measured: `${p95.toFixed(1)} ms (half: ${percentile(times, 0.5).toFixed(1)} ms)${each}`,
        floor: `${limitMs} ms; its bare SQL: ${percentile(bare, 0.95).toFixed(1)} ms`,
        ratio: p95 / limitMs,
        limit: 1,
      },
    ];
  } finally {
    await pool.end();
    await run.close();
  }
};
