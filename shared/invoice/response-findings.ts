import type { DecodedInvoice } from '../services/regions.ts';
import { findingTexts } from '../texts/findings.ts';
import { fieldLabelsOf } from './checks/outcome.ts';
import type { FieldPath } from './model.ts';
import type { ReaderFinding } from './read-lines.ts';

/**
 * The service read one element twice with different results. The first is used, and the user must check it.
 */
export const contradictionFinding = (
  path: FieldPath,
  chosen: string | null,
  other: string,
): ReaderFinding => ({
  id: 'contradicting-readings',
  fields: [path],
  message: findingTexts.response.contradicting(fieldLabelsOf([path]), chosen, other),
});

const shownPaths = 3;

/** What the response itself leaves open: unreadable members, and invoices that were detected but not read. */
export const responseFindings = ({ leftOut = [], targets = 1 }: DecodedInvoice): readonly ReaderFinding[] => {
  const paths = `${leftOut.slice(0, shownPaths).join(', ')}${leftOut.length > shownPaths ? ' …' : ''}`;
  return [
    ...(leftOut.length > 0
      ? [
          {
            id: 'reply-incomplete',
            fields: [],
            message: findingTexts.response.incomplete(leftOut.length, paths),
          },
        ]
      : []),
    ...(targets > 1
      ? [{ id: 'several-invoices', fields: [], message: findingTexts.response.severalInvoices(targets) }]
      : []),
  ];
};
