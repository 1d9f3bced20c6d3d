import { parse } from 'node:path';

/** For file systems that ignore case. */
const folded = (name: string): string => name.normalize('NFC').toLowerCase();

type NamedPage = {
  readonly source: string;
  readonly page: number;
  readonly pageCount: number;
  readonly part: number;
};

/**
 * Names of the annotated pictures, one per page, in the order of the pages. `a.jpg` gives `a.png`, the second page
 * of `b.pdf` gives `b-2.png`, its third invoice `b-2-3.png`, and the next picture with the same name gets `a (2).png`.
 */
export const annotatedNames = (pages: readonly NamedPage[]): readonly string[] => {
  const taken = new Set<string>();
  return pages.map(({ source, page, pageCount, part }) => {
    const file = parse(source).name;
    const ofPage = pageCount > 1 ? `${file}-${page}` : file;
    const stem = part > 0 ? `${ofPage}-${part}` : ofPage;
    let name = `${stem}.png`;
    for (let number = 2; taken.has(folded(name)); number += 1) name = `${stem} (${number}).png`;
    taken.add(folded(name));
    return name;
  });
};

/** Removes characters that Windows forbids in file names, and avoids its device names. */
export const plainName = (name: string): string => {
  const plain = name.replace(/[<>:"/\\|?*\p{Cc}]/gu, '_');
  return /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu.test(plain) ? `_${plain}` : plain;
};
