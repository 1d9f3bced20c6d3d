import type { Journey } from '../../../../shared/invoice/extraction.ts';
import type { FieldPath } from '../../../../shared/invoice/model.ts';
import type { Notes, TextSource } from './note.ts';
import type { ReadPage } from './page.ts';
import { behind, columnBelow, plain, type Word } from './receipt-words.ts';

/** The heads of the amounts, which are below the table of segments. */
const belowTable = /^(?:票价|电子客票号码)/u;

type Stop = { readonly kind: 'from' | 'to'; readonly source: TextSource };

/** The stops behind `自:` and `至:` in reading order. Unused rows are filled with VOID. */
const stopsIn = (words: readonly Word[], page: ReadPage): readonly Stop[] =>
  words.flatMap((word, index): readonly Stop[] => {
    const text = plain(word.text);
    const kind = text.startsWith('自:') ? 'from' : text.startsWith('至:') ? 'to' : null;
    const source = kind && behind(words.slice(index), /^[自至]:/u, page);
    return kind && source && !/^VOID$/iu.test(source.text.trim()) ? [{ kind, source }] : [];
  });

type Segment = { readonly from: TextSource | null; readonly to: TextSource | null };

/** From each stop to the next; some receipts name only the destination of a further segment. */
const segmentsBetween = (stops: readonly Stop[]): readonly Segment[] =>
  stops.flatMap(({ kind, source }, index) =>
    kind === 'to' ? [{ from: stops[index - 1]?.source ?? null, to: source }] : [],
  );

const columns = [
  ['vehicle', /^航班号$/u, /^[A-Z0-9]{2}\d{2,4}[A-Z]?$/u, 'text'],
  ['class', /^座位等级$/u, /^[A-Z]\d?$/u, 'text'],
  ['date', /^日期$/u, /^\d{4}-\d{2}-\d{2}$/u, 'date'],
] as const;

type ColumnKey = (typeof columns)[number][0];

/**
 * Reads the segments of an air journey. A column belongs to the segments only if it has a value for each of them;
 * otherwise it stays empty. The first segment and the last stop are those of the ticket, too.
 */
export const readSegments = (words: readonly Word[], page: ReadPage, notes: Notes): readonly Journey[] => {
  const between = segmentsBetween(stopsIn(words, page));
  const segments = between.length > 0 ? between : [{ from: null, to: null }];
  const isOne = segments.length === 1;
  const pathsOf = (index: number, key: string): readonly FieldPath[] => {
    const isTickets = index === (key === 'to' ? segments.length - 1 : 0);
    return [...(isTickets ? [`ticket.${key}`] : []), ...(isOne ? [] : [`journeys.${index}.${key}`])];
  };
  const read = (
    index: number,
    key: string,
    source: TextSource | null,
    kind: 'text' | 'date',
  ): string | null => {
    let value: string | null = null;
    for (const path of pathsOf(index, key)) value = notes.read(path, source, kind);
    return value;
  };
  const end = words.find(({ text }) => belowTable.test(plain(text)))?.y ?? Infinity;
  const found = columns.map(([key, head, form, kind]) => {
    const column = columnBelow(words, head, ({ y }) => y < end).filter(({ text }) => form.test(plain(text)));
    return { key, kind, column: column.length === segments.length ? column : [] };
  });
  const cellOf = (index: number, wanted: ColumnKey): string | null => {
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
