import type { Result } from '../../shared/result.ts';

export type Outcome = Result<unknown, { readonly id: string; readonly message: { readonly en: string } }>;
export type Pair = readonly [first: Outcome, second: Outcome];

/** Two callers at once. */
export type Race = {
  /** Both want the same. */
  readonly same: (round: number) => Promise<Pair>;
  /** What the one who comes too late is told: the ids of its failures. */
  readonly told: readonly string[];
  /** Whether that names the other one. */
  readonly names: boolean;
  /** Each wants something of their own. */
  readonly different: (round: number) => Promise<Pair>;
  /** The share of the rounds that it has, if one takes long. */
  readonly share?: number;
};

export const both = (mine: Promise<Outcome>, yours: Promise<Outcome>): Promise<Pair> =>
  Promise.all([mine, yours]);

/**
 * What was wrong in the rounds of a race: empty if one of the two won whenever both wanted the same, and both whenever
 * each wanted something of their own.
 * @param callers the names of the two
 * @param rounds how often both want the same
 * @param apart how often each wants something of their own
 */
export const wrongIn = async (
  { same, different, told, names, share = 1 }: Race,
  callers: readonly [string, string],
  rounds: number,
  apart: number,
): Promise<readonly string[]> => {
  const timesOf = (wanted: number): number => Math.max(1, Math.round(wanted * share));
  const wrong: string[] = [];
  for (let round = 0; round < timesOf(rounds); round += 1) {
    const [mine, yours] = await same(round);
    if (mine.ok === yours.ok) wrong.push(`${round}: both ${mine.ok ? 'won' : JSON.stringify([mine, yours])}`);
    for (const [late, winner] of [
      [mine, callers[1]],
      [yours, callers[0]],
    ] as const) {
      if (late.ok) continue;
      if (!told.includes(late.failure.id)) wrong.push(`${round}: told ${late.failure.id}`);
      if (names && !late.failure.message.en.includes(winner))
        wrong.push(`${round}: ${late.failure.message.en}`);
    }
  }
  for (let round = 0; round < timesOf(apart); round += 1)
    for (const one of await different(round))
      if (!one.ok) wrong.push(`${round}, on different ones: ${JSON.stringify(one.failure)}`);
  return wrong;
};
