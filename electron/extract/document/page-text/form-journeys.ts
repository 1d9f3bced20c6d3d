import type { Journey } from '../../../../shared/invoice/extraction.ts';
import type { ValueKind } from '../../../../shared/invoice/fields.ts';
import type { FieldPath } from '../../../../shared/invoice/model.ts';
import type { FormJourneys } from './form-description.ts';
import type { Notes, TextSource } from './note.ts';
import type { ReadPage } from './page.ts';
import { behind, columnBelow, plain, wordsOf, type Word } from './receipt-words.ts';

type Stop = { readonly kind: 'from' | 'to'; readonly source: TextSource };

/** The stops behind their labels in reading order. */
const stopsIn = (words: readonly Word[], page: ReadPage, form: FormJourneys): readonly Stop[] =>
  words.flatMap((word, index): readonly Stop[] => {
    const text = plain(word.text);
    const kind = form.from.test(text) ? 'from' : form.to.test(text) ? 'to' : null;
    const source = kind && behind(words.slice(index), form[kind], page);
    return kind && source && !form.unused.test(source.text.trim()) ? [{ kind, source }] : [];
  });

type Segment = { readonly from: TextSource | null; readonly to: TextSource | null };

/** From each stop to the next; some receipts name only the destination of a further segment. */
const segmentsBetween = (stops: readonly Stop[]): readonly Segment[] =>
  stops.flatMap(({ kind, source }, index) =>
    kind === 'to' ? [{ from: stops[index - 1]?.source ?? null, to: source }] : [],
  );

/**
 * Reads the segments of a journey. A column belongs to the segments only if it has a value for each of them; otherwise
 * it stays empty. The first segment and the last stop are those of the ticket, too.
 */
export const readSegments = (page: ReadPage, form: FormJourneys, notes: Notes): readonly Journey[] => {
  const words = wordsOf(page);
  const between = segmentsBetween(stopsIn(words, page, form));
  const segments = between.length > 0 ? between : [{ from: null, to: null }];
  const isOne = segments.length === 1;
  const pathsOf = (index: number, key: string): readonly FieldPath[] => {
    const isTickets = index === (key === 'to' ? segments.length - 1 : 0);
    return [...(isTickets ? [`ticket.${key}`] : []), ...(isOne ? [] : [`journeys.${index}.${key}`])];
  };
  const read = (index: number, key: string, source: TextSource | null, kind: ValueKind): string | null => {
    let value: string | null = null;
    for (const path of pathsOf(index, key)) value = notes.read(path, source, kind);
    return value;
  };
  const end = words.find(({ text }) => form.end.test(plain(text)))?.y ?? Infinity;
  const found = form.columns.map(({ key, head, form: wanted = /./u, kind }) => {
    const column = columnBelow(words, head, ({ y }) => y < end).filter(({ text }) =>
      wanted.test(plain(text)),
    );
    return { key, kind, column: column.length === segments.length ? column : [] };
  });
  const cellOf = (index: number, wanted: 'vehicle' | 'class' | 'date'): string | null => {
    const { column = [], kind = 'text' } = found.find(({ key }) => key === wanted) ?? {};
    const word = column[index];
    return read(index, wanted, word ? { text: word.text, pieces: [word], page } : null, kind);
  };
  return segments.map(({ from, to }, index) => ({
    passenger: null,
    passengerId: null,
    from: read(index, 'from', from, 'text'),
    to: read(index, 'to', to, 'text'),
    vehicle: cellOf(index, 'vehicle'),
    class: cellOf(index, 'class'),
    date: cellOf(index, 'date'),
  }));
};
