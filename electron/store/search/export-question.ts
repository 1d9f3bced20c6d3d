import { z } from 'zod';
import {
  mostUnread,
  summaryOfPages,
  unreadName,
  type AlikePages,
} from '../../../shared/review/export-summary.ts';
import { demoFlag, isNotInBin } from '../records/page-row.ts';
import type { StoredSummary } from '../records/export.ts';

/** The pages of an export in their order, with the columns `asked` and `place`: here all pages of a service. */
export const everyPage = (service: string): string =>
  `SELECT id AS asked, row_number() OVER (ORDER BY document, number, part) AS place FROM pages
   WHERE service = ${service} AND ${isNotInBin}`;

/**
 * One query for everything in a summary, in the SQL of both engines: how many pages are alike, the first unread
 * ones, and those without stored findings.
 * @param asked the SQL of the pages, see `everyPage`
 * @param service the parameter of the service
 */
export const exportQuestion = (asked: string, service: string): string => `
  WITH shown AS (
    -- A joined invoice is one page of an export, at the place of the first of its pages.
    SELECT coalesce(pages.joined_to, pages.id) AS page, min(asked.place) AS place
    FROM (${asked}) AS asked JOIN pages ON pages.id = asked.asked GROUP BY 1
  ), found AS MATERIALIZED (
    SELECT pages.id, pages.document, pages.number, pages.state, ${demoFlag} AS demo, shown.place,
      CASE WHEN pages.state <> 'recognized' OR results.review = 'confirmed' THEN '[]'
        ELSE results.open_findings END AS findings
    FROM shown JOIN pages ON pages.id = shown.page LEFT JOIN results ON results.page = pages.id
    WHERE pages.service = ${service} AND ${isNotInBin}
  )
  SELECT 'alike' AS kind, state AS named, demo AS number, findings, count(*) AS pages
    FROM found GROUP BY state, demo, findings
  UNION ALL SELECT * FROM (
    SELECT 'unread' AS kind, documents.source AS named, found.number, '' AS findings, found.place AS pages
    FROM found JOIN documents ON documents.id = found.document
    WHERE found.state NOT IN ('recognized', 'failed') ORDER BY found.place LIMIT ${mostUnread}) AS unread
  UNION ALL SELECT 'underived' AS kind, '' AS named, id AS number, '' AS findings, place AS pages
    FROM found WHERE findings IS NULL`;

const rowSchema = z.object({
  kind: z.enum(['alike', 'unread', 'underived']),
  /** The state, or the source of an unread page. */
  named: z.string(),
  /** Whether it is demo data, the number of the page in its file, or its id. */
  number: z.int(),
  findings: z.string().nullable(),
  /** How many there are, or the place in the export. */
  pages: z.int(),
});
type Row = z.infer<typeof rowSchema>;

const findingsSchema = z.array(z.tuple([z.enum(['warn', 'error']), z.string()]));

const readFindings = (json: string | null): AlikePages['open'] | null => {
  if (json === null) return [];
  try {
    return findingsSchema.parse(JSON.parse(json));
  } catch {
    return null;
  }
};

const stateOf = (state: string): AlikePages['state'] =>
  state === 'recognized' || state === 'failed' || state === 'cancelled' ? state : 'waiting';

const alikeOf = ({ named, number, findings, pages }: Row): AlikePages => {
  const open = readFindings(findings);
  // A row that the disk has changed is a failed page, as in every list.
  return { pages, state: open ? stateOf(named) : 'failed', isDemo: number === 1, open: open ?? [] };
};

/** The summary from the rows of `exportQuestion`. */
export const storedSummary = (values: readonly unknown[]): StoredSummary => {
  const rows = values.map((row) => rowSchema.parse(row)).toSorted((one, other) => one.pages - other.pages);
  const of = (wanted: Row['kind']): readonly Row[] => rows.filter(({ kind }) => kind === wanted);
  const unread = of('unread').map(({ named, number }) => unreadName(named, number));
  return {
    summary: summaryOfPages(of('alike').map(alikeOf), unread),
    underived: of('underived').map(({ number }) => number),
  };
};
