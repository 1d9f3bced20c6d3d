import { placeOf } from '../../../../shared/invoice/fields.ts';
import type { FieldPath, Invoice } from '../../../../shared/invoice/model.ts';

type NewValue = { readonly path: FieldPath; readonly to: string };

const withValue = (invoice: Invoice, { path, to }: NewValue): Invoice => {
  const place = placeOf(path);
  if (!place) return invoice;
  switch (place.kind) {
    case 'kind':
      return { ...invoice, kind: to };
    case 'header':
      return { ...invoice, [place.key]: to };
    case 'party':
      return { ...invoice, [place.role]: { ...invoice[place.role], [place.key]: to } };
    case 'line':
      return {
        ...invoice,
        lines: invoice.lines.map((line, index) =>
          index === place.index ? { ...line, [place.key]: to } : line,
        ),
      };
    default:
      return place satisfies never;
  }
};

/** The invoice with other values at some paths. */
export const correctedValues = (invoice: Invoice, values: readonly NewValue[]): Invoice =>
  values.reduce(withValue, invoice);
