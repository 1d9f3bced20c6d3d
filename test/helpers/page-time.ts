/** Waiting in a page. */

export const wait = (milliseconds: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, milliseconds);
  });

/** Resolves in the next frame, with its time. */
export const nextFrame = (): Promise<number> =>
  new Promise((done) => {
    requestAnimationFrame(done);
  });
