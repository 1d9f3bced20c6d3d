import type { PageSummary } from '../../shared/contract/page.ts';
import type { Language } from '../../shared/language.ts';
import { paperTitle } from '../../shared/texts/papers.ts';

/** What a row shows of a page: of an invoice its seller, of any other paper what it is and who was paid or paid. */
export const rowValues = ({ headline }: PageSummary, language: Language) => {
  const { paper, seller, number, issueDate, grossTotal } = headline;
  if (paper === null) return { title: seller, number, day: issueDate, amount: grossTotal };
  const { type, payee, payer, date, amount } = paper;
  const party = payee ?? payer ?? [];
  const title = [paperTitle(type, language), party].flat().join(' · ');
  return { title, number: paper.number, day: date, amount };
};
