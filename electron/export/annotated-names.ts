import { parse } from 'node:path';

/** As file systems that do not tell capitals from small letters see it. */
const folded = (name: string): string => name.normalize('NFC').toLowerCase();

type NamedPage = { readonly source: string; readonly page: number; readonly pageCount: number };

/**
 * Names of the annotated pictures, one a page, in their order: `a.png` for `a.jpg`, `b-2.png` for the second page of
 * `b.pdf`, and `a (2).png` for the next one whose name would be the same.
 */
export const annotatedNames = (pages: readonly NamedPage[]): readonly string[] => {
  const taken = new Set<string>();
  return pages.map(({ source, page, pageCount }) => {
    const file = parse(source).name;
    const stem = pageCount > 1 ? `${file}-${page}` : file;
    let name = `${stem}.png`;
    for (let number = 2; taken.has(folded(name)); number += 1) name = `${stem} (${number}).png`;
    taken.add(folded(name));
    return name;
  });
};
