import { valueOf, type asking } from './composed-server.ts';
import type { VoucherRules } from '../../shared/books/voucher-rules.ts';
import { both, type Outcome, type Pair, type Race } from './two-callers.ts';

type Asking = ReturnType<typeof asking>;

/** Two users, each at a server of one office. */
type Callers = {
  readonly liAsks: Asking;
  readonly wangAsks: Asking;
  /** New invoices. */
  readonly invoices: (count: number) => Promise<readonly number[]>;
  /** A day with one invoice. */
  readonly nextDay: () => Promise<string>;
  /** Two invoices. */
  readonly pages: readonly [number, number];
  readonly rules: VoucherRules;
};

/** Both have looked before either writes: who looks later would see what the other one wrote. */
const bothWrite = (mine: () => Promise<Outcome>, yours: () => Promise<Outcome>) => both(mine(), yours());

const toArchive = async (ask: Asking, day: string): Promise<() => Promise<Outcome>> => {
  const period = { from: day, to: day };
  const { digest, last } = valueOf(await ask('books.archivePlan', period));
  return () => ask('books.archive', { ...period, as: 'zip', seen: { digest, last } });
};

const print = (ask: Asking, ids: readonly number[]): Promise<Outcome> =>
  ask('books.print', { ids: [...ids], perPage: 1, cover: false, as: 'pdf' });

const seenBy = async (ask: Asking, id: number) => {
  const { version } = valueOf(await ask('pages.open', { id }));
  return { id, version };
};

/** The races for the commands of the books. */
export const bookRaces = ({
  liAsks,
  wangAsks,
  invoices,
  nextDay,
  pages: [first, second],
  rules,
}: Callers) => {
  /** Looks at the vouchers of invoices, and returns what writes them. */
  const toBook = async (ask: Asking, ids: readonly number[]): Promise<() => Promise<Outcome>> => {
    const include = ['unconfirmed', 'warning', 'error', 'undated', 'changed'] as const;
    const trial = { ids: [...ids], rules, include: [...include], format: 'kingdee' as const };
    const { digest, vouchers } = valueOf(await ask('books.tryVouchers', trial));
    const seen = { digest, pages: vouchers.flatMap(({ pages }) => pages) };
    return () => ask('books.writeVouchers', { ...trial, seen });
  };
  /** Both record what the platform says of an invoice that they have seen. */
  const verificationRace = (
    record: (ask: Asking, seen: { readonly id: number; readonly version: number }) => Promise<Outcome>,
  ): Race => {
    const race = async (mine: number, yours: number): Promise<Pair> => {
      const [seenByLi, seenByWang] = [await seenBy(liAsks, mine), await seenBy(wangAsks, yours)];
      return both(record(liAsks, seenByLi), record(wangAsks, seenByWang));
    };
    return {
      same: () => race(first, first),
      told: ['changed-meanwhile'],
      names: true,
      different: () => race(first, second),
    };
  };

  return {
    'books.writeVouchers': {
      same: async () => {
        const ids = await invoices(1);
        return bothWrite(await toBook(liAsks, ids), await toBook(wangAsks, ids));
      },
      told: ['being-written', 'booked-meanwhile'],
      names: true,
      different: async () => {
        const [mine = 0, yours = 0] = await invoices(2);
        return bothWrite(await toBook(liAsks, [mine]), await toBook(wangAsks, [yours]));
      },
    },
    'books.print': {
      same: () => both(print(liAsks, [first]), print(wangAsks, [first])),
      told: ['being-written', 'changed-meanwhile'],
      names: true,
      different: () => both(print(liAsks, [first]), print(wangAsks, [second])),
    },
    'books.verify': verificationRace((ask, seen) =>
      ask('books.verify', { ...seen, verification: { result: 'consistent', day: '2024-06-01' } }),
    ),
    'books.attach': verificationRace((ask, seen) => {
      const file = { kind: 'bytes' as const, name: 'result.png', bytes: Buffer.from('result') };
      return ask('books.attach', { ...seen, result: 'consistent', day: '2024-06-01', file });
    }),
    'books.archive': {
      same: async () => {
        const day = await nextDay();
        return bothWrite(await toArchive(liAsks, day), await toArchive(wangAsks, day));
      },
      told: ['being-written', 'archived-meanwhile'],
      names: true,
      different: async () => {
        const [mine, yours] = [await nextDay(), await nextDay()];
        return bothWrite(await toArchive(liAsks, mine), await toArchive(wangAsks, yours));
      },
    },
  } satisfies Readonly<Record<string, Race>>;
};
