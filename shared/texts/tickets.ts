import type { Journey, Ticket } from '../invoice/extraction.ts';
import { airKind, railKind } from '../invoice/kind.ts';
import type { Bilingual, Language } from '../language.ts';

export const ticketNames = {
  rail: { zh: '铁路电子客票', en: 'Rail ticket' },
  air: { zh: '航空电子客票', en: 'Air ticket' },
} as const satisfies Record<Ticket['type'], Bilingual>;

/** The name of a ticket in a list if its data names no seller; null for any other invoice. */
export const ticketTitle = (kind: string | null, language: Language): string | null => {
  if (kind === railKind) return ticketNames.rail[language];
  return kind === airKind ? ticketNames.air[language] : null;
};

/** A journey on one line, without the traveller's id number: `林知夏  2025-03-04  杭州东 – 上海  G1`. */
export const describeJourney = ({ passenger, date, until, from, to, vehicle, ...rest }: Journey): string =>
  [
    passenger,
    [date, until].filter((day) => day !== null && day !== undefined).join(' – '),
    [from, to].filter((place) => place !== null).join(' – '),
    vehicle,
    until === undefined ? null : rest.class,
  ]
    .filter((part) => part !== null && part !== '')
    .join('  ');
