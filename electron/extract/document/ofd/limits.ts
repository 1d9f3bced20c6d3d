/** What one file may cost: each count is taken from a budget, so that no combination of small parts adds up to more. */
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
export const maxXmlBytes = 12 * 1024 * 1024;
/** An entry above this size must not be packed by more than `maxRatio`. */
export const ratioFrom = 2 * 1024 * 1024;
export const maxRatio = 250;
/** Characters of one outline or list of distances. */
export const maxListLength = 1_000_000;
/** Characters that are drawn of a page: each takes some 30 µs. An honest page has a few thousand. */
export const maxDrawnGlyphs = 40_000;
export const maxXmlDepth = 64;
export const maxPages = 2000;
/** Composite objects, and draw parameters that refer to each other. */
export const maxNesting = 8;
/** Millimetres of a side of a page: 2.5 m, as for PDF. */
export const maxPageSide = 2540;

/** Thrown inside and turned into a failure at the border: the file breaks a rule or a limit. */
export class OfdFault extends Error {
  readonly reason:
    | 'damaged'
    | 'too-many-pages'
    | 'page-too-large'
    | 'took-too-long'
    | 'archive-too-large'
    | 'encrypted-archive';
  constructor(reason: OfdFault['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Takes from a budget; throws an `OfdFault` where it is used up. */
export const spend = (budget: Budget, what: keyof Budget, amount: number): void => {
  budget[what] -= amount;
  if (budget[what] >= 0) return;
  throw new OfdFault(what === 'unpacked' ? 'archive-too-large' : 'took-too-long', `too many ${what}`);
};
