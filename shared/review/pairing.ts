import { isInPeriod, type Period } from '../books/period.ts';
import { businessOf } from '../invoice/business.ts';
import { isNoInvoice } from '../invoice/checks/no-invoice.ts';
import { isIsoDate } from '../invoice/dates.ts';
import type { Journey, SpecialBlock, Ticket } from '../invoice/extraction.ts';
import type { Invoice } from '../invoice/model.ts';
import { centsOf } from '../invoice/money.ts';
import type { Paper } from '../invoice/paper.ts';
import type { ReviewEvent } from './event.ts';

/** What a page is when papers and invoices are paired: a paper, the invoice that fits it, or any other invoice. */
export const pairRoles = ['itinerary', 'hotel-bill', 'ride', 'lodging', 'invoice'] as const;
export type PairRole = (typeof pairRoles)[number];

/** The paper and its invoice. */
const fitting = { itinerary: 'ride', 'hotel-bill': 'lodging' } as const;
type PaperRole = keyof typeof fitting;

export const isPaperRole = (role: PairRole): role is PaperRole => role in fitting;

/** `pairWith` of a paper that belongs to no invoice, because the user said so. */
export const withNone = 0;

/** What the ledger stores of a page for pairing; all null for a page that is never paired. */
export type PairFigures = {
  readonly pairRole: PairRole | null;
  /** ISO date of the paper or the invoice. */
  readonly pairDay: string | null;
  readonly pairCents: number | null;
  /** The page of the invoice that a user chose for a paper, or `withNone`; null if nobody chose. */
  readonly pairWith: number | null;
};

type PairData = {
  readonly value: Invoice;
  readonly ticket: Ticket | null;
  readonly paper?: Paper;
  readonly special?: readonly SpecialBlock[];
  readonly journeys?: readonly Journey[];
  /** Its findings: one says that a page is a paper. */
  readonly checks: readonly { readonly id: string }[];
};

const neverPaired = { pairRole: null, pairDay: null, pairCents: null, pairWith: null } as const;

const roleOf = ({ value, ticket, special = [], journeys = [] }: PairData): PairRole => {
  const business = businessOf({ invoice: value, special, journeys });
  if (business === 'passenger-transport' && ticket === null) return 'ride';
  return value.lines.some(({ name }) => /住宿|房费|客房/u.test(name ?? '')) ? 'lodging' : 'invoice';
};

/**
 * What is stored of an invoice or a paper for pairing.
 * @param standing the effective events of the page
 */
export const pairFiguresOf = (
  data: PairData,
  standing: readonly Pick<ReviewEvent, 'change'>[],
): PairFigures => {
  const { value, paper, checks } = data;
  const gross = centsOf(value.grossTotal);
  if (gross !== null)
    return { ...neverPaired, pairRole: roleOf(data), pairDay: value.issueDate, pairCents: gross };
  if (!isNoInvoice({ invoice: value, findings: checks })) return neverPaired;
  if (paper?.type !== 'itinerary' && paper?.type !== 'hotel-bill') return neverPaired;
  const chosen = standing.findLast(({ change }) => change.kind === 'pair')?.change;
  return {
    pairRole: paper.type,
    pairDay: paper.date,
    pairCents: centsOf(paper.amount),
    pairWith: chosen?.kind === 'pair' ? (chosen.invoice ?? withNone) : null,
  };
};

/** A page that may be paired, as the ledger returns it. */
export type Pairable = {
  readonly page: number;
  readonly role: PairRole;
  readonly day: string | null;
  readonly cents: number | null;
  /** The page that represents the chosen invoice, or `withNone`; null if nobody chose, or it is gone or set aside. */
  readonly chosen: number | null;
  readonly code: string | null;
  readonly number: string | null;
};

/** A paper and its invoice are of the same amount, and at most this many days apart. */
const mostDays = 31;

const dayMs = 86_400_000;

const daysBetween = (one: string, other: string): number =>
  Math.abs(Date.parse(one) - Date.parse(other)) / dayMs;

/** Whether the other part of a pair can lie in a period. Both are inclusive ISO dates. */
export const isNearPeriod = (day: string, { from, to }: Period): boolean =>
  isInPeriod({ from, to }, day) || daysBetween(day, from) <= mostDays || daysBetween(day, to) <= mostDays;

/** The days of all that decides the pairing of a page: what is near it, and what is near that. */
export const pairableDays = (day: string | null): Period => {
  if (day === null || !isIsoDate(day)) return { from: '', to: '9999-12-31' };
  const after = (days: number): string => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
  return { from: after(-2 * mostDays), to: after(2 * mostDays) };
};

/** More pages of one amount are not loaded: then only what a user chose is certain. */
export const mostPairable = 500;

const isNear = (one: Pairable, other: Pairable): boolean =>
  one.cents !== null &&
  one.cents === other.cents &&
  (one.day === null || other.day === null || daysBetween(one.day, other.day) <= mostDays);

const isSame = (one: Pairable, other: Pairable): boolean =>
  one.page === other.page ||
  (one.number !== null &&
    one.number === other.number &&
    (one.code === other.code || one.code === null || other.code === null));

/** Copies of an invoice are one: the oldest stands for all. */
const distinct = (invoices: readonly Pairable[]): readonly Pairable[] =>
  invoices.filter((one, at) => invoices.findIndex((other) => isSame(one, other)) === at);

/** A page that a page is paired with; `isChosen` says that a user did it. */
export type Paired = { readonly page: number; readonly isChosen: boolean };

/** The invoice of a paper among some pages: the user's choice, or the only one that it can belong to. */
const invoiceOf = (paper: Pairable, all: readonly Pairable[]): Paired | null => {
  if (paper.chosen === withNone) return null;
  // Seen from another invoice, the chosen one may not be among the pages.
  if (paper.chosen !== null) return { page: paper.chosen, isChosen: true };
  if (all.length >= mostPairable) return null;
  const invoices = distinct(all.filter(({ role }) => !isPaperRole(role)));
  const near = invoices.filter((invoice) => isNear(paper, invoice));
  const [only] = near;
  if (!only || near.length > 1 || !isPaperRole(paper.role) || fitting[paper.role] !== only.role) return null;
  if (paper.day === null || only.day === null) return null;
  const isRival = (other: Pairable): boolean =>
    other.page !== paper.page &&
    isPaperRole(other.role) &&
    (other.chosen === null ? isNear(other, only) : other.chosen === only.page);
  return all.some(isRival) ? null : { page: only.page, isChosen: false };
};

/** What a page is paired with, and what it could be paired with by the user. */
export type Pairing = {
  readonly isPaper: boolean;
  readonly paired: readonly Paired[];
  readonly offers: readonly number[];
};

/** More offers are no help. */
const mostOffers = 5;

/**
 * The pairing of a page.
 * @param all the page, all pages of its amount on `pairableDays`, and those that a user paired with one of these; at
 *   most `mostPairable`
 */
export const pairingAmong = (own: Pairable, all: readonly Pairable[]): Pairing => {
  if (isPaperRole(own.role)) {
    const invoice = invoiceOf(own, all);
    const near = distinct(all.filter(({ role }) => !isPaperRole(role))).filter((one) => isNear(own, one));
    return {
      isPaper: true,
      paired: invoice ? [invoice] : [],
      offers: invoice ? [] : near.slice(0, mostOffers).map(({ page }) => page),
    };
  }
  const copies = new Set(all.filter((one) => isSame(own, one)).map(({ page }) => page));
  const papers = all
    .filter(({ role }) => isPaperRole(role))
    .map((paper) => ({ paper, invoice: invoiceOf(paper, all) }));
  return {
    isPaper: false,
    paired: papers.flatMap(({ paper, invoice }) =>
      invoice && copies.has(invoice.page) ? [{ page: paper.page, isChosen: invoice.isChosen }] : [],
    ),
    offers: papers
      .filter(({ paper, invoice }) => invoice === null && isNear(paper, own))
      .slice(0, mostOffers)
      .map(({ paper }) => paper.page),
  };
};
