import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contendingCommands, openRaces } from '../../helpers/office-races.ts';
import { noPostgres, sharedPostgres } from '../../helpers/postgres.ts';

/** Callers who want the same, and callers with their own. `npm run soak` has 200 rounds of each. */
const [rounds, apart] = [20, 5];

describe.skipIf(noPostgres !== null)('two callers at once, at two servers of an office', () => {
  let opened: Awaited<ReturnType<typeof openRaces>>;
  beforeAll(async () => {
    opened = await openRaces(await (await sharedPostgres()).database());
  });
  afterAll(() => opened.close());

  test('have a race for each command that contends for something', () => {
    expect(Object.keys(opened.races).toSorted()).toEqual(contendingCommands.toSorted());
  });

  test.each(contendingCommands)(
    '%s: one of two wins and the other is told; with their own, both do',
    async (name) => {
      expect(await opened.run(name, rounds, apart)).toEqual([]);
      expect(opened.bugs()).toEqual([]);
    },
  );

  test('of different commands: one wins and the other is told', async () => {
    for (const name of opened.crossed) expect(await opened.run(name, rounds, apart), name).toEqual([]);
    expect(opened.bugs()).toEqual([]);
  });
});
