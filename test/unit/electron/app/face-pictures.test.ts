import sharp from 'sharp';
import { beforeEach, expect, test, vi } from 'vitest';
import { facePictures, type FacePictureDependencies } from '../../../../electron/app/face-pictures.ts';
import { anonymize, UnreadablePhoto } from '../../../../electron/export/anonymize.ts';

vi.mock(import('../../../../electron/export/anonymize.ts'), async (load) => {
  const real = await load();
  return { ...real, anonymize: vi.fn<typeof real.anonymize>(real.anonymize) };
});

const size = { width: 40, height: 30 };

const jpeg = await sharp({ create: { ...size, channels: 3, background: '#808080' } })
  .jpeg()
  .toBuffer();

const face = {
  index: 1,
  score: 0.9,
  box: { x: 5, y: 5, w: 10, h: 10 },
  points: [],
  attributes: null,
};

type Pages = FacePictureDependencies & { readonly bugs: unknown[]; readonly told: unknown[] };

const pagesWith = (photos: readonly Buffer[]): Pages => {
  const bugs: unknown[] = [];
  const told: unknown[] = [];
  return {
    bugs,
    told,
    onProgress: (progress) => told.push(progress),
    onBug: (error) => bugs.push(error),
    threshold: 0.5,
    assessor: {
      open: (id: number) =>
        Promise.resolve({
          row: { picture: size, name: `${id}.jpg`, page: 1, pageCount: 1 },
          derived: { service: 'face-detect', faces: { faces: [face] } },
        }) as never,
    },
    photo: (id) =>
      Promise.resolve({
        bytes: photos[id] ?? Buffer.alloc(0),
        type: 'image/jpeg',
        isWhole: true,
        isLossless: false,
      }),
  };
};

const exportOf = async (
  dependencies: FacePictureDependencies,
  ids: readonly number[],
  keepNames = false,
  what = 'anonymous',
) => {
  const names: string[] = [];
  const wanted = {
    ids: [...ids],
    what,
    cover: 'cover',
    faces: 'all',
    withWeak: false,
    margin: 0,
    keepNames,
  };
  for await (const { name } of facePictures(wanted as never, dependencies)) names.push(name);
  return names;
};

beforeEach(() => {
  vi.mocked(anonymize).mockClear();
});

test('reports a covered face that shows through, and leaves only this photo out', async () => {
  const bug = new Error('A covered face shows through');
  vi.mocked(anonymize).mockRejectedValueOnce(bug);
  const pages = pagesWith([jpeg, jpeg]);
  expect(await exportOf(pages, [0, 1])).toEqual(['photo-002.jpg']);
  expect(pages.bugs).toEqual([bug]);
});

test('leaves out a photo that is not a picture, without reporting a bug', async () => {
  const pages = pagesWith([Buffer.from('no picture'), jpeg]);
  expect(await exportOf(pages, [0, 1])).toEqual(['photo-002.jpg']);
  expect(pages.bugs).toEqual([]);
  await expect(vi.mocked(anonymize).mock.results[0]?.value).rejects.toThrow(UnreadablePhoto);
});

test('names an anonymous photo by its place, and by its file only on request', async () => {
  const pages = pagesWith([jpeg, jpeg]);
  expect(await exportOf(pages, [0, 1])).toEqual(['photo-001.jpg', 'photo-002.jpg']);
  expect(await exportOf(pages, [0, 1], true)).toEqual(['0-anonymous.jpg', '1-anonymous.jpg']);
});

test('says which photo is being made, and how many crops of it are done', async () => {
  const pages = pagesWith([jpeg, jpeg]);
  await exportOf(pages, [0, 1]);
  expect(pages.told).toEqual([
    { photo: 1, photos: 2, face: 0, faces: 1 },
    { photo: 2, photos: 2, face: 0, faces: 1 },
  ]);
  const crowd = pagesWith([jpeg]);
  const faces = Array.from({ length: 60 }, (_, at) => ({ ...face, index: at + 1 }));
  const open = () =>
    Promise.resolve({
      row: { picture: size, name: 'crowd.jpg', page: 1, pageCount: 1 },
      derived: { service: 'face-detect', faces: { faces, notes: new Map() } },
    }) as never;
  await exportOf({ ...crowd, assessor: { open } }, [0], false, 'crops');
  expect(crowd.told).toEqual([0, 25, 50].map((done) => ({ photo: 1, photos: 1, face: done, faces: 60 })));
});
