import { leavesOf, type Leaves } from './value-reader.ts';
import { descendants, type XmlElement } from './xml-tree.ts';

/** The facts of an XBRL instance: its leaves outside tuples, and its tuples. */
export type Facts = { readonly leaves: Leaves; readonly tuples: readonly XmlElement[] };

const isTuple = ({ key, children }: XmlElement): boolean => key.endsWith('tuple') && children.length > 0;

export const xbrlFacts = (root: XmlElement): Facts => ({
  leaves: leavesOf(root, isTuple),
  tuples: [...descendants(root)].filter(isTuple),
});
