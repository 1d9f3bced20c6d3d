/** How many bytes of a dictionary around its count are read: its list of kids may be megabytes long. */
const nearby = 256;

const isPageTree = (bytes: Buffer, at: number): boolean => {
  const text = bytes.toString('latin1', Math.max(0, at - nearby), at + nearby);
  return /\/Type\s*\/Pages\b/.test(text) || /\/Kids\b/.test(text);
};

/**
 * The largest page count in a node of the page tree, as far as it can be read from the file's bytes. The
 * library counts by walking the pages, which takes seconds for a hundred thousand; this is a quick check
 * before.
 */
export const statedPages = (bytes: Buffer): number => {
  let most = 0;
  for (let at = bytes.indexOf('/Count'); at >= 0; at = bytes.indexOf('/Count', at + 6)) {
    const count = Number(/^\/Count\s+(\d{1,9})\b/.exec(bytes.toString('latin1', at, at + 24))?.[1] ?? 0);
    if (count > most && isPageTree(bytes, at)) most = count;
  }
  return most;
};
