import type { Person, Scene } from './face-model.ts';
import { between, pick, seededRandom } from './random.ts';

const plain: Person = {
  x: 0,
  y: 0,
  size: 100,
  tilt: 0,
  gender: 'female',
  expression: 'neutral',
  hair: 'short',
  glasses: false,
  mask: false,
  beard: false,
  skin: '#f1c7a5',
  hairColor: '#2b2220',
  shirt: '#2f5d80',
  score: 0.99,
  points: 'five',
};

const portrait: Scene = {
  name: 'face-portrait',
  width: 800,
  height: 960,
  backdrop: 'studio',
  benches: [],
  people: [
    {
      ...plain,
      x: 400,
      y: 410,
      size: 400,
      tilt: -3,
      expression: 'happy',
      hair: 'long',
      hairColor: '#3a2620',
      shirt: '#2a6f77',
      score: 0.998,
      points: 'all',
    },
  ],
};

const group: Scene = {
  name: 'face-group',
  width: 1400,
  height: 860,
  backdrop: 'office',
  benches: [],
  people: [
    {
      ...plain,
      x: 480,
      y: 330,
      size: 200,
      tilt: 2,
      gender: 'male',
      expression: 'neutral',
      hair: 'short',
      glasses: true,
      hairColor: '#221c1b',
      skin: '#e6b58e',
      shirt: '#54617a',
      score: 0.987,
    },
    {
      ...plain,
      x: 900,
      y: 320,
      size: 205,
      tilt: -4,
      gender: 'male',
      expression: 'happy',
      hair: 'bald',
      beard: true,
      skin: '#d9a37c',
      shirt: '#7b3f45',
      score: 0.991,
    },
    {
      ...plain,
      x: 205,
      y: 440,
      size: 215,
      tilt: -6,
      expression: 'happy',
      hair: 'long',
      hairColor: '#5a3625',
      shirt: '#c98a3c',
      score: 0.995,
    },
    {
      ...plain,
      x: 690,
      y: 470,
      size: 220,
      tilt: 5,
      expression: 'surprise',
      hair: 'short',
      hairColor: '#1f1a1c',
      skin: '#f4d2b5',
      shirt: '#5f7f4f',
      score: 0.982,
    },
    {
      ...plain,
      x: 1170,
      y: 450,
      size: 214,
      tilt: 3,
      gender: 'female',
      hair: 'long',
      mask: true,
      hairColor: '#2a201e',
      skin: '#eec1a0',
      shirt: '#3d5f8f',
      score: 0.846,
      points: 'none',
    },
  ],
};

/** Rows of an audience: small at the top, larger towards the front. */
const rows = [
  { y: 152, size: 30, count: 7, score: 0.62 },
  { y: 250, size: 52, count: 6, score: 0.84 },
  { y: 385, size: 84, count: 6, score: 0.93 },
  { y: 590, size: 130, count: 5, score: 0.97 },
] as const;

const audience = (): readonly Person[] => {
  const random = seededRandom(24);
  return rows.flatMap(({ y, size, count, score }, row) =>
    Array.from({ length: count }, (_, index): Person => {
      const gender = pick(random, ['male', 'female'] as const);
      const hair = gender === 'female' ? pick(random, ['short', 'long'] as const) : pick(random, ['short', 'short', 'bald'] as const);
      const mask = random() < 0.12;
      return {
        x: (1280 / count) * (index + 0.5) + between(random, -8, 8) + (row % 2) * 14 - 7,
        y: y + between(random, -6, 6),
        size: size * (0.95 + random() * 0.1),
        tilt: between(random, -9, 9),
        gender,
        hair,
        mask,
        expression: pick(random, ['neutral', 'happy', 'happy', 'surprise', 'sad', 'angry'] as const),
        glasses: random() < 0.25,
        beard: gender === 'male' && !mask && random() < 0.3,
        skin: pick(random, ['#f1c7a5', '#e6b58e', '#d9a37c', '#f4d2b5', '#b9805a', '#8f5d41']),
        hairColor: pick(random, ['#221c1b', '#3a2620', '#5a3625', '#15131a', '#7d6f66']),
        shirt: pick(random, ['#2f5d80', '#7b3f45', '#5f7f4f', '#c98a3c', '#54617a', '#8a6aa0', '#d8d4cb']),
        score: Math.round((score + random() * 0.028) * 1000) / 1000,
        points: 'five',
      };
    }),
  );
};

const crowd: Scene = { name: 'face-crowd', width: 1280, height: 760, backdrop: 'hall', benches: [188, 312, 480, 700], people: audience() };

/** The face pictures of samples/. */
export const sampleScenes: readonly Scene[] = [portrait, group, crowd];
