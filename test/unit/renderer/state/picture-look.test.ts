import { afterEach, expect, test, vi } from 'vitest';

const stored = new Map<string, string>();
/** The module as after a reload of the window. */
const reloaded = async () => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  vi.resetModules();
  return import('../../../../renderer/state/picture-look.ts');
};

afterEach(() => {
  stored.clear();
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('the look of pictures stays through a reload, and is reset', async () => {
  const before = await reloaded();
  expect(before.filterOf(before.usePictureLook.getState())).toBeNull();
  before.changePictureLook({ contrast: 180, isInverted: true });
  const after = await reloaded();
  expect(after.filterOf(after.usePictureLook.getState())).toBe(
    'brightness(100%) contrast(180%) invert(1) hue-rotate(180deg)',
  );
  after.changePictureLook(after.plainLook);
  expect(after.filterOf(after.usePictureLook.getState())).toBeNull();
});

test.each(['', 'null', '{"brightness": 0, "contrast": 100, "isInverted": false}', '{"contrast": "url(x)"}'])(
  'a stored look that is none is left out: %s',
  async (text) => {
    stored.set('picture-look', text);
    const { plainLook, usePictureLook } = await reloaded();
    expect(usePictureLook.getState()).toEqual(plainLook);
  },
);
