import { createCircuitBreaker, type CircuitBreaker } from './circuit-breaker.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import { createServerClock, type ServerClock } from '../extract/service/server-clock.ts';

/** The measured state of one responder, shared by all its calls while the program runs. */
export type ServiceLine = {
  readonly limiter: Limiter;
  readonly clock: ServerClock;
  readonly breaker: CircuitBreaker;
  /** Failed connections in a row, and when the last of them was known (`performance.now()`). */
  readonly misses: { count: number; lastMs: number };
};

export type ServiceLines = {
  /** @param name the responder and its account */
  readonly to: (name: string) => ServiceLine;
  readonly setMost: (most: number) => void;
  readonly setPaused: (paused: boolean) => void;
};

/**
 * @param most maximum number of running calls on each line
 */
export const createServiceLines = (most: number): ServiceLines => {
  const lines = new Map<string, ServiceLine>();
  let allowed = most;
  let paused = false;
  const open = (): ServiceLine => {
    const limiter = createLimiter(allowed);
    limiter.setPaused(paused);
    return {
      limiter,
      clock: createServerClock(),
      breaker: createCircuitBreaker(),
      misses: { count: 0, lastMs: -1 },
    };
  };
  return {
    to: (name) => {
      const line = lines.get(name) ?? open();
      lines.set(name, line);
      return line;
    },
    setMost: (wanted) => {
      allowed = wanted;
      for (const { limiter } of lines.values()) limiter.setMost(wanted);
    },
    setPaused: (wanted) => {
      paused = wanted;
      for (const { limiter } of lines.values()) limiter.setPaused(wanted);
    },
  };
};
