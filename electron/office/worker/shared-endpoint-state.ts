import { createTurn } from '../../../shared/turn.ts';
import { createServerClock } from '../../extract/service/server-clock.ts';
import type { Passes } from '../store/passes.ts';
import { createCircuitBreaker } from '../../pipeline/circuit-breaker.ts';
import type { Limiter, Load, Pass } from '../../pipeline/limiter.ts';
import { pause } from '../../pipeline/pause.ts';
import type { EndpointState, EndpointStates } from '../../pipeline/endpoint-state.ts';

/** A worker that is silent for this many seconds counts as gone, and its places are free again. */
export const placeSeconds = 30;
/** Waiting calls look again after this time, with or without a notification, in milliseconds. */
const lookAgainMs = 1_000;

/** An endpoint for one worker: its limit, hold, pause and clock are shared by the whole office. */
type SharedEndpointState = EndpointState & {
  /** Renews the places of this worker. */
  readonly extend: () => Promise<void>;
  /** How many calls had to wait for a place since this was last called. */
  readonly waits: () => number;
  readonly close: () => Promise<void>;
};

type SharedEndpointDependencies = {
  readonly passes: Passes;
  readonly owner: string;
  /** How many calls all workers together may have under way. */
  readonly most: () => number;
  readonly onBug: (error: unknown) => void;
};

const createSharedEndpointState = ({
  passes,
  owner,
  most,
  onBug,
}: SharedEndpointDependencies): SharedEndpointState => {
  const memory = { offsetMs: 0 };
  const clock = createServerClock(memory);
  const messages = new Set<Promise<void>>();
  const turn = createTurn();
  let woken = Promise.withResolvers<void>();
  let waits = 0;
  let allowed = 1;
  const stopListening = passes.listen(() => {
    woken.resolve();
    woken = Promise.withResolvers<void>();
  });

  /** Writes to the database in the background: no call waits for it. */
  const say = (work: Promise<void>): void => {
    const message = work.catch(onBug).finally(() => messages.delete(message));
    messages.add(message);
  };

  const passOf = (id: string): Pass => {
    let left = false;
    return {
      leave: (load: Load) => {
        if (left) return;
        left = true;
        say(passes.leave(id, load));
      },
    };
  };

  const enter = async (signal: AbortSignal): Promise<Pass | null> => {
    for (let tries = 0; !signal.aborted; tries += 1) {
      const free = woken.promise;
      const { pass: id, waitMs, offsetMs } = await passes.enter(owner, placeSeconds);
      memory.offsetMs = offsetMs;
      if (id !== null) {
        const pass = passOf(id);
        if (!signal.aborted) return pass;
        pass.leave('unknown');
        return null;
      }
      if (tries === 0) waits += 1;
      const rest = pause(Math.min(waitMs ?? lookAgainMs, lookAgainMs), signal);
      // A hold ends only by time; a place may become free at any moment.
      await (waitMs === null ? Promise.race([rest, free]) : rest);
    }
    return null;
  };

  const limiter: Limiter = {
    // First come, first served: the first waiting call of this worker asks for all of them.
    enter: (signal) => turn.run(() => enter(signal)),
    holdFor: (ms) => say(passes.holdFor(ms)),
    setPaused: (paused) => say(passes.setPaused(paused)),
    setMost: (wanted) => say(passes.setMost(wanted)),
    limit: () => Math.floor(allowed),
  };

  return {
    limiter,
    clock: {
      offsetMs: clock.offsetMs,
      learn: (result) => {
        const isNew = clock.learn(result);
        if (isNew) say(passes.setOffset(memory.offsetMs));
        return isNew;
      },
    },
    breaker: createCircuitBreaker(),
    misses: { count: 0, lastMs: -1 },
    extend: async () => {
      await passes.extend(owner, placeSeconds);
      // The setting may have changed while no worker called.
      await passes.setMost(most());
      ({ allowed } = await passes.state());
    },
    waits: () => {
      const counted = waits;
      waits = 0;
      return counted;
    },
    close: async () => {
      stopListening();
      await Promise.all(messages);
    },
  };
};

/** The endpoints of one worker, by responder: the service under the office's account, or the sandbox. */
type SharedEndpointStates = EndpointStates & Pick<SharedEndpointState, 'extend' | 'waits' | 'close'>;

export const createSharedEndpointStates = (
  open: (name: string) => Passes,
  { owner, most, onBug }: Omit<SharedEndpointDependencies, 'passes'>,
): SharedEndpointStates => {
  const endpoints = new Map<string, SharedEndpointState>();
  const all = (): readonly SharedEndpointState[] => [...endpoints.values()];
  return {
    to: (name) => {
      const endpoint =
        endpoints.get(name) ?? createSharedEndpointState({ passes: open(name), owner, most, onBug });
      endpoints.set(name, endpoint);
      return endpoint;
    },
    setMost: (wanted) => {
      for (const { limiter } of all()) limiter.setMost(wanted);
    },
    setPaused: (paused) => {
      for (const { limiter } of all()) limiter.setPaused(paused);
    },
    extend: async () => {
      for (const endpoint of all()) await endpoint.extend();
    },
    waits: () => all().reduce((sum, endpoint) => sum + endpoint.waits(), 0),
    close: async () => {
      for (const endpoint of all()) await endpoint.close();
    },
  };
};
