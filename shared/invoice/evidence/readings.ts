/** What a character may be, most likely first; scores are probabilities. */
export type Alternatives = readonly { readonly text: string; readonly score: number }[];

/** One way to read a text, with the probability of its characters relative to the first reading. */
export type Reading = { readonly text: string; readonly weight: number };

/** Alternatives of one character that are considered. */
const mostAlternatives = 4;
/** Readings of one text that are considered. */
const mostReadings = 60;

type Change = { readonly at: number; readonly text: string; readonly weight: number };

/**
 * The readings of a text that differ from the first one in one or two characters, most likely first. Only the
 * recognizer's own alternatives are used.
 */
export const otherReadings = (characters: readonly Alternatives[]): readonly Reading[] => {
  const first = characters.map((alternatives) => alternatives[0]?.text ?? '');
  const changes: Change[] = characters.flatMap((alternatives, at) => {
    const top = alternatives[0];
    if (!top) return [];
    return alternatives
      .slice(1, mostAlternatives)
      .map(({ text, score }) => ({ at, text, weight: score / Math.max(top.score, 1e-9) }));
  });
  const likely = changes.toSorted((a, b) => b.weight - a.weight).slice(0, 16);
  const write = (...made: readonly Change[]): Reading => {
    const text = [...first];
    let weight = 1;
    for (const change of made) {
      text[change.at] = change.text;
      weight *= change.weight;
    }
    return { text: text.join(''), weight };
  };
  const readings = likely.map((change) => write(change));
  for (const [index, change] of likely.entries())
    for (const second of likely.slice(index + 1))
      if (second.at !== change.at) readings.push(write(change, second));
  const seen = new Set([first.join('')]);
  return readings
    .toSorted((a, b) => b.weight - a.weight)
    .filter(({ text }) => !seen.has(text) && seen.add(text))
    .slice(0, mostReadings);
};
