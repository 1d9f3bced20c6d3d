import type { Person } from './face-model.ts';

// Drawing and truth share these positions, in the face's own units.

type Mood = Person['expression'];
export type Place = readonly [number, number];

/** Centre of the right-hand eye; the other one is mirrored. */
export const eye: Place = [17, -6];

const noseTip: Place = [0, 13];

/** Heights of a brow's outer and inner end, and of its curve's control point. */
export const brows: Readonly<Record<Mood, { readonly outer: number; readonly inner: number; readonly arch: number }>> = {
  neutral: { outer: -17, inner: -18, arch: -21 },
  happy: { outer: -18, inner: -20, arch: -24 },
  surprise: { outer: -20, inner: -21, arch: -27 },
  sad: { outer: -15, inner: -22, arch: -21 },
  angry: { outer: -20, inner: -14, arch: -20 },
};

export const browEnds = { outer: 26, inner: 10 };

/** Right-hand corner of the mouth, and the heights of the lips' middle. */
export const mouths: Readonly<
  Record<Mood, { readonly corner: Place; readonly upper: number; readonly lower: number }>
> = {
  neutral: { corner: [11.5, 28], upper: 28.4, lower: 33 },
  happy: { corner: [12.5, 25.6], upper: 27, lower: 33.8 },
  surprise: { corner: [6.4, 30], upper: 22, lower: 38 },
  sad: { corner: [11.5, 30], upper: 26, lower: 33 },
  angry: { corner: [11.5, 29.4], upper: 27, lower: 33 },
};

/** A position and its mirror image; the viewer's left first. */
const pair = ([x, y]: Place): readonly Place[] => [
  [-x, y],
  [x, y],
];

/** Eyes, nose and mouth corners. */
export const fivePoints = ({ expression }: Person): readonly Place[] => [
  ...pair(eye),
  noseTip,
  ...pair(mouths[expression].corner),
];

/** After the five points: brows, corners of the eyes, sides of the nose, lips, chin and jaw. */
export const allPoints = (person: Person): readonly Place[] => {
  const { outer, inner } = brows[person.expression];
  const { upper, lower } = mouths[person.expression];
  return [
    ...fivePoints(person),
    ...pair([browEnds.outer, outer]),
    ...pair([browEnds.inner, inner]),
    ...pair([24.5, -5.4]),
    ...pair([9.5, -5.4]),
    ...pair([5, 14]),
    [0, upper],
    [0, lower],
    [0, 49],
    ...pair([33, 20]),
  ];
};

/** From above the brows to the chin, including the cheeks. */
export const outline: readonly Place[] = [
  [-38, -38],
  [38, -38],
  [38, 49],
  [-38, 49],
];
