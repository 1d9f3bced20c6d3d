import {
  type ExportEncoding,
  type ExportFormat,
  type UnresolvedChoice,
  namedLayouts,
  type CustomLayout,
  type Layout,
  type NamedLayout,
} from '../../shared/contract/export/exported.ts';
import type { ExportSummary } from '../../shared/review/export-summary.ts';
import type { ServiceId } from '../../shared/services/service.ts';

export type ExportChoices = {
  readonly format: ExportFormat;
  /** A built-in layout, or `custom:` and the name of a custom layout. */
  readonly layout: NamedLayout | `custom:${string}`;
  readonly encoding: ExportEncoding;
  /** Whether a table of faces includes feature points. */
  readonly points: boolean;
  readonly unresolved: UnresolvedChoice;
};

export const firstForm: ExportChoices = {
  format: 'xlsx',
  layout: 'vouch',
  encoding: 'utf8',
  points: true,
  unresolved: 'ask',
};

/** The formats of a service, the recommended one first. */
export const formatsOf = (service: ServiceId): readonly ExportFormat[] =>
  service === 'vat-invoice'
    ? ['xlsx', 'csv', 'lines-csv', 'json', 'annotated']
    : ['xlsx', 'csv', 'json', 'annotated'];

export const hasLayouts = (service: ServiceId, format: ExportFormat): boolean =>
  service === 'vat-invoice' && (format === 'xlsx' || format === 'csv');

export const hasEncoding = (format: ExportFormat): boolean => format === 'csv' || format === 'lines-csv';

/** JSON always contains all points. */
export const hasPoints = (service: ServiceId, format: ExportFormat): boolean =>
  service === 'face-detect' && (format === 'xlsx' || format === 'csv');

/** The form for a direct export: Vouch's own layout, with the last other choices. */
export const directExport = (format: ExportFormat, { encoding, points }: ExportChoices) =>
  ({ format, layout: 'vouch', encoding, points, unresolved: 'ask' }) as const satisfies ExportChoices;

/** The layout that the form names; the default layout if a custom one was deleted since. */
export const layoutOf = (layout: ExportChoices['layout'], own: readonly CustomLayout[]): Layout => {
  const named = namedLayouts.find((name) => name === layout);
  return named ?? own.find(({ name }) => `custom:${name}` === layout) ?? 'vouch';
};

/** How many pages are exported under the user's choice. */
export const pagesLeft = (
  { recognized, pages, withErrors, withWarnings }: ExportSummary,
  unresolved: UnresolvedChoice,
): number => {
  if (unresolved === 'leave-errors') return recognized - withErrors;
  if (unresolved === 'leave-findings') return recognized - withErrors - withWarnings;
  return pages;
};
