const frameTask = window.requestAnimationFrame.bind(window);
let inFrames = 0;

/** Canvas commands are only recorded when they are called: reading a pixel executes them. */
const carryOut = (): void => {
  for (const canvas of document.querySelectorAll('canvas')) canvas.getContext('2d')?.getImageData(0, 0, 1, 1);
};

/** Measures the tasks of a frame with all the drawing that they cause, for any caller. */
export const countFrames = (): void => {
  window.requestAnimationFrame = (task) =>
    frameTask((time) => {
      const start = performance.now();
      task(time);
      carryOut();
      inFrames += performance.now() - start;
    });
};

/**
 * Milliseconds of work for each frame: handling the move, drawing, and executing the drawing.
 * @param move makes the move of the i-th frame
 */
export const measureFrames = async (count: number, move: (i: number) => void): Promise<readonly number[]> => {
  const times: number[] = [];
  for (let i = 0; i < count; i += 1) {
    await new Promise((done) => {
      frameTask(done);
    });
    carryOut();
    inFrames = 0;
    const start = performance.now();
    move(i);
    const answered = performance.now() - start;
    // A task that is requested in a frame runs in the next one: after it, everything is drawn.
    await new Promise((done) => {
      frameTask(() => frameTask(done));
    });
    times.push(answered + inFrames);
  }
  return times;
};

export const quantile = (times: readonly number[], part: number): number => {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
};
