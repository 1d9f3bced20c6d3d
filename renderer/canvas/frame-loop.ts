/** The environment that a frame loop needs, from the browser or a test. */
export type FrameHost = {
  readonly requestFrame: (task: (time: number) => void) => number;
  readonly cancelFrame: (handle: number) => void;
};

type FrameLoop = {
  /** Requests one frame. Requests before that frame arrives have no further effect. */
  readonly request: () => void;
  readonly stop: () => void;
};

/** Calls `step` once for each requested frame. */
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
