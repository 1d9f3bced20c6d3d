import { SaxesParser } from 'saxes';
import { failed, success, type Result } from '../../../../shared/result.ts';
import type { Failure } from '../../../../shared/services/failure.ts';
import { failureOf } from '../../../../shared/services/failures.ts';

/** An element with its text; the text of a leaf is its value. */
export type XmlElement = {
  /** As written, including the prefix. */
  readonly qualifiedName: string;
  readonly prefix: string;
  readonly name: string;
  /**
   * The name without case, hyphens and underscores: programs write `TotalTax-includedAmount` in several ways.
   */
  readonly key: string;
  readonly parent: XmlElement | null;
  /** Position among the siblings of the same name, from 1. */
  readonly position: number;
  readonly children: readonly XmlElement[];
  /** All character data directly in it, including CDATA. */
  readonly text: string;
  /** Namespaces declared on it, by prefix; null if there are none. */
  readonly namespaces: ReadonlyMap<string, string> | null;
  readonly isNil: boolean;
  /** Its path, set once it has children, so that many leaves share it; empty until then. */
  readonly path: string;
};

type Growing = {
  -readonly [Member in keyof XmlElement]: XmlElement[Member];
} & { parent: Growing | null; children: XmlElement[]; counts: Map<string, number> | null };

/** Limits of a file; deeper or longer than any invoice. */
const xmlLimits = { depth: 64, elements: 400_000, milliseconds: 2000 } as const;

const chunkLength = 1 << 16;

/** Why parsing stopped; thrown because the parser's callbacks cannot return a result. */
class Refusal extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.reason);
    this.failure = failure;
  }
}

type Name = Pick<XmlElement, 'qualifiedName' | 'prefix' | 'name' | 'key'> & {
  /** The name that followed this one the last time. */
  next: Name | null;
};

const names = new Map<string, Name>();

/** Returns the engine's shared copy of a text. Comparing two such copies does not read their characters. */
const onlyCopy = (text: string): string => Object.keys({ [text]: 0 })[0] ?? text;

const takeApart = (qualifiedName: string): Name => {
  const colon = qualifiedName.indexOf(':');
  const name = qualifiedName.slice(colon + 1);
  return {
    qualifiedName,
    prefix: colon < 0 ? '' : qualifiedName.slice(0, colon),
    name,
    key: onlyCopy(name.toLowerCase().replace(/[-_]/g, '')),
    next: null,
  };
};

/**
 * Names come from a small set, so each is parsed once. Files with many different names must not fill the
 * memory.
 */
const findName = (qualifiedName: string): Name => {
  const known = names.get(qualifiedName);
  if (known !== undefined) return known;
  const name = takeApart(qualifiedName);
  if (names.size < 5000 && qualifiedName.length < 200) names.set(qualifiedName, name);
  return name;
};

/** Elements follow one another in the same order in nearly all files, and a comparison is faster than a search. */
let lastName: Name | null = null;

const nameOf = (qualifiedName: string): Name => {
  const expected = lastName?.next;
  const name = expected?.qualifiedName === qualifiedName ? expected : findName(qualifiedName);
  if (lastName && name !== expected) lastName.next = name;
  lastName = name;
  return name;
};

/** Up to this number siblings are compared one by one; beyond it their names are counted. */
const fewSiblings = 24;

const countSiblings = (parent: Growing): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { qualifiedName, position } of parent.children) counts.set(qualifiedName, position);
  return counts;
};

const positionIn = (parent: Growing, qualifiedName: string): number => {
  const { children } = parent;
  if (children.length > fewSiblings) {
    parent.counts ??= countSiblings(parent);
    const position = (parent.counts.get(qualifiedName) ?? 0) + 1;
    parent.counts.set(qualifiedName, position);
    return position;
  }
  for (let index = children.length - 1; index >= 0; index -= 1) {
    const sibling = children[index];
    if (sibling?.qualifiedName === qualifiedName) return sibling.position + 1;
  }
  return 1;
};

/** Most elements are leaves: they share this list, which never gets a member. */
const noChildren: Growing[] = [];

const append = (parent: Growing, child: Growing): void => {
  if (parent.children === noChildren) parent.children = [child];
  else parent.children.push(child);
};

const begin = (written: string, parent: Growing | null): Growing => {
  const { qualifiedName, prefix, name, key } = nameOf(written);
  if (parent?.path === '') parent.path = pathOf(parent);
  return {
    qualifiedName,
    prefix,
    name,
    key,
    parent,
    position: parent ? positionIn(parent, qualifiedName) : 1,
    children: noChildren,
    text: '',
    namespaces: null,
    isNil: false,
    path: '',
    counts: null,
  };
};

const takeAttributes = (element: Growing, attributes: Readonly<Record<string, string>>): void => {
  for (const name in attributes) {
    const value = attributes[name] ?? '';
    if (name === 'xmlns' || name.startsWith('xmlns:'))
      element.namespaces = new Map(element.namespaces).set(name.slice(6), value);
    else if (name.endsWith(':nil') && (value === 'true' || value === '1')) element.isNil = true;
  }
};

type Parser = SaxesParser<{ readonly xmlns: false; readonly position: false }>;

/** The state of the parser's callbacks. */
type Growth = { root: Growing | null; current: Growing | null; depth: number; count: number };

const newGrowth = (): Growth => ({ root: null, current: null, depth: 0, count: 0 });

let growth = newGrowth();

const take = (data: string): void => {
  if (growth.current) growth.current.text += data;
};

const newParser = (): Parser => {
  const parser: Parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('error', (error) => {
    throw new Refusal(failureOf('damaged', { detail: `XML: ${error.message}` }));
  });
  parser.on('doctype', () => {
    throw new Refusal(failureOf('xml-doctype'));
  });
  parser.on('opentag', ({ name, attributes }) => {
    growth.depth += 1;
    growth.count += 1;
    const isDeep = growth.depth > xmlLimits.depth;
    if (isDeep || growth.count > xmlLimits.elements)
      throw new Refusal(failureOf('damaged', { detail: isDeep ? 'XML: too deep' : 'XML: too long' }));
    const { current } = growth;
    const element: Growing = begin(name, current);
    takeAttributes(element, attributes);
    if (current) append(current, element);
    growth.root ??= element;
    growth.current = element;
  });
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('closetag', () => {
    growth.depth -= 1;
    growth.current = growth.current?.parent ?? null;
  });
  return parser;
};

/** A parser that has reached the end of a text starts again with the next; making one takes as long as a page. */
let idle: Parser | null = null;

/**
 * Parses an XML text into its elements. Refuses a DOCTYPE, and therefore every entity except the five of XML
 * itself. Also refuses text that is not well-formed, or is larger or deeper than any invoice.
 * @param now a monotonic clock in milliseconds
 */
export const parseXml = (text: string, now: () => number): Result<XmlElement, Failure> => {
  const parser = idle ?? newParser();
  // A parser that stopped within a text is not used again.
  idle = null;
  growth = newGrowth();
  const grown = growth;
  // A text of one chunk needs no time limit: reading the clock takes as long as parsing a line item.
  const until = text.length > chunkLength ? now() + xmlLimits.milliseconds : Infinity;
  try {
    for (let at = 0; at < text.length; at += chunkLength) {
      if (at > 0 && now() > until) return failed(failureOf('took-too-long', { detail: 'XML' }));
      parser.write(text.slice(at, at + chunkLength));
    }
    parser.close();
    idle = parser;
  } catch (error) {
    if (error instanceof Refusal) return failed(error.failure);
    throw error;
  } finally {
    growth = newGrowth();
  }
  return grown.root ? success(grown.root) : failed(failureOf('damaged', { detail: 'XML' }));
};

/** The namespace of an element; null if its prefix is not declared above it. */
export const namespaceOf = (element: XmlElement): string | null => {
  for (let at: XmlElement | null = element; at; at = at.parent) {
    const found = at.namespaces?.get(element.prefix);
    if (found !== undefined) return found === '' ? null : found;
  }
  return null;
};

/** The place of an element in its file, as an XPath: `/EInvoice[1]/EInvoiceData[1]/…`. */
export const pathOf = ({ parent, qualifiedName, position }: XmlElement): string => {
  const above = parent ? parent.path : '';
  return position === 1 ? `${above}/${qualifiedName}[1]` : `${above}/${qualifiedName}[${position}]`;
};

/** The trimmed text of an element; null if there is none. */
export const leafText = (element: XmlElement): string | null =>
  element.isNil ? null : element.text.trim() || null;

const collect = (
  element: XmlElement,
  enter: (inner: XmlElement) => boolean,
  found: XmlElement[],
): readonly XmlElement[] => {
  for (const child of element.children) {
    found.push(child);
    if (child.children.length > 0 && enter(child)) collect(child, enter, found);
  }
  return found;
};

const always = (): boolean => true;

/** All elements below one, in the order of the file; `enter` decides whose children to visit. */
export const descendants = (
  element: XmlElement,
  enter: (inner: XmlElement) => boolean = always,
): readonly XmlElement[] => collect(element, enter, []);
