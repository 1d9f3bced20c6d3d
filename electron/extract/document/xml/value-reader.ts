import { statedTwiceDoubt } from '../../../../shared/invoice/digital-doubts.ts';
import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import { exactValue } from '../../../../shared/invoice/exact-value.ts';
import { fieldOf, type ValueKind } from '../../../../shared/invoice/fields.ts';
import type { FieldPath, Origin, Step } from '../../../../shared/invoice/model.ts';
import { unreadableDoubt, type Doubt } from '../../../../shared/invoice/read-lines.ts';
import { descendants, pathOf, leafText, type XmlElement } from './xml-tree.ts';

/** Elements by their folded names. */
export type ElementsByKey = ReadonlyMap<string, readonly XmlElement[]>;

/** The leaves below an element, except those inside elements that match `isOther`. */
export const leavesOf = (element: XmlElement, isOther: (inner: XmlElement) => boolean): ElementsByKey => {
  const leaves = new Map<string, XmlElement[]>();
  for (const inner of descendants(element, (candidate) => !isOther(candidate))) {
    if (inner.children.length > 0) continue;
    const known = leaves.get(inner.key);
    if (known) known.push(inner);
    else leaves.set(inner.key, [inner]);
  }
  return leaves;
};

/** Reads values of one invoice, and records their origins and findings. */
export type ValueReader = {
  /**
   * The value of the first named element that has one. If elements of the same name differ, there is no value
   * but a finding.
   */
  readonly read: (
    path: FieldPath,
    elements: ElementsByKey,
    names: readonly string[],
    kind?: ValueKind,
  ) => string | null;
  /** Joins several elements to one value with blanks: an address and a phone number. */
  readonly join: (path: FieldPath, elements: ElementsByKey, names: readonly string[]) => string | null;
  readonly note: (path: FieldPath, origin: Origin) => void;
  readonly doubt: (doubt: Doubt) => void;
  readonly result: () => Pick<InvoiceExtraction, 'origins' | 'doubts'>;
};

type Stated = { readonly element: XmlElement; readonly text: string };

const nothing: readonly Stated[] = [];

const statedBy = (elements: readonly XmlElement[] | undefined): readonly Stated[] => {
  if (!elements) return nothing;
  const stated: Stated[] = [];
  for (const element of elements) {
    const text = leafText(element);
    if (text !== null) stated.push({ element, text });
  }
  return stated;
};

const originOf = ({ element, text }: Stated, steps: readonly Step[]): Origin => ({
  raw: text,
  score: null,
  quad: null,
  path: pathOf(element),
  steps,
});

export const createValueReader = (): ValueReader => {
  const origins: Record<FieldPath, Origin> = {};
  const doubts: Doubt[] = [];

  const readStated = (path: FieldPath, stated: readonly Stated[], kind: ValueKind): string | null => {
    const first = stated[0];
    if (!first) return null;
    const { value, steps } = exactValue(first.text, kind);
    const others =
      stated.length === 1
        ? nothing
        : stated.filter(({ text }) => text !== first.text && exactValue(text, kind).value !== value);
    if (others.length > 0) {
      doubts.push(
        statedTwiceDoubt(path, [...new Set([first, ...others].map(({ text }) => text))].slice(0, 3)),
      );
      return null;
    }
    origins[path] = originOf(first, steps);
    if (value === null) doubts.push(unreadableDoubt({ path, raw: first.text.slice(0, 60) }));
    return value;
  };

  return {
    read: (path, elements, names, kind) => {
      for (const name of names) {
        const named = elements.get(name);
        if (!named) continue;
        const stated = statedBy(named);
        if (stated.length > 0) return readStated(path, stated, kind ?? fieldOf(path)?.kind ?? 'text');
      }
      return null;
    },
    join: (path, elements, names) => {
      let element: XmlElement | null = null;
      let text = '';
      for (const name of names) {
        const first = statedBy(elements.get(name))[0];
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
    doubt: (doubt) => {
      doubts.push(doubt);
    },
    result: () => ({ origins, doubts }),
  };
};
