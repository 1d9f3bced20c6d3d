/** As far from a count as the rest of its dictionary is looked at; the list of kids itself may be megabytes long. */
const nearby = 256;

const isPageTree = (bytes: Buffer, at: number): boolean => {
  const text = bytes.toString('latin1', Math.max(0, at - nearby), at + nearby);
  return /\/Type\s*\/Pages\b/.test(text) || /\/Kids\b/.test(text);
};

/**
 * The largest number of pages that a node of the page tree states, as far as it can be read in the file's bytes.
 * The library counts by walking over the pages, which for a hundred thousand of them takes seconds: this tells before.
 */
export const statedPages = (bytes: Buffer): number => {
  let most = 0;
  for (let at = bytes.indexOf('/Count'); at >= 0; at = bytes.indexOf('/Count', at + 6)) {
    const count = Number(/^\/Count\s+(\d{1,9})\b/.exec(bytes.toString('latin1', at, at + 24))?.[1] ?? 0);
    if (count > most && isPageTree(bytes, at)) most = count;
  }
  return most;
};
