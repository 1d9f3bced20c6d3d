import type { z } from 'zod';
import { longestText } from '../services/guards.ts';
import { readerFindingTexts } from '../texts/reader-findings.ts';
import type { InvoiceExtraction } from './extraction.ts';
import { fieldPathsOf, valueAt } from './fields.ts';
import { invoiceSchema, type Invoice, type Origins } from './model.ts';
import type { ReaderFinding } from './read-lines.ts';

export const cutText = (text: string): string =>
  text.length > longestText ? text.slice(0, longestText) : text;

/** Data with each of its texts cut. */
export const cutIn = <Data>(schema: z.ZodType<Data>, data: Data): Data =>
  schema.parse(
    JSON.parse(JSON.stringify(data), (_, member: unknown) =>
      typeof member === 'string' ? cutText(member) : member,
    ),
  );

const cutMessage = ({ message: { zh, en }, ...finding }: ReaderFinding): ReaderFinding => ({
  ...finding,
  message: { zh: cutText(zh), en: cutText(en) },
});

const cutOrigins = (origins: Origins): Origins =>
  Object.fromEntries(
    Object.entries(origins).map(([path, origin]) => [path, { ...origin, raw: cutText(origin.raw) }]),
  );

const isShort = (text: string | null): boolean => text === null || text.length <= longestText;

const textsOf = ({ buyer, seller, lines, ...header }: Invoice): readonly (string | null)[] =>
  [header, buyer, seller, ...lines].flatMap((part) => Object.values(part));

type Read = Pick<InvoiceExtraction, 'invoice' | 'origins' | 'findings'>;

/**
 * What a reader got, without endless values: nobody can review them, and they would be sent to the window with each
 * list. A cut value is a finding.
 */
export const withShortValues = <Given extends Read>(read: Given): Given => {
  const { invoice, origins, findings } = read;
  const areShort =
    textsOf(invoice).every(isShort) &&
    Object.values(origins).every(({ raw }) => isShort(raw)) &&
    findings.every(({ message: { zh, en } }) => isShort(zh) && isShort(en));
  if (areShort) return read;
  const fields = fieldPathsOf(invoice).filter((path) => !isShort(valueAt(invoice, path)));
  return {
    ...read,
    invoice: cutIn(invoiceSchema, invoice),
    origins: cutOrigins(origins),
    findings: [
      ...findings.map(cutMessage),
      ...(fields.length > 0
        ? [{ id: 'value-cut', fields, message: readerFindingTexts.valueCut(longestText) }]
        : []),
    ],
  };
};
