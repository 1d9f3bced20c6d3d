import { describe, expect, test } from 'vitest';
import { createPictureCache, type LoadedPicture } from '../../../../renderer/canvas/load-picture.ts';

/** Pictures that only count whether they were closed: nothing is decoded here. */
const fakeSource = () => {
  const fetched: string[] = [];
  const closed: string[] = [];
  const names = new Map<Blob, string>();
  return {
    fetched,
    closed,
    source: {
      fetch: async (key: string) => {
        fetched.push(key);
        if (key === 'gone') throw new Error('404');
        const blob = new Blob([key]);
        names.set(blob, key);
        return blob;
      },
      decode: async (blob: Blob): Promise<LoadedPicture> => {
        const name = names.get(blob) ?? '';
        if (name === 'broken') return { ok: false, failure: { id: 'picture-unreadable', cause: 'no image' } };
        return { ok: true, value: { width: 1, height: 1, close: () => void closed.push(name) } };
      },
    },
  };
};

describe('the picture cache', () => {
  test('fetches and decodes a picture once while its page stays near', async () => {
    const { source, fetched } = fakeSource();
    const cache = createPictureCache(source);
    const [one, other] = await Promise.all([cache.get('a'), cache.get('a')]);
    expect(one).toBe(other);
    expect(fetched).toEqual(['a']);
  });

  test('frees pictures that are no longer near', async () => {
    const { source, closed, fetched } = fakeSource();
    const cache = createPictureCache(source);
    for (const key of ['a', 'b', 'c']) await cache.get(key);
    cache.keepNear(['b']);
    await Promise.resolve();
    await Promise.resolve();
    expect(closed).toEqual(['a', 'c']);
    await cache.get('a');
    expect(fetched).toEqual(['a', 'b', 'c', 'a']);
  });

  test('keeps at most its limit and drops the least recently used', async () => {
    const { source, closed } = fakeSource();
    const cache = createPictureCache(source, 2);
    await cache.get('a');
    await cache.get('b');
    await cache.get('a');
    await cache.get('c');
    expect(closed).toEqual(['b']);
  });

  test('never frees near pictures to make room', async () => {
    const { source, closed } = fakeSource();
    const cache = createPictureCache(source, 1);
    cache.keepNear(['a', 'b']);
    for (const key of ['a', 'b', 'c']) await cache.get(key);
    expect(closed).not.toContain('a');
    expect(closed).not.toContain('b');
  });

  test('returns the reason of a failure, and tries again on the next request', async () => {
    const { source, fetched } = fakeSource();
    const cache = createPictureCache(source);
    expect(await cache.get('gone')).toEqual({ ok: false, failure: { id: 'picture-missing', cause: '404' } });
    expect(await cache.get('broken')).toMatchObject({ failure: { id: 'picture-unreadable' } });
    await cache.get('gone');
    expect(fetched).toEqual(['gone', 'broken', 'gone']);
  });
});
