import type { Face } from '../../shared/face/model.ts';
import type { ExportPage } from './export-page.ts';
import { stateOf } from './page-words.ts';

/** Encodes pages one after the other, so that no list of them has to be held. */
export type PageEncoder = {
  /** What can be written already; null while it is too little. */
  readonly add: (page: ExportPage) => Uint8Array | null;
  readonly end: () => Iterable<Uint8Array>;
};

/** What has to be known of all pages before the first is written, since columns depend on it. */
export type ExportFacts = {
  readonly sandbox: boolean;
  /** Some page failed or waits. */
  readonly incomplete: boolean;
  /** Ordinals of feature points in any face, ascending. */
  readonly pointOrdinals: readonly number[];
};

/** Gathers the facts of pages one after the other. */
export const createFacts = () => {
  const ordinals = new Set<number>();
  let [counted, sandbox, incomplete] = [0, false, false];
  const seeFace = ({ points, pointNumbers }: Face): void => {
    if (pointNumbers) for (const ordinal of pointNumbers) ordinals.add(ordinal);
    else counted = Math.max(counted, points.length);
  };
  return {
    see: (page: ExportPage): void => {
      sandbox ||= page.sandbox;
      incomplete ||= stateOf(page) !== 'recognized';
      for (const face of page.faces ?? []) seeFace(face);
    },
    facts: (): ExportFacts => {
      for (let ordinal = 1; ordinal <= counted; ordinal += 1) ordinals.add(ordinal);
      return { sandbox, incomplete, pointOrdinals: [...ordinals].sort((one, other) => one - other) };
    },
  };
};

export const factsOf = (pages: Iterable<ExportPage>): ExportFacts => {
  const { see, facts } = createFacts();
  for (const page of pages) see(page);
  return facts();
};

/** All bytes of a list of pages. */
export const encodeAll = function* (
  pages: Iterable<ExportPage>,
  { add, end }: PageEncoder,
): Generator<Uint8Array, void, undefined> {
  for (const page of pages) {
    const piece = add(page);
    if (piece) yield piece;
  }
  yield* end();
};

/** The bytes of pages that come one by one. */
export const encodeStream = async function* (
  pages: AsyncIterable<ExportPage> | Iterable<ExportPage>,
  { add, end }: PageEncoder,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const page of pages) {
    const piece = add(page);
    if (piece) yield piece;
  }
  yield* end();
};
