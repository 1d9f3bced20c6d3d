/** What a frame loop needs of its surroundings: the browser's own, or a test's. */
export type FrameHost = {
  readonly requestFrame: (task: (time: number) => void) => number;
  readonly cancelFrame: (handle: number) => void;
};

export type FrameLoop = {
  /** Asks for one frame; asked many times before it comes, it comes once. */
  readonly request: () => void;
  readonly stop: () => void;
};

/** Calls `step` once for each frame that was asked for, and never otherwise. */
export const createFrameLoop = (host: FrameHost, step: (time: number) => void): FrameLoop => {
  let pending: number | null = null;
  const request = (): void => {
    pending ??= host.requestFrame((time) => {
      pending = null;
      step(time);
    });
  };
  const stop = (): void => {
    if (pending !== null) host.cancelFrame(pending);
    pending = null;
  };
  return { request, stop };
};
