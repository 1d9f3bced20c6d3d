import { fieldPathsOf, valueAt } from '../../../shared/invoice/fields.ts';
import type { FieldPath, Invoice } from '../../../shared/invoice/model.ts';

/** Blanks, full width, a token instead of a tax and a leading ⊗ do not count. */
const plain = (value: string | null): string =>
  (value ?? '').normalize('NFKC').replace(/\s+/gu, '').replace(/^\*+$/u, '').replace(/^[⊗⨂]/u, '');

/** The values of an invoice that a scan states: every field but the cipher area and the kind. */
export const measuredPaths = (truth: Invoice, read: Invoice): readonly FieldPath[] => {
  const all = new Set([...fieldPathsOf(truth), ...fieldPathsOf(read)]);
  return [...all].filter(
    (path) =>
      path !== 'cipherArea' &&
      path !== 'kind' &&
      path !== 'reverses' &&
      plain(valueAt(truth, path)) + plain(valueAt(read, path)) !== '',
  );
};

export const isSameValue = (truth: Invoice, read: Invoice, path: FieldPath): boolean =>
  plain(valueAt(truth, path)) === plain(valueAt(read, path));
