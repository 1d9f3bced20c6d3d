import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDrops } from '../../../../electron/app/plan-files.ts';
import { newBatch } from '../../../../electron/pipeline/batch.ts';

const openDrops = () => {
  const told: [string, number][] = [];
  return { told, drops: createDrops(newBatch, (service, expected) => told.push([service, expected])) };
};

describe('files of a drop that arrive one by one', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('share one batch until the last one', () => {
    const { told, drops } = openDrops();
    const first = drops.open('vat-invoice', 'a');
    first.expect(1);
    const second = drops.open('vat-invoice', 'a');
    expect(second.batch).toBe(first.batch);
    second.expect(0);
    expect(drops.open('vat-invoice', 'a').batch).not.toBe(first.batch);
    expect(told).toEqual([
      ['vat-invoice', 1],
      ['vat-invoice', 0],
    ]);
  });

  test('are no longer expected half a minute after the last one if the tab was closed', () => {
    const { told, drops } = openDrops();
    const { batch, expect: expects } = drops.open('vat-invoice', 'a');
    expects(5);
    vi.advanceTimersByTime(29_000);
    drops.open('vat-invoice', 'a').expect(4);
    vi.advanceTimersByTime(29_000);
    expect(told.at(-1)).toEqual(['vat-invoice', 4]);
    expect(drops.open('vat-invoice', 'a').batch).toBe(batch);
    vi.advanceTimersByTime(1_000);
    expect(told.at(-1)).toEqual(['vat-invoice', 0]);
    expect(drops.open('vat-invoice', 'a').batch).not.toBe(batch);
  });

  test('of two tabs and of two services are counted separately', () => {
    const { told, drops } = openDrops();
    drops.open('vat-invoice', 'a').expect(2);
    drops.open('vat-invoice', 'b').expect(3);
    drops.open('face-detect', 'a').expect(1);
    drops.open('vat-invoice', 'a').expect(0);
    expect(told).toEqual([
      ['vat-invoice', 2],
      ['vat-invoice', 5],
      ['face-detect', 1],
      ['vat-invoice', 3],
    ]);
  });
});
