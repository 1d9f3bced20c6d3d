import { isOwnInvoice } from '../../store/records/page-row.ts';

/** OFFSET 0 makes PostgreSQL check page by page: it would otherwise read all pages in the order of their ids. */
const counts = `near.review <> 'aside' AND EXISTS (SELECT 1 FROM pages
  WHERE pages.id = near.page AND pages.id <> asked.page AND pages.sandbox = asked.sandbox
    AND pages.state = 'recognized' AND pages.service = 'vat-invoice' AND ${isOwnInvoice} OFFSET 0)`;

/** No limit if it is negative. */
const most = 'nullif($1::bigint, -1)';

const withNumber = (condition: string, limit: string): string => `
  (SELECT near.page FROM results AS near
   WHERE near.number = asked.number AND ${condition} AND ${counts} ORDER BY near.page LIMIT ${limit})`;

/**
 * For `lookalikeReads`. Thousands of invoices may have the same number: those with the same code come first; the others
 * are read only if there are few.
 */
export const nearInPostgres = `asked CROSS JOIN LATERAL (
    WITH same AS MATERIALIZED (
        ${withNumber('near.code = asked.code', most)}
        UNION ALL ${withNumber('asked.code IS NULL AND near.code IS NULL', most)}),
      other AS MATERIALIZED
        ${withNumber('near.code IS DISTINCT FROM asked.code', `(${most} - (SELECT count(*) FROM same))`)}
    SELECT page FROM same UNION SELECT page FROM other
    UNION
    (SELECT near.page FROM results AS near
     WHERE near.gross_total = asked.gross_total AND near.issue_date = asked.issue_date AND ${counts}
     ORDER BY (near.seller IS NOT DISTINCT FROM asked.seller
       OR coalesce(near.seller_tax_id = asked.seller_tax_id, false)) DESC, near.page LIMIT ${most})
  ) AS found
  JOIN results ON results.page = found.page
  JOIN pages ON pages.id = results.page
  JOIN documents ON documents.id = pages.document`;
