import type { EventEmitter } from 'node:events';
import process from 'node:process';

/** Events that a test holds back: `VOUCH_STAND_IN_EVENTS=ready-to-show=never,did-finish-load=500` (milliseconds). */
const heldBack: ReadonlyMap<string, string> = new Map(
  (process.env['VOUCH_STAND_IN_EVENTS'] ?? '')
    .split(',')
    .map((one): [string, string] => [one.split('=')[0] ?? '', one.split('=')[1] ?? '']),
);

/** Emits an event of the system: late or never, if the test says so. */
export const emitOfSystem = (emitter: EventEmitter, name: string, ...values: readonly unknown[]): void => {
  const delay = heldBack.get(name);
  if (delay === 'never') return;
  if (delay === undefined) emitter.emit(name, ...values);
  else setTimeout(() => emitter.emit(name, ...values), Number(delay));
};
