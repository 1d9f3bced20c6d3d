import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import { failed, success, type Result } from '../../../../shared/result.ts';
import type { Failure } from '../../../../shared/services/failure.ts';
import { failureOf } from '../../../../shared/services/failures.ts';
import { layoutForm } from '../form/layout-form.ts';
import { readXml } from './read-xml.ts';

/** The same extraction with the place of each value on the form that is drawn from it, in millimetres. */
const placed = (extraction: InvoiceExtraction): InvoiceExtraction => {
  const { places } = layoutForm(extraction);
  const origins = Object.entries(extraction.origins).map(
    ([path, origin]) => [path, { ...origin, quad: places.get(path) ?? null }] as const,
  );
  return { ...extraction, origins: Object.fromEntries(origins) };
};

/** Reads an XML file that has no page of its own: its values stand on a form that is drawn from them. */
export const readPlacedXml = (bytes: Uint8Array): Result<readonly InvoiceExtraction[], Failure> => {
  const read = readXml(bytes);
  return read.ok ? success(read.value.map(placed)) : read;
};

/** The form of one invoice of a file, counted from 1. */
export const formOf = (bytes: Uint8Array, number: number) => {
  const read = readXml(bytes);
  if (!read.ok) return read;
  const extraction = read.value[number - 1];
  return extraction
    ? success({ layout: layoutForm(extraction), count: read.value.length })
    : failed(failureOf('missing'));
};
