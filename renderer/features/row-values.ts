import type { PageSummary } from '../../shared/contract/page.ts';
import type { Language } from '../../shared/language.ts';
import { paperTitle } from '../../shared/texts/papers.ts';

/** What a row shows of a page: an invoice’s seller, or what another paper is and its payee or else its payer. */
export const rowValues = ({ headline }: PageSummary, language: Language) => {
  const { paper, seller, number, issueDate, grossTotal } = headline;
  if (paper === null) return { title: seller, number, day: issueDate, amount: grossTotal };
  const { type, payee, payer, date, amount } = paper;
  const kind = paperTitle(type, language);
  const party = payee ?? payer;
  const title = party === null ? kind : `${kind} · ${party}`;
  return { title, number: paper.number, day: date, amount };
};
