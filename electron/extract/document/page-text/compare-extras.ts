import { businessOf } from '../../../../shared/invoice/business.ts';
import { masked } from '../../../../shared/invoice/characters.ts';
import { comparable } from '../../../../shared/invoice/checks/compare-extractions.ts';
import { emptyInvoice } from '../../../../shared/invoice/empty-invoice.ts';
import type {
  InvoiceExtraction,
  Journey,
  SpecialBlock,
  Ticket,
} from '../../../../shared/invoice/extraction.ts';
import type { FieldPath } from '../../../../shared/invoice/model.ts';
import { bareText } from './compare-data.ts';

/** What an extraction has besides its invoice. */
type Extras = Pick<InvoiceExtraction, 'ticket' | 'journeys' | 'special'>;

/** Values of a ticket, of journeys and of special business, compared. */
export type ComparedExtras = {
  readonly differing: readonly (readonly [path: FieldPath, stated: string, shown: string])[];
  readonly same: readonly FieldPath[];
  /** What only one of the two states. */
  readonly silent: readonly FieldPath[];
};

const hasPart = (one: string, other: string): boolean =>
  one !== '' && other !== '' && (one.includes(other) || other.includes(one));

/** A passenger's title and age group may follow the name. */
const nameOf = (text: string): string =>
  bareText(text).replace(/(?:mr|ms|mrs|chd|inf|先生|女士|成人|儿童|婴儿)$/u, '');

/** The name of a station or an airport, without its word, its code and its terminal. */
const placeNameOf = (text: string): string => {
  const name = bareText(text).replace(/站$/u, '');
  return /\p{Script=Han}/u.test(name) ? name.replaceAll(/[^\p{Script=Han}]/gu, '') : name;
};

/** Stars hide any number of characters. */
const isMaskOf = (mask: string, id: string): boolean => {
  const [first = '', ...rest] = mask.toLowerCase().split(/\*+/u);
  const last = rest.at(-1) ?? '';
  return rest.length > 0 && id.toLowerCase().startsWith(first) && id.toLowerCase().endsWith(last);
};

const withoutMarks = (text: string): string => bareText(text).replaceAll(/\p{P}/gu, '');

/** Whether two values mean the same, whatever the printer of a ticket does with their form. */
const isSame = (path: FieldPath, type: Ticket['type'] | null, stated: string, shown: string): boolean => {
  if (comparable(stated) === comparable(shown)) return true;
  const key = path.slice(path.lastIndexOf('.') + 1);
  if (key === 'passenger') return nameOf(stated) === nameOf(shown);
  if (key === 'passengerId') return isMaskOf(stated, shown) || isMaskOf(shown, stated);
  if (key === 'class') return hasPart(bareText(stated), bareText(shown));
  if (key === 'from' || key === 'to') {
    const [one, other] = [placeNameOf(stated), placeNameOf(shown)];
    // 南京 and 南京南 are two stations; an airport may be named after its town.
    return one === other || (type !== 'rail' && hasPart(one, other));
  }
  return withoutMarks(stated) === withoutMarks(shown);
};

const ticketValues = (ticket: Ticket | null): ReadonlyMap<FieldPath, string> =>
  new Map(
    Object.entries(ticket ?? {}).flatMap(([key, value]) =>
      key === 'type' || value === null ? [] : [[`ticket.${key}`, value] as const],
    ),
  );

const journeyValues = (journeys: readonly Journey[]): ReadonlyMap<FieldPath, string> =>
  new Map(
    journeys.flatMap((journey, index) =>
      Object.entries(journey).flatMap(([key, value]) =>
        value === null ? [] : [[`journeys.${index}.${key}`, value] as const],
      ),
    ),
  );

const namedBusiness = (special: readonly SpecialBlock[]): string | null =>
  businessOf({ invoice: emptyInvoice, special });

/** Compares what data and page state besides their invoices. Lists of different length are not compared. */
export const compareExtras = (stated: Extras, shown: Extras): ComparedExtras => {
  const [mine, theirs] = [stated.journeys ?? [], shown.journeys ?? []];
  const hasSameJourneys = mine.length === theirs.length;
  const type = stated.ticket?.type ?? shown.ticket?.type ?? null;
  const one = new Map([...ticketValues(stated.ticket), ...(hasSameJourneys ? journeyValues(mine) : [])]);
  const other = new Map([...ticketValues(shown.ticket), ...(hasSameJourneys ? journeyValues(theirs) : [])]);
  const [differing, same, silent] = [
    [] as (readonly [FieldPath, string, string])[],
    [] as FieldPath[],
    [] as FieldPath[],
  ];
  for (const path of new Set([...one.keys(), ...other.keys()])) {
    const [value, print] = [one.get(path), other.get(path)];
    if (value === undefined || print === undefined) silent.push(path);
    else if (isSame(path, type, value, print)) same.push(path);
    else if (path.endsWith('.passengerId')) differing.push([path, masked(value), masked(print)]);
    else differing.push([path, value, print]);
  }
  if (!hasSameJourneys) silent.push('journeys');
  const [blocks, printed] = [stated.special ?? [], shown.special ?? []];
  if (blocks.length + printed.length > 0) {
    const [business, onPage] = [namedBusiness(blocks), namedBusiness(printed)];
    const isOther = business !== null && onPage !== null && business !== onPage;
    if (isOther) differing.push(['special', blocks[0]?.name ?? '', printed[0]?.name ?? '']);
    else silent.push('special');
  }
  return { differing, same, silent };
};
