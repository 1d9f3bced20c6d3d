import { expect, test } from 'vitest';
import { createPageDrawing } from '../../../../electron/pipeline/page-drawing.ts';

/** A drawing whose pages are finished by the test. */
const controlled = () => {
  const started: number[] = [];
  const bugs: unknown[] = [];
  const finish = new Map<number, (error?: Error) => void>();
  const drawing = createPageDrawing({
    draw: (page) => {
      started.push(page);
      return new Promise((resolve, reject) => {
        finish.set(page, (error) => (error ? reject(error) : resolve()));
      });
    },
    onBug: (error) => bugs.push(error),
  });
  const end = async (page: number, error?: Error): Promise<void> => {
    finish.get(page)?.(error);
    // The next page starts in a later microtask.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { drawing, started, bugs, end };
};

test('draws one page at a time, in order', async () => {
  const { drawing, started, end } = controlled();
  drawing.add([1, 2, 3, 2]);
  expect(started).toEqual([1]);
  await end(1);
  expect(started).toEqual([1, 2]);
});

test('draws nothing while files are expected or read, and then starts automatically', async () => {
  const { drawing, started } = controlled();
  drawing.expect('vat-invoice', 2);
  drawing.add([1]);
  drawing.expect('vat-invoice', 1);
  drawing.expect('face-detect', 0);
  expect(started).toEqual([]);
  drawing.beginFile(2);
  drawing.beginFile(3);
  drawing.expect('vat-invoice', 0);
  expect(started).toEqual([]);
  drawing.endFile(2);
  drawing.endFile(2);
  expect(started).toEqual([]);
  drawing.endFile(3);
  expect(started).toEqual([1]);
});

test('is not blocked by a file that was read before', () => {
  const { drawing, started } = controlled();
  drawing.beginFile(2);
  drawing.endFile(2);
  drawing.add([1]);
  expect(started).toEqual([1]);
});

test('draws a page that the user opens before the others, even while files are read', async () => {
  const { drawing, started, end } = controlled();
  drawing.expect('vat-invoice', 1);
  drawing.add([1, 2, 3]);
  let isDrawn = false;
  const drawn = drawing.soon([3, 9]).then(() => (isDrawn = true));
  await end(9);
  expect([started, isDrawn]).toEqual([[3], false]);
  await end(3);
  await drawn;
  drawing.expect('vat-invoice', 0);
  expect(started).toEqual([3, 1]);
});

test('draws a page again if its file was replaced during drawing', async () => {
  const { drawing, started, end } = controlled();
  drawing.add([1]);
  drawing.add([1]);
  expect(started).toEqual([1]);
  await end(1);
  expect(started).toEqual([1, 1]);
  const both = drawing.settled();
  await end(1);
  await both;
});

test('reports a bug in one page, and draws the others', async () => {
  const { drawing, started, bugs, end } = controlled();
  drawing.add([1, 2, 3]);
  await end(1, new Error('bug'));
  expect(started).toEqual([1, 2]);
  expect(bugs).toEqual([new Error('bug')]);
});

test('stops after the pages that are being drawn', async () => {
  const { drawing, started, end } = controlled();
  drawing.add([1, 2, 3]);
  const stopped = drawing.stop();
  await end(1);
  await stopped;
  drawing.add([4]);
  await drawing.soon([3]);
  await drawing.settled();
  expect(started).toEqual([1]);
});
