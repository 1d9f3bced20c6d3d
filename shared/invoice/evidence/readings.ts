/** What a character may be, most likely first; scores are probabilities. */
export type Alternatives = readonly { readonly text: string; readonly score: number }[];

/** One way to read a text, with the probability of its characters relative to the first reading. */
export type Reading = { readonly text: string; readonly weight: number };

/** Readings of one text that are considered. */
const mostReadings = 100;

/** Changes of one character that are considered in pairs. */
const mostPaired = 16;

type Change = { readonly at: number; readonly text: string; readonly weight: number };

/**
 * The readings of a text that differ from the first one in one character, then in two, each most likely first. Only the
 * recognizer's own alternatives are used.
 */
export const otherReadings = (characters: readonly Alternatives[]): readonly Reading[] => {
  const first = characters.map((alternatives) => alternatives[0]?.text ?? '');
  const changes: Change[] = characters.flatMap((alternatives, at) => {
    const top = alternatives[0];
    if (!top) return [];
    return alternatives
      .slice(1)
      .map(({ text, score }) => ({ at, text, weight: score / Math.max(top.score, 1e-9) }));
  });
  const sorted = changes.toSorted((a, b) => b.weight - a.weight);
  const likely = sorted.slice(0, mostPaired);
  const write = (...made: readonly Change[]): Reading => {
    const text = [...first];
    let weight = 1;
    for (const change of made) {
      text[change.at] = change.text;
      weight *= change.weight;
    }
    return { text: text.join(''), weight };
  };
  const pairs: Reading[] = [];
  for (const [index, change] of likely.entries())
    for (const second of likely.slice(index + 1))
      if (second.at !== change.at) pairs.push(write(change, second));
  const seen = new Set([first.join('')]);
  return [...sorted.map((change) => write(change)), ...pairs.toSorted((a, b) => b.weight - a.weight)]
    .filter(({ text }) => !seen.has(text) && seen.add(text))
    .slice(0, mostReadings);
};
