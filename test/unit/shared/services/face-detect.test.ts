import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faceResponseSchema, faceTextSchema } from '../../../helpers/response-schemas.ts';
import { ordinalOf, readFaceText } from '../../../../shared/services/read-face-detect.ts';
import { decodedFaces, faceText } from '../../../helpers/wire.ts';

const property = { beard: 0, expression: 3, gender: 1, glass: 1, hair: 2, mask: 0 };
const face = { score: 0.99, x: 10, y: 20, w: 30, h: 40, point_1: { x: 1.5, y: 2.5 }, property };

const readFaces = (text: object) => {
  const read = readFaceText({ ret: 0, ...text });
  if (!read.ok) throw new Error(JSON.stringify(read.failure));
  return read.value;
};

describe('the wire format of a face response', () => {
  it('reads every documented member', () => {
    const text = { ret: 0, face_num: 1, face_1: face };
    expect(faceTextSchema.safeParse(text).success).toBe(true);
    expect(readFaceText(text)).toEqual({
      ok: true,
      value: {
        declaredCount: 1,
        faces: [
          {
            index: 1,
            score: 0.99,
            box: { x: 10, y: 20, w: 30, h: 40 },
            points: [{ x: 1.5, y: 2.5 }],
            attributes: {
              beard: false,
              expression: 'happy',
              gender: 'female',
              glasses: true,
              hair: 'long',
              mask: false,
            },
          },
        ],
      },
    });
  });

  it.each([
    ['expression', ['surprise', 'fear', 'disgust', 'happy', 'sad', 'angry', 'neutral']],
    ['gender', ['male', 'female']],
    ['hair', ['bald', 'short', 'long']],
    ['beard', [false, true]],
    ['glass', [false, true]],
    ['mask', [false, true]],
  ])('maps the values of %s, and never guesses others', (name, values) => {
    const ours = name === 'glass' ? 'glasses' : name;
    const read = (code: unknown) =>
      readFaces({ face_1: { property: { [name]: code } } }).faces[0]?.attributes;
    for (const [code, value] of values.entries()) expect(read(code)).toMatchObject({ [ours]: value });
    for (const code of [values.length, 99, -1, 0.5]) expect(read(code)).toMatchObject({ [ours]: code });
    for (const [code, value] of values.entries()) expect(read(String(code))).toMatchObject({ [ours]: value });
    for (const code of ['one', '', '0x1', null, undefined, {}, true])
      expect(read(code)).toMatchObject({ [ours]: null });
  });

  it('reads numbers that arrive as strings', () => {
    const text = (value: unknown): unknown =>
      typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, text(member)]))
        : String(value);
    const numbers = { ret: 0, face_num: 1, face_1: face };
    expect(readFaceText(text(numbers))).toEqual(readFaceText(numbers));
  });

  it('sorts faces and points by their ordinals', () => {
    const { faces } = readFaces({
      face_10: {},
      face_2: { point_11: { x: 11, y: 0 }, point_2: { x: 2, y: 0 }, point_1: { x: 1, y: 0 } },
      face_1: {},
    });
    expect(faces.map(({ index }) => index)).toEqual([1, 2, 10]);
    expect(faces[1]?.points.map(({ x }) => x)).toEqual([1, 2, 11]);
  });

  it('keeps the ordinals of points only if one is missing or unreadable', () => {
    const [whole, gap, unreadable, last] = readFaces({
      face_1: { point_2: { x: 2, y: 0 }, point_1: { x: 1, y: 0 } },
      face_2: { point_1: { x: 1, y: 0 }, point_3: { x: 3, y: 0 } },
      face_3: { point_1: { x: 1 }, point_2: { x: 2, y: 0 }, [`point_${2 ** 40}`]: { x: 4, y: 0 } },
      face_4: { point_1: { x: 1, y: 0 }, point_2: null },
    }).faces;
    expect(whole).not.toHaveProperty('pointNumbers');
    expect(gap).toMatchObject({ points: [{ x: 1 }, { x: 3 }], pointNumbers: [1, 3] });
    expect(unreadable).toMatchObject({ points: [{ x: 2 }, { x: 4 }], pointNumbers: [2, 2 ** 40] });
    expect(last).not.toHaveProperty('pointNumbers');
  });

  it('keeps a face without box, points or attributes', () => {
    expect(readFaces({ face_1: {} }).faces).toEqual([
      { index: 1, score: null, box: null, points: [], attributes: null },
    ]);
    expect(readFaces({ face_1: { x: 1, y: 2, w: 3 } }).faces[0]?.box).toBeNull();
    expect(readFaces({ face_1: { property: {} } }).faces[0]?.attributes).toEqual({
      beard: null,
      expression: null,
      gender: null,
      glasses: null,
      hair: null,
      mask: null,
    });
  });

  it('keeps face_num as declared, regardless of the members', () => {
    expect(readFaces({ face_num: 5, face_1: face })).toMatchObject({
      declaredCount: 5,
      faces: [{ index: 1 }],
    });
    expect(readFaces({ face_num: 0 })).toEqual({ declaredCount: 0, faces: [] });
    expect(readFaces({})).toEqual({ declaredCount: null, faces: [] });
    expect(readFaces({ face_num: 'two' }).declaredCount).toBeNull();
  });

  it('preserves unknown members', () => {
    const text = { ret: 0, face_num: 0, face_shape: 1, face_1x: 2, face_0: 3, 'face_-1': 4, face_: 5 };
    expect(readFaceText(text)).toEqual({ ok: true, value: { declaredCount: 0, faces: [] } });
    expect(faceTextSchema.parse(text)).toEqual(text);
    const response = {
      header: { code: 0 },
      payload: { face_detect_result: { text: '', x_new: 1 }, x_new: 2 },
    };
    expect(faceResponseSchema.parse(response)).toEqual(response);
  });

  it.each([
    ['ret', {}],
    ['ret', { ret: 'none' }],
    ['ret', null],
    ['ret', 'text'],
  ])('reports a missing or invalid %s', (member, text) => {
    expect(readFaceText(text)).toEqual({ ok: false, failure: { reason: 'reply-member-missing', member } });
  });

  it('reports ret', () => {
    expect(readFaceText({ ret: 20002 })).toEqual({
      ok: false,
      failure: { reason: 'ret', code: 20002, detail: null },
    });
  });

  it.each([
    ['face_1', 1],
    ['face_10', 10],
    ['face_9999', 9999],
    ['face_0', null],
    ['face_01', null],
    ['face_', null],
    ['face_1a', null],
    ['face_1.5', null],
    ['face_99999999999999999999', null],
    ['Face_1', null],
  ])('parses the ordinal of %s as %s', (name, ordinal) => {
    expect(ordinalOf(name, 'face_')).toBe(ordinal);
  });

  it('rejects in the schema what the parser rejects', () => {
    expect(faceTextSchema.safeParse({ ret: 0, face_1: [] }).success).toBe(false);
    expect(faceTextSchema.safeParse({ ret: 0, face_1: { point_1: { x: 1 } } }).success).toBe(false);
  });

  it('parses every generated response, with members in any order', () => {
    fc.assert(
      fc.property(decodedFaces, fc.infiniteStream(fc.nat()), (extraction, seeds) => {
        const shuffle = (names: readonly string[]) =>
          names
            .map((name) => ({ name, at: seeds.next().value ?? 0 }))
            .sort((one, other) => one.at - other.at)
            .map(({ name }) => name);
        const text: unknown = JSON.parse(JSON.stringify(faceText(extraction, shuffle)));
        expect(faceTextSchema.safeParse(text).success).toBe(true);
        expect(readFaceText(text)).toEqual({ ok: true, value: extraction });
      }),
      { numRuns: 300 },
    );
  });

  it('parses 9,999 faces of 21 points each', () => {
    const points = Object.fromEntries(
      Array.from({ length: 21 }, (_, index) => [`point_${index + 1}`, { x: index, y: 1 }]),
    );
    const faces = Object.fromEntries(
      Array.from({ length: 9999 }, (_, index) => [`face_${9999 - index}`, { ...face, ...points }]),
    );
    const read = readFaces({ face_num: 9999, ...faces });
    expect(read.faces).toHaveLength(9999);
    expect(read.faces.every(({ index, points: own }, at) => index === at + 1 && own.length === 21)).toBe(
      true,
    );
  });

  it('never throws, and parses everything that the schema accepts', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        for (const text of [one, { ret: 0, face_1: one, face_2: { point_1: other, property: one } }]) {
          const read = readFaceText(text);
          if (faceTextSchema.safeParse(text).success)
            expect(read.ok || read.failure.reason !== 'reply-member-missing').toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});

it('keeps the other faces if one is unreadable, and reports it as missing from the count', () => {
  const text = { ret: '0', face_num: '3', face_1: face, face_2: [face], face_3: face };
  expect(readFaceText(text)).toMatchObject({
    ok: true,
    value: { declaredCount: 3, faces: [{ index: 1 }, { index: 3 }] },
  });
});
