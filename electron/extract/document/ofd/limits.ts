/**
 * The maximum cost of one file. Each count is taken from a budget, so that many small parts cannot exceed it
 * together.
 */
export type Budget = {
  /** Bytes unpacked from the zip. */
  unpacked: number;
  /** XML elements. */
  elements: number;
  /** Objects of pages, templates, annotations and composites. */
  items: number;
  glyphs: number;
};

export const newBudget = (): Budget => ({
  unpacked: 192 * 1024 * 1024,
  elements: 200_000,
  items: 60_000,
  glyphs: 300_000,
});

export const maxEntries = 10_000;
export const maxEntryBytes = 64 * 1024 * 1024;
export const maxOfdXmlBytes = 12 * 1024 * 1024;
/** Entries above this size must not have a higher compression ratio than `maxRatio`. */
export const ratioFrom = 2 * 1024 * 1024;
export const maxRatio = 250;
/** Characters of one outline or list of distances. */
export const maxListLength = 1_000_000;
/** Maximum characters drawn per page: each takes some 30 µs. A normal page has a few thousand. */
export const maxDrawnGlyphs = 40_000;
export const maxXmlDepth = 64;
export const maxOfdPages = 2000;
/** Nesting depth of composite objects, and of draw parameters that refer to each other. */
export const maxNesting = 8;
/** Maximum side of a page in millimetres: 2.5 m, as for PDF. */
export const maxPageSide = 2540;

/** The file breaks a rule or a limit. Thrown internally, and converted to a failure at the entry points. */
export class OfdFailure extends Error {
  readonly reason:
    | 'damaged'
    | 'too-many-pages'
    | 'page-too-large'
    | 'took-too-long'
    | 'archive-too-large'
    | 'encrypted-archive';
  constructor(reason: OfdFailure['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Takes from a budget; throws an `OfdFailure` if it is used up. */
export const spend = (budget: Budget, what: keyof Budget, amount: number): void => {
  budget[what] -= amount;
  if (budget[what] >= 0) return;
  throw new OfdFailure(what === 'unpacked' ? 'archive-too-large' : 'took-too-long', `too many ${what}`);
};
