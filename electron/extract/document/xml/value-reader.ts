import { statedTwiceFinding } from '../../../../shared/invoice/digital-findings.ts';
import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import { exactValue } from '../../../../shared/invoice/exact-value.ts';
import { fieldOf, type ValueKind } from '../../../../shared/invoice/fields.ts';
import type { FieldPath, Origin, Step } from '../../../../shared/invoice/model.ts';
import { unreadableFinding, type ReaderFinding } from '../../../../shared/invoice/read-lines.ts';
import { pathOf, leafText, type XmlElement } from './xml-tree.ts';

/**
 * Elements without children. There are few, and each name is looked up once, so searching them takes less
 * than an index.
 */
export type Leaves = readonly XmlElement[];

const collectLeaves = (
  element: XmlElement,
  isOther: (inner: XmlElement) => boolean,
  leaves: XmlElement[],
): Leaves => {
  for (const inner of element.children)
    if (inner.children.length === 0) leaves.push(inner);
    else if (!isOther(inner)) collectLeaves(inner, isOther, leaves);
  return leaves;
};

/** The leaves below an element, except those inside elements that match `isOther`. */
export const leavesOf = (element: XmlElement, isOther: (inner: XmlElement) => boolean): Leaves =>
  collectLeaves(element, isOther, []);

/** The leaves with a folded name. */
export const leavesNamed = (leaves: Leaves, key: string): Leaves => leaves.filter((leaf) => leaf.key === key);

/** Reads values of one invoice, and records their origins and findings. */
export type ValueReader = {
  /**
   * The value of the first named element that has one. If elements of the same name differ, there is no value
   * but a finding.
   */
  readonly read: (
    path: FieldPath,
    elements: Leaves,
    names: readonly string[],
    kind?: ValueKind,
  ) => string | null;
  /** Joins several elements to one value with blanks: an address and a phone number. */
  readonly join: (path: FieldPath, elements: Leaves, names: readonly string[]) => string | null;
  readonly note: (path: FieldPath, origin: Origin) => void;
  readonly finding: (finding: ReaderFinding) => void;
  readonly result: () => Pick<InvoiceExtraction, 'origins' | 'findings'>;
};

type Stated = { readonly element: XmlElement; readonly text: string };

/** The first leaf of that name that has text. */
const firstStated = (leaves: Leaves, key: string): Stated | null => {
  for (const element of leaves) {
    if (element.key !== key) continue;
    const text = leafText(element);
    if (text !== null) return { element, text };
  }
  return null;
};

/** Other texts of the same name, if there are any. */
const otherTexts = (leaves: Leaves, { element, text }: Stated): readonly string[] => {
  let others: string[] | null = null;
  for (const other of leaves) {
    if (other === element || other.key !== element.key) continue;
    const otherText = leafText(other);
    if (otherText !== null && otherText !== text) (others ??= []).push(otherText);
  }
  return others ?? noTexts;
};

const noTexts: readonly string[] = [];

const originOf = ({ element, text }: Stated, steps: readonly Step[]): Origin => ({
  raw: text,
  score: null,
  quad: null,
  path: pathOf(element),
  steps,
});

export const createValueReader = (): ValueReader => {
  const origins: Record<FieldPath, Origin> = {};
  const findings: ReaderFinding[] = [];

  const readStated = (path: FieldPath, first: Stated, leaves: Leaves, kind: ValueKind): string | null => {
    const { value, steps } = exactValue(first.text, kind);
    const others = otherTexts(leaves, first).filter((text) => exactValue(text, kind).value !== value);
    if (others.length > 0) {
      findings.push(statedTwiceFinding(path, [...new Set([first.text, ...others])].slice(0, 3)));
      return null;
    }
    origins[path] = originOf(first, steps);
    if (value === null) findings.push(unreadableFinding({ path, raw: first.text.slice(0, 60) }));
    return value;
  };

  return {
    read: (path, elements, names, kind) => {
      for (const name of names) {
        const first = firstStated(elements, name);
        if (first) return readStated(path, first, elements, kind ?? fieldOf(path)?.kind ?? 'text');
      }
      return null;
    },
    join: (path, elements, names) => {
      let element: XmlElement | null = null;
      let text = '';
      for (const name of names) {
        const first = firstStated(elements, name);
        if (!first) continue;
        text = element ? `${text} ${first.text}` : first.text;
        element ??= first.element;
      }
      if (!element) return null;
      origins[path] = originOf({ element, text }, []);
      return text;
    },
    note: (path, origin) => {
      origins[path] = origin;
    },
    finding: (finding) => {
      findings.push(finding);
    },
    result: () => ({ origins, findings }),
  };
};
