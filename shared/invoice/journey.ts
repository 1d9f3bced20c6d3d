import type { Journey } from './extraction.ts';

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
