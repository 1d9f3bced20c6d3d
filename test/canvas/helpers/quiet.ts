import { afterEach, beforeEach, expect, vi } from 'vitest';

/** Fails a test that writes to the console or leaves an error uncaught. */
export const expectQuietConsole = (): void => {
  const failures: unknown[] = [];
  const note = (event: ErrorEvent | PromiseRejectionEvent): void =>
    void failures.push('reason' in event ? event.reason : event.message);
  beforeEach(() => {
    for (const name of ['error', 'warn'] as const)
      vi.spyOn(console, name).mockImplementation((...words) => void failures.push(words));
    addEventListener('error', note);
    addEventListener('unhandledrejection', note);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    removeEventListener('error', note);
    removeEventListener('unhandledrejection', note);
    expect(failures.splice(0)).toEqual([]);
  });
};
