import type { PartyRole } from '../../../../shared/invoice/fields.ts';
import type { Party } from '../../../../shared/invoice/model.ts';
import type { PageGlyph } from '../../document/page-text/glyphs.ts';
import { rowText, type TextRow } from '../../document/page-text/rows.ts';
import type { Areas } from './areas.ts';
import type { ScanNotes } from './scan-notes.ts';

type PartyKey = keyof Party;

/** The labels of a party from top to bottom; a scan may show parts of them only. */
const vatLabels: readonly (readonly [PartyKey, string])[] = [
  ['name', '名称'],
  ['taxId', '纳税人识别号'],
  ['addressPhone', '地址电话'],
  ['bankAccount', '开户行及账号'],
];
const digitalLabels: readonly (readonly [PartyKey, string])[] = [
  ['name', '名称'],
  ['taxId', '统一社会信用代码纳税人识别号'],
];

type Zone = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number };

/** The characters of each row within an area. */
const rowsWithin = (
  rows: readonly TextRow[],
  { top, bottom, left, right }: Zone,
): readonly (readonly PageGlyph[])[] =>
  rows
    .filter(({ y }) => y > top && y < bottom)
    .map(({ glyphs }) => glyphs.filter(({ x0, x1 }) => (x0 + x1) / 2 > left && (x0 + x1) / 2 < right))
    .filter((glyphs) => glyphs.length > 0);

/** The label of a further value of a party, which names the party itself. */
const nextLabel = /(?<=.{4})(?:购买?方|买方|销售?方|卖方)(?:名称|纳税人识别号|统一社会信用代码|地址|开户)/u;

/** The rows of a party. One with two labels is two rows: the value of the second one may reach out of the area. */
const partyRows = (rows: readonly TextRow[], zone: Zone): readonly (readonly PageGlyph[])[] =>
  rows.flatMap((row) => {
    const [glyphs] = rowsWithin([row], zone);
    const second = row.glyphs[nextLabel.exec(row.text)?.index ?? -1];
    if (!glyphs) return [];
    if (!second || !glyphs.includes(second)) return [glyphs];
    return [glyphs.slice(0, glyphs.indexOf(second)), row.glyphs.slice(row.glyphs.indexOf(second))];
  });

const isColon = (text: string | undefined): boolean =>
  text === ':' || text === '：' || text === ';' || text === '；';

/**
 * Number of characters at the start of a row that belong to a label; 0 if the row has another label or none. At least
 * half of a label must be there, or all of a short one but one character with its colon.
 */
const labelLength = (glyphs: readonly PageGlyph[], label: string): number => {
  const longest = label.length + 4;
  const colon = glyphs.slice(0, longest).findIndex(({ text }) => isColon(text));
  const until = colon < 0 ? Math.min(longest, glyphs.length) : colon;
  let [hits, end] = [0, 0];
  for (let at = 0; at < until; at += 1) {
    const text = glyphs[at]?.text ?? '';
    if (label.includes(text)) [hits, end] = [hits + 1, at + 1];
    else if (!/[、,，./\\帐張张]/u.test(text) && hits > 0 && colon < 0) break;
  }
  if (colon >= 0 && hits >= 0.4 * label.length) return colon + 1;
  return colon < 0 && hits >= 0.65 * label.length ? end : 0;
};

type Labelled = {
  readonly key: PartyKey;
  readonly y: number;
  readonly size: number;
  readonly value: readonly PageGlyph[];
};

/** Splits rows into labels with the values on their rows, and rows without a label. */
const labelled = (
  rows: readonly (readonly PageGlyph[])[],
  labels: readonly (readonly [PartyKey, string])[],
): { readonly found: readonly Labelled[]; readonly others: readonly (readonly PageGlyph[])[] } => {
  const found: Labelled[] = [];
  const others: (readonly PageGlyph[])[] = [];
  for (const glyphs of rows) {
    const best = labels
      .filter(([key]) => !found.some((one) => one.key === key))
      .map(([key, label]) => ({ key, length: labelLength(glyphs, label) }))
      .reduce((one, next) => (next.length > one.length ? next : one), { key: 'name', length: 0 });
    if (best.length > 0) {
      const { y = 0, size = 0 } = glyphs[0] ?? {};
      found.push({ key: best.key, y, size, value: glyphs.slice(best.length) });
    } else others.push(glyphs);
  }
  return { found, others };
};

/** Rows of labels are farther apart, in type sizes. */
const leastStep = 0.5;

/** Heights of all labels: those that were not read follow from the others, as their rows are evenly spaced. */
const heightsOf = (
  found: readonly Labelled[],
  labels: readonly (readonly [PartyKey, string])[],
): ReadonlyMap<PartyKey, number> => {
  const known = found.map(({ key, y }) => ({ at: labels.findIndex(([one]) => one === key), y }));
  const [first, last] = [known.toSorted((a, b) => a.at - b.at)[0], known.toSorted((a, b) => b.at - a.at)[0]];
  const heights = new Map(found.map(({ key, y }) => [key, y] as const));
  if (!first || !last || last.at === first.at) return heights;
  const step = (last.y - first.y) / (last.at - first.at);
  // Labels in one row say nothing about others.
  if (Math.abs(step) < leastStep * (found[0]?.size ?? 0)) return heights;
  for (const [at, [key]] of labels.entries())
    if (!heights.has(key)) heights.set(key, first.y + (at - first.at) * step);
  return heights;
};

const kindOf = (key: PartyKey): 'taxId' | 'text' => (key === 'taxId' ? 'taxId' : 'text');

/** Leftovers of a label before a value, and of an upright label behind it. */
const trimmed = (glyphs: readonly PageGlyph[]): readonly PageGlyph[] => {
  const start = glyphs.findIndex(({ text }) => !/[:：;；、,.·]/u.test(text));
  const kept = start < 0 ? [] : glyphs.slice(start);
  const [before, last] = [kept.at(-2), kept.at(-1)];
  const isApart = before !== undefined && last !== undefined && last.x0 - before.x1 > 1.5 * last.size;
  return isApart && last.run !== before.run ? kept.slice(0, -1) : kept;
};

/** How far below its last line a wrapped value continues, and how close to the start of its first, in type sizes. */
const [wrapReach, wrapStart] = [2.4, 1.5];
const isTaxId = (glyphs: readonly PageGlyph[]): boolean => /^[0-9A-Z]{15,20}$/u.test(rowText(glyphs).trim());

/** The value that a row without a label continues: the last one above it, if it begins where that one does. */
const continuedBy = (
  glyphs: readonly PageGlyph[],
  values: ReadonlyMap<PartyKey, readonly (readonly PageGlyph[])[]>,
): PartyKey | null => {
  const [start] = glyphs;
  if (!start || isTaxId(glyphs)) return null;
  const above = [...values].flatMap(([key, rows]) => {
    const [first, last] = [rows[0]?.find(({ text }) => !isColon(text)), rows.at(-1)?.[0]];
    return first && last && last.y < start.y - 0.5 * start.size ? [{ key, first, last }] : [];
  });
  const nearest = above.toSorted((one, other) => other.last.y - one.last.y)[0];
  if (!nearest) return null;
  const { key, first, last } = nearest;
  const isNear = start.y - last.y < wrapReach * last.size;
  return isNear && Math.abs(start.x0 - first.x0) < wrapStart * first.size ? key : null;
};

/** How far the end of a value's first part may reach into the line that goes on with it, in type sizes. */
const partReach = 1;
/** A character at the end of a part may be read again at the start of the next one this close, in type sizes. */
const copyReach = 0.6;

/**
 * The start of a value in the line of its label, without a character that the next line repeats. Null if that line does not
 * go on to the right of it.
 */
const startBefore = (
  value: readonly PageGlyph[],
  next: readonly PageGlyph[],
): readonly PageGlyph[] | null => {
  const [last, first] = [value.at(-1), next.find(({ text }) => !isColon(text))];
  if (!last || !first || last.run === first.run || first.x0 < last.x0 - partReach * last.size) return null;
  const isCopy = last.text === first.text && Math.abs(last.x0 - first.x0) < copyReach * first.size;
  return isCopy ? value.slice(0, -1) : value;
};

const readParty = (role: PartyRole, zone: Zone, areas: Areas, notes: ScanNotes): Party => {
  const labels = areas.isDigital ? digitalLabels : vatLabels;
  const { found, others } = labelled(partyRows(areas.rows, zone), labels);
  const heights = heightsOf(found, labels);
  const values = new Map<PartyKey, (readonly PageGlyph[])[]>();
  for (const { key, value } of found) if (value.length > 0) values.set(key, [value]);
  const shifts: number[] = [];
  for (const glyphs of others) {
    const y = glyphs[0]?.y ?? 0;
    const nearest = [...heights].toSorted((a, b) => Math.abs(a[1] - y) - Math.abs(b[1] - y))[0];
    if (nearest) shifts.push(y - nearest[1]);
  }
  // Print that is shifted against the form is shifted alike in all rows.
  const shift = shifts.toSorted((a, b) => a - b)[Math.floor(shifts.length / 2)] ?? 0;
  for (const glyphs of others) {
    const y = (glyphs[0]?.y ?? 0) - shift;
    const size = glyphs[0]?.size ?? 1;
    // A box may hold a label with the start of its value only.
    const open = [...heights].flatMap(([key, height]) => {
      const start = startBefore(found.find((one) => one.key === key)?.value ?? [], glyphs);
      const isEmpty = !found.some((one) => one.key === key && one.value.length > 0);
      return isEmpty || start ? [{ key, height, start: start ?? [] }] : [];
    });
    const nearest = open.toSorted((a, b) => Math.abs(a.height - y) - Math.abs(b.height - y))[0] ?? null;
    const isOpen = nearest !== null && Math.abs(nearest.height - y) < 1.2 * size;
    if (isOpen && nearest.start.length > 0) values.set(nearest.key, [nearest.start, glyphs]);
    else {
      const key = isOpen ? nearest.key : continuedBy(glyphs, values);
      if (key) values.set(key, [...(values.get(key) ?? []), glyphs]);
    }
  }
  const read = (key: PartyKey): string | null => {
    const rows = (values.get(key) ?? []).map(trimmed);
    const glyphs = rows.flat();
    const text = rows.map(rowText).join('');
    return notes.read(
      `${role}.${key}`,
      { text: key === 'taxId' ? text.replace(/\s+/gu, '') : text, glyphs },
      kindOf(key),
    );
  };
  return {
    name: read('name'),
    taxId: read('taxId'),
    addressPhone: areas.isDigital ? null : read('addressPhone'),
    bankAccount: areas.isDigital ? null : read('bankAccount'),
  };
};

/** How far above its party a label may begin, in type sizes: upright, or in a row of its own. */
const [signReach, headingReach] = [2, 2.5];
const sideLabel = /^(?:购买?|销售?)方|^(?:购|销)货(?:方|单位)/u;

/** The party that the label of an area names: upright before its rows, above them, or in one. Null for none, or both. */
const roleIn = ({ top, bottom, left, right }: Zone, { rows, partySigns, head }: Areas): PartyRole | null => {
  const within = rowsWithin(rows, { top, bottom, left, right });
  const start = Math.min(right, ...within.map(([first]) => first?.x0 ?? right));
  const upright = partySigns
    .filter(({ y }) => y > top - signReach * head.size && y < bottom)
    .filter(({ x0, x1 }) => x1 > left - 4 * head.size && (x0 + x1) / 2 < start)
    .map(({ text }) => text);
  const below = rowsWithin(rows, { top: top - headingReach * head.size, bottom, left, right });
  const inRows = below.flatMap(
    (glyphs) => sideLabel.exec(glyphs.map(({ text }) => text).join(''))?.[0] ?? [],
  );
  const signs = [...upright, ...inRows].join('');
  const [isBuyer, isSeller] = [/[购买]/u.test(signs), /[销售]/u.test(signs)];
  if (isBuyer === isSeller) return null;
  return isBuyer ? 'buyer' : 'seller';
};

const other = (role: PartyRole): PartyRole => (role === 'buyer' ? 'seller' : 'buyer');

/** Reads both parties by the areas of the form: their labels say which is which, or else the usual order. */
export const readScanParties = (
  areas: Areas,
  notes: ScanNotes,
): { readonly buyer: Party; readonly seller: Party; readonly areSidesKnown: boolean } => {
  const { head, divide, left, partyTop, gross, persons, isDigital } = areas;
  const size = head.size;
  const upper = { top: partyTop, bottom: head.top - 0.6 * size };
  const gap = 0.2 * size;
  const first = { ...upper, left, right: divide.x0 - gap };
  const second = isDigital
    ? { ...upper, left: divide.x1, right: Infinity }
    : { top: gross + 0.6 * size, bottom: persons - 0.5 * size, left, right: divide.x0 - gap };
  const [ofFirst, ofSecond] = [roleIn(first, areas), roleIn(second, areas)];
  const isContradicted = ofFirst !== null && ofFirst === ofSecond;
  const role = isContradicted ? 'buyer' : (ofFirst ?? (ofSecond && other(ofSecond)) ?? 'buyer');
  // One label is enough for the usual order, but not against it.
  const isNamed =
    role === 'buyer' ? ofFirst !== null || ofSecond !== null : ofFirst !== null && ofSecond !== null;
  const zones = role === 'buyer' ? { buyer: first, seller: second } : { buyer: second, seller: first };
  const [buyer, seller] = [
    readParty('buyer', zones.buyer, areas, notes),
    readParty('seller', zones.seller, areas, notes),
  ];
  return { buyer, seller, areSidesKnown: isNamed && !isContradicted };
};
