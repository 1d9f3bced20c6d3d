import { setTimeout as wait } from 'node:timers/promises';
import type { Store } from '../../electron/store/port.ts';
import { treatmentOf } from '../../shared/contract/preparation.ts';
import { addTurns, type Turn } from '../../shared/page-geometry.ts';
import { valueOf, type asking } from './composed-server.ts';
import { pictureOf } from './pictures.ts';
import { newPage, payload, sha } from './stored-pages.ts';
import { both, type Pair, type Race } from './two-callers.ts';

type Asking = ReturnType<typeof asking>;

type Callers = {
  readonly liAsks: Asking;
  readonly wangAsks: Asking;
  /** Both use a command on pages. */
  readonly onPages: (
    name: 'pages.recognize' | 'pages.continue' | 'batch.split',
    mine: readonly number[],
    yours?: readonly number[],
    more?: { readonly reader?: 'service' },
  ) => Promise<Pair>;
  readonly store: Store;
  /** Four invoices. */
  readonly invoices: readonly [number, number, number, number];
};

const area = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
] as const;

/** The races for reading pages, and for splitting them. */
export const pageRaces = ({
  liAsks,
  wangAsks,
  onPages,
  store,
  invoices: [first, second, third, fourth],
}: Callers) => {
  let scans: readonly number[] | null = null;
  /** Two scans that were stopped before they were read: an office without workers leaves them waiting. */
  const stopped = async (): Promise<readonly number[]> => {
    if (!scans) {
      const files = await Promise.all(
        [1, 2].map(async (seed) => ({
          kind: 'bytes' as const,
          name: `${seed}.png`,
          bytes: Buffer.from(await pictureOf(seed)),
        })),
      );
      scans = valueOf(await liAsks('pages.add', { service: 'vat-invoice', sandbox: false, files })).added;
      while ((await store.pages(scans)).some(({ picture }) => picture === null)) await wait(20);
    }
    // Each server has ended its own work on them.
    for (const ask of [liAsks, wangAsks]) valueOf(await ask('pages.cancel', { ids: [...scans] }));
    return scans;
  };
  const readRace = (name: 'pages.recognize' | 'pages.continue'): Race => ({
    same: async (round) => {
      const [id = 0] = await stopped();
      // A chosen reader stands in the audit log, too.
      const isChosen = name === 'pages.recognize' && round % 2 === 1;
      return onPages(name, [id], [id], isChosen ? { reader: 'service' } : {});
    },
    told: ['asked-meanwhile'],
    names: true,
    different: async () => {
      const [mine = 0, yours = 0] = await stopped();
      return onPages(name, [mine], [yours]);
    },
  });
  /** Li Hua turns a scan right and Wang Wei another one, or the same, upside down: both know how it is shown. */
  const treatBoth = async (mine: number, yours: number): Promise<Pair> => {
    const seen = async (id: number, by: Turn) => {
      const was = treatmentOf(valueOf(await liAsks('pages.open', { id })).preparation);
      return { id, was, treatment: { ...was, turn: addTurns(was.turn, by) } };
    };
    const [right, around] = [await seen(mine, 90), await seen(yours, 180)];
    return both(liAsks('pages.treat', right), wangAsks('pages.treat', around));
  };
  /** Both have the service read the page of an invoice, too; then the invoices are as before. */
  const compareBoth = async (mine: number, yours: number): Promise<Pair> => {
    const ended = await both(liAsks('pages.compare', { id: mine }), wangAsks('pages.compare', { id: yours }));
    for (const ask of [liAsks, wangAsks]) valueOf(await ask('pages.cancel', { ids: [mine, yours] }));
    return ended;
  };
  const join = async (...ids: readonly number[]): Promise<void> => {
    valueOf(await liAsks('batch.join', { ids: [...ids] }));
  };
  /** The first invoice of a page that has two. */
  const ofTwo = (letter: string): Promise<number> =>
    store.transact(async (unit) => {
      const [page = 0] = await unit.addPages([newPage()]);
      const numbers = [letter.repeat(20), `${letter.repeat(19)}0`];
      const others = await unit.addParts(page, numbers.length);
      for (const [index, id] of [page, ...others].entries()) {
        const part = { place: index + 1, numbers, area };
        const extraction = { ...payload(numbers[index] ?? ''), part, picture: sha('a') };
        await unit.addExtraction(id, { version: 1, payload: extraction });
      }
      return page;
    });
  return {
    'pages.recognize': readRace('pages.recognize'),
    'pages.continue': readRace('pages.continue'),
    'pages.compare': {
      same: () => compareBoth(third, third),
      told: ['asked-meanwhile'],
      names: true,
      different: () => compareBoth(third, fourth),
    },
    'pages.treat': {
      same: async () => {
        const [id = 0] = await stopped();
        return treatBoth(id, id);
      },
      told: ['changed-meanwhile'],
      names: true,
      different: async () => {
        const [mine = 0, yours = 0] = await stopped();
        return treatBoth(mine, yours);
      },
    },
    'batch.split': {
      same: async () => {
        await join(first, second);
        return onPages('batch.split', [first, second]);
      },
      told: ['split-meanwhile'],
      names: true,
      different: async () => {
        await join(first, second);
        await join(third, fourth);
        return onPages('batch.split', [first], [third]);
      },
    },
    'pages.unsplit': {
      same: async () => {
        const id = await ofTwo('1');
        return both(liAsks('pages.unsplit', { id }), wangAsks('pages.unsplit', { id }));
      },
      told: ['joined-meanwhile'],
      names: true,
      different: async () => {
        const [mine, yours] = [await ofTwo('2'), await ofTwo('3')];
        return both(liAsks('pages.unsplit', { id: mine }), wangAsks('pages.unsplit', { id: yours }));
      },
    },
  } as const satisfies Readonly<Record<string, Race>>;
};
