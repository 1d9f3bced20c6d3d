import type { Bilingual } from '../language.ts';

export const ticketNames = {
  rail: { zh: '铁路电子客票', en: 'Rail ticket' },
  air: { zh: '航空电子客票', en: 'Air ticket' },
} as const satisfies Record<string, Bilingual>;
