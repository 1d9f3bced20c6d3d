import { emptyParty } from '../../../../shared/invoice/empty-invoice.ts';
import type { PartyRole } from '../../../../shared/invoice/fields.ts';
import type { Party } from '../../../../shared/invoice/model.ts';
import { missingFinding, sidesFinding } from './findings.ts';
import type { TextLabel, PartyLabelKey } from './labels.ts';
import type { Notes } from './note.ts';
import type { ReadPage } from './page.ts';
import { piecesOf } from './rows.ts';
import { valueOf, type FoundValue } from './values.ts';

const partyKeys: readonly PartyLabelKey[] = ['name', 'taxId', 'addressPhone', 'bankAccount'];
const isPartyLabel = ({ key }: TextLabel): boolean => partyKeys.some((one) => one === key);

type Sided = { readonly label: TextLabel; readonly role: PartyRole };

/** The area whose upright label is nearest on the left. */
const areaOf = (label: TextLabel, { stacks }: ReadPage): PartyRole | null => {
  let found: { role: PartyRole; x: number } | null = null;
  for (const { area, x0, top, bottom, size } of stacks) {
    if (area !== 'buyer' && area !== 'seller') continue;
    const isBeside = label.y > top - 2.5 * size && label.y < bottom + 2.5 * size;
    if (isBeside && x0 < label.x0 && (!found || x0 > found.x)) found = { role: area, x: x0 };
  }
  return found?.role ?? null;
};

/** Older forms have the buyer above the goods and the seller below them. */
const besideTable = (label: TextLabel, { tables }: ReadPage): PartyRole | null => {
  const [first] = tables;
  if (!first) return null;
  const end = first.goods.end?.y ?? first.head.bottom;
  return label.y > end ? 'seller' : null;
};

/**
 * Assigns labels to parties by the labels themselves, the areas and the form. The rest is assigned by order,
 * with a finding.
 */
const sidesOf = (
  labels: readonly TextLabel[],
  page: ReadPage,
): { readonly sided: readonly Sided[]; readonly isGuessed: boolean } => {
  const known = new Map<TextLabel, PartyRole>();
  for (const label of labels) {
    const role = label.role ?? areaOf(label, page) ?? besideTable(label, page);
    if (role) known.set(label, role);
  }
  const hasBelow = [...known.values()].includes('seller');
  const open = labels.filter((label) => !known.has(label));
  const starts = [...new Set(open.filter(({ key }) => key === 'name').map(({ x0 }) => x0))].toSorted(
    (a, b) => a - b,
  );
  const middle = starts.length > 1 ? ((starts[0] ?? 0) + (starts.at(-1) ?? 0)) / 2 : Infinity;
  for (const label of open) known.set(label, label.x0 > middle ? 'seller' : 'buyer');
  // A single party above the goods, with the seller below them, is the buyer.
  const isGuessed = open.length > 0 && !(hasBelow && middle === Infinity);
  return { sided: labels.map((label) => ({ label, role: known.get(label) ?? 'buyer' })), isGuessed };
};

const kindOf = (key: PartyLabelKey): 'taxId' | 'text' => (key === 'taxId' ? 'taxId' : 'text');

/** Nothing is printed next to an id; a longer text is one that ran into it. */
const taxIdForm = /^[0-9A-Z]{15,20}$/u;

const valueFor = (key: PartyLabelKey, found: FoundValue): string =>
  key === 'taxId' ? found.text.replace(/\s+/gu, '') : found.text;

/** How far below its label an ID may stand, in type sizes. */
const belowLabel = 2.6;

/** An ID below its label, where nothing else has its form. */
const idBelow = (label: TextLabel, { rows }: ReadPage): FoundValue | null => {
  const { x0, x1, y, size } = label;
  for (const row of rows) {
    if (row.y <= y + 0.5 * size || row.y > y + belowLabel * size) continue;
    const piece = piecesOf(row.glyphs, 0.8).find((one) => one.x0 > x0 - size && one.x0 < x1);
    if (!piece) continue;
    return taxIdForm.test(piece.text.replaceAll(/\s/gu, '')) ? { text: piece.text, pieces: [piece] } : null;
  }
  return null;
};

type Values = Record<PartyRole, Record<PartyLabelKey, string | null>>;

/** Reads the values that are still missing; returns whether the sides were guessed. */
const readOn = (page: ReadPage, parties: Values, notes: Notes): boolean => {
  const { sided, isGuessed } = sidesOf(page.labels.filter(isPartyLabel), page);
  let isUsed = false;
  for (const { label, role } of sided) {
    const key = partyKeys.find((one) => one === label.key);
    if (key === undefined || parties[role][key] !== null) continue;
    const found = valueOf(label, page.rows, page) ?? (key === 'taxId' ? idBelow(label, page) : null);
    if (!found) continue;
    const path = `${role}.${key}`;
    const value = notes.read(path, { text: valueFor(key, found), pieces: found.pieces, page }, kindOf(key));
    const isOdd = key === 'taxId' && value !== null && !taxIdForm.test(value);
    if (isOdd) notes.findings.push(missingFinding([path]));
    parties[role][key] = isOdd ? null : value;
    isUsed = true;
  }
  return isUsed && isGuessed;
};

/** Reads both parties by the areas of their labels, page by page. */
export const readParties = (
  pages: readonly ReadPage[],
  notes: Notes,
): { readonly buyer: Party; readonly seller: Party } => {
  const parties: Values = { buyer: { ...emptyParty }, seller: { ...emptyParty } };
  const guesses = pages.map((page) => readOn(page, parties, notes));
  for (const role of ['buyer', 'seller'] as const)
    if (parties[role].name === null) notes.findings.push(missingFinding([`${role}.name`]));
  if (guesses.includes(true))
    notes.findings.push(sidesFinding(['buyer.name', 'seller.name', 'buyer.taxId', 'seller.taxId']));
  return parties;
};
