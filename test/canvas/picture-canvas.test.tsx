import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mountCanvas, plainPicture, type MountedCanvas } from './helpers/mount.tsx';

let mounted: MountedCanvas | null = null;
const problems: unknown[] = [];

beforeEach(() => {
  for (const name of ['error', 'warn'] as const)
    vi.spyOn(console, name).mockImplementation((...words) => void problems.push(words));
});
afterEach(() => {
  mounted?.unmount();
  mounted = null;
  vi.restoreAllMocks();
  expect(problems.splice(0)).toEqual([]);
});

test('shows the picture where the view says', async () => {
  mounted = await mountCanvas({ picture: plainPicture(300, 200, '#fff') });
  await mounted.rest();
  const { controls, pixel } = mounted;
  const inside = controls.toStage({ x: 1, y: 1 });
  const outside = controls.toStage({ x: -1, y: -1 });
  expect(pixel(inside)).toEqual([255, 255, 255, 255]);
  expect(pixel(outside)).toEqual([0, 0, 0, 0]);
});
