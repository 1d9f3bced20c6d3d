import { createCircuitBreaker, type CircuitBreaker } from './circuit-breaker.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import { createServerClock, type ServerClock } from '../extract/service/server-clock.ts';

/** The measured state of one responder, shared by all its calls while the program runs. */
export type EndpointState = {
  readonly limiter: Limiter;
  readonly clock: ServerClock;
  readonly breaker: CircuitBreaker;
  /** Failed connections in a row, and when the last of them was known (`performance.now()`). */
  readonly misses: { count: number; lastMs: number };
};

export type EndpointStates = {
  /** @param name the responder and its account */
  readonly to: (name: string) => EndpointState;
  readonly setMost: (most: number) => void;
  readonly setPaused: (paused: boolean) => void;
};

/**
 * @param most maximum number of running calls on each endpoint
 */
export const createEndpointStates = (most: number): EndpointStates => {
  const endpoints = new Map<string, EndpointState>();
  let allowed = most;
  let paused = false;
  const open = (): EndpointState => {
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
      const endpoint = endpoints.get(name) ?? open();
      endpoints.set(name, endpoint);
      return endpoint;
    },
    setMost: (wanted) => {
      allowed = wanted;
      for (const { limiter } of endpoints.values()) limiter.setMost(wanted);
    },
    setPaused: (wanted) => {
      paused = wanted;
      for (const { limiter } of endpoints.values()) limiter.setPaused(wanted);
    },
  };
};
