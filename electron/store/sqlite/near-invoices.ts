import { isOwnInvoice } from '../records/page-row.ts';

const near = (condition: string, first: string): string => `
  SELECT * FROM (
    SELECT near.page FROM results AS near CROSS JOIN pages ON pages.id = near.page
    WHERE ${condition} AND pages.id <> asked.page AND pages.sandbox = asked.sandbox AND pages.state = 'recognized'
      AND pages.service = 'vat-invoice' AND near.review <> 'aside' AND ${isOwnInvoice}
    ORDER BY ${first} DESC, near.page LIMIT $1)`;

/**
 * For `lookalikeReads`. CROSS JOIN fixes the order: the few that are near, and then what they belong to, however many
 * pages there are.
 */
export const nearInSqlite = `asked CROSS JOIN json_each((SELECT json_group_array(page) FROM (
    ${near('near.number = asked.number', 'near.code IS asked.code')}
    UNION ${near(
      'near.gross_total = asked.gross_total AND near.issue_date = asked.issue_date',
      'near.seller IS asked.seller OR coalesce(near.seller_tax_id = asked.seller_tax_id, false)',
    )}))) AS found
  CROSS JOIN results ON results.page = found.value
  CROSS JOIN pages ON pages.id = results.page
  CROSS JOIN documents ON documents.id = pages.document`;
