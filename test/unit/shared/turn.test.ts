import { expect, test } from 'vitest';
import { createTurn } from '../../../shared/turn.ts';

test('runs tasks one after the other, also after one that failed', async () => {
  const turn = createTurn();
  const seen: string[] = [];
  const first = Promise.withResolvers<void>();
  const task = (name: string, work: Promise<void>) => async () => {
    seen.push(`${name} begins`);
    await work;
    seen.push(`${name} ends`);
    return name;
  };
  const runs = [
    turn.run(task('one', first.promise)),
    turn.run(() => Promise.reject(new Error('two fails'))),
    turn.run(task('three', Promise.resolve())),
  ];
  const ended = turn.ended();
  first.resolve();
  const results = await Promise.allSettled(runs);
  await ended;
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(seen).toEqual(['one begins', 'one ends', 'three begins', 'three ends']);
});

test('starts all waiting tasks in their order when there is no time left', async () => {
  const hurry = Promise.withResolvers<void>();
  const turn = createTurn(() => hurry.promise);
  const seen: string[] = [];
  const never = new Promise<void>(() => {});
  const task = (name: string) => () => {
    seen.push(name);
    return never;
  };
  for (const name of ['one', 'two', 'three']) void turn.run(task(name));
  await Promise.resolve();
  await Promise.resolve();
  expect(seen).toEqual(['one']);
  hurry.resolve();
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  expect(seen).toEqual(['one', 'two', 'three']);
});
