import { boundsOf, type ImagePoint } from '../../shared/geometry.ts';
import { allPoints, fivePoints, outline, type Place } from './face-geometry.ts';
import type { Person, Scene } from './face-model.ts';

const expressions = { surprise: 0, happy: 3, sad: 4, angry: 5, neutral: 6 } as const;
const hairs = { bald: 0, short: 1, long: 2 } as const;
const flag = (on: boolean): 0 | 1 => (on ? 1 : 0);

/** Maps a point from the face's own units to the picture. */
const inPicture =
  ({ x, y, size, tilt }: Person) =>
  ([px, py]: Place): ImagePoint => {
    const angle = (tilt * Math.PI) / 180;
    const scale = size / 100;
    return {
      x: x + (px * Math.cos(angle) - py * Math.sin(angle)) * scale,
      y: y + (px * Math.sin(angle) + py * Math.cos(angle)) * scale,
    };
  };

const tenths = (value: number): number => Math.round(value * 10) / 10;

const boxOf = (person: Person) => {
  const { x, y, w, h } = boundsOf(outline.map(inPicture(person)));
  return { x: Math.round(x), y: Math.round(y), w: Math.round(w), h: Math.round(h) };
};

const foundPoints = (person: Person): readonly Place[] => {
  if (person.points === 'none') return [];
  return person.points === 'five' ? fivePoints(person) : allPoints(person);
};

const pointsOf = (person: Person) => {
  const places = foundPoints(person).map(inPicture(person));
  return Object.fromEntries(
    places.map(({ x, y }, index) => [`point_${index + 1}`, { x: tenths(x), y: tenths(y) }] as const),
  );
};

const faceOf = (person: Person) => ({
  score: person.score,
  ...boxOf(person),
  ...pointsOf(person),
  property: {
    beard: flag(person.beard),
    expression: expressions[person.expression],
    gender: flag(person.gender === 'female'),
    glass: flag(person.glasses),
    hair: hairs[person.hair],
    mask: flag(person.mask),
  },
});

/** The decoded document for a drawn scene (face-detect.md, Decoded text), with points and attributes. */
export const faceText = ({ people }: Scene): Readonly<Record<string, unknown>> => ({
  ret: 0,
  face_num: people.length,
  ...Object.fromEntries(people.map((person, index) => [`face_${index + 1}`, faceOf(person)])),
});
