import { expect, test } from 'vitest';
import {
  dayBegan,
  lockBudget,
  overBudgetOf,
  type CallBudget,
} from '../../../../electron/store/sql/call-budget.ts';

const began = (at: string) => dayBegan(new Date(at));

test('a day begins at midnight in Shanghai', () => {
  expect(began('2026-03-01T15:59:59.999Z')).toBe('2026-02-28T16:00:00.000Z');
  expect(began('2026-03-01T16:00:00.000Z')).toBe('2026-03-01T16:00:00.000Z');
  expect(began('2026-12-31T23:00:00.000Z')).toBe('2026-12-31T16:00:00.000Z');
});

/** Locks and counts, as the start of a call does. */
function* lockAndCount(budget: CallBudget) {
  yield* lockBudget(budget);
  return yield* overBudgetOf(1, budget, new Date('2026-03-01T00:00:00Z'));
}

/** Runs the steps on calls that were made, by whom. */
const overBudget = (budget: CallBudget, made: readonly string[]) => {
  const steps = lockAndCount(budget);
  const asked: string[] = [];
  let step = steps.next();
  while (step.done !== true) {
    const { sql, wants } = step.value;
    asked.push(wants);
    const count = sql.includes('author') ? made.filter((one) => one === 'a').length : made.length;
    step = steps.next({ rows: [{ made: count }], changes: 0 });
  }
  return { asked, over: step.value };
};

test('what is counted is locked first, and only if there is a budget', () => {
  expect(overBudget({ office: null, person: null }, ['a'])).toEqual({ asked: [], over: null });
  expect(overBudget({ office: 2, person: null }, ['a'])).toEqual({ asked: ['lock', 'rows'], over: null });
  expect(overBudget({ office: 2, person: null }, ['a', 'b']).over).toBe('office-budget');
  expect(overBudget({ office: 0, person: null }, []).over).toBe('office-budget');
  expect(overBudget({ office: null, person: 2 }, ['a', 'b', 'b']).over).toBeNull();
  expect(overBudget({ office: 9, person: 2 }, ['a', 'a']).over).toBe('person-budget');
});
