import type { Seal, SealReason, SealSignature, SealState } from '../../../../shared/invoice/extraction.ts';

/** The result of one step of a check; null if the step found no objection. */
export type Objection = {
  readonly state: Exclude<SealState, 'unchanged'>;
  readonly reason: SealReason;
  readonly parts: readonly string[];
};

export const changed = (reason: SealReason, ...parts: readonly string[]): Objection => ({
  state: 'changed',
  reason,
  parts,
});
export const unchecked = (reason: SealReason, ...parts: readonly string[]): Objection => ({
  state: 'unchecked',
  reason,
  parts,
});

/** The first objection of the worst state. */
const worstObjection = (objections: readonly (Objection | null)[]): Objection | null =>
  objections.find((found) => found?.state === 'changed') ??
  objections.find((found) => found !== null) ??
  null;

type About = Pick<SealSignature, 'by' | 'at' | 'chain' | 'validAtSealing' | 'key' | 'makerKey'>;

export const aboutNobody: About = {
  by: null,
  at: null,
  chain: [],
  validAtSealing: null,
  key: null,
  makerKey: null,
};

export const signatureOf = (about: About, objections: readonly (Objection | null)[]): SealSignature => {
  const worst = worstObjection(objections);
  return worst ? { ...about, ...worst } : { ...about, state: 'unchanged', reason: null, parts: [] };
};

const badness: Readonly<Record<SealState, number>> = { changed: 2, unchecked: 1, unchanged: 0 };

/** Combines all signatures into one seal with the worst state. Null if there are none. */
export const sealOf = (signatures: readonly SealSignature[]): Seal | null => {
  const [first, ...more] = signatures;
  if (!first) return null;
  const worst = more.reduce((one, next) => (badness[next.state] > badness[one.state] ? next : one), first);
  return { ...worst, signatures };
};
