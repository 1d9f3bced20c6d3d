import type { PageId } from '../../shared/contract/page.ts';
import type { ReadStore, WriteStore } from './port.ts';
import { readNames, touched, writeNames } from './port-methods.ts';
import { bufferOver } from '../infra/bytes.ts';

/** Bytes cross to another thread as plain arrays. */
export const withBuffers = (name: string, value: unknown): unknown =>
  name === 'response' && typeof value === 'object' && value !== null && 'body' in value
    ? { ...value, body: value.body instanceof Uint8Array ? bufferOver(value.body) : value.body }
    : value;

const allNames = [...readNames, ...writeNames];

const isReadStore = (value: object): value is ReadStore => readNames.every((name) => name in value);
const isWriteStore = (value: object): value is WriteStore => allNames.every((name) => name in value);

type AskMethod = (name: string, input: readonly unknown[]) => Promise<unknown>;

/** A port that forwards every method to one connection. */
const portOver = <Port extends object>(
  names: readonly string[],
  isPort: (value: object) => value is Port,
  ask: AskMethod,
): Port => {
  const port: object = Object.fromEntries(
    names.map((name) => [name, (...input: readonly unknown[]) => ask(name, input)]),
  );
  if (!isPort(port)) throw new Error('A method of the store is missing');
  return port;
};

export const readPortOver = (ask: AskMethod): ReadStore => portOver(readNames, isReadStore, ask);

type Touch = (input: readonly unknown[], value: unknown) => readonly PageId[];
const isTouch = (value: unknown): value is Touch => typeof value === 'function';
const touches = new Map(
  Object.entries(touched).flatMap(([name, touch]) => (isTouch(touch) ? [[name, touch] as const] : [])),
);

/** Writes that can be derived or fetched again: a power cut may lose them, so no call waits for the disk. */
const light: ReadonlySet<string> = new Set<keyof WriteStore>([
  ...([
    'putSummaries',
    'setReviews',
    'setJoined',
    'setQr',
    'setDrawn',
    'setPrepared',
    'forgetPicture',
  ] as const),
  ...(['claim', 'release', 'extend'] as const),
]);
const writing: ReadonlySet<string> = new Set(writeNames);

/** A unit of work while it runs. */
export type OpenUnit = {
  readonly unit: WriteStore;
  /** The pages that it has changed. */
  readonly pages: ReadonlySet<PageId>;
  /** Whether it has written something that must survive a power cut. */
  readonly mustLast: () => boolean;
  readonly isOpen: () => boolean;
  readonly end: () => void;
};

export const openUnit = (ask: AskMethod) => {
  let ended = false;
  let lasts = false;
  const pages = new Set<PageId>();
  const askOne = async (name: string, input: readonly unknown[]): Promise<unknown> => {
    if (ended) throw new Error(`${name} was called after its unit of work had ended`);
    lasts ||= writing.has(name) && !light.has(name);
    const value = await ask(name, input);
    for (const page of touches.get(name)?.(input, value) ?? []) pages.add(page);
    return withBuffers(name, value);
  };
  const open: OpenUnit = {
    unit: portOver(allNames, isWriteStore, askOne),
    pages,
    mustLast: () => lasts,
    isOpen: () => !ended,
    end: () => {
      ended = true;
    },
  };
  return open;
};
