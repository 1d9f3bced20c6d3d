import {
  areCounted,
  expressions,
  genders,
  hairs,
  type AttributeValue,
  type Face,
  type FaceAttributes,
  type DecodedFaces,
} from '../face/model.ts';
import { imagePoint, type Box, type ImagePoint } from '../geometry.ts';
import { failed, success, type Result } from '../result.ts';
import { decimalOf, integerOf, isJsonObject, isMissing, type JsonObject } from './guards.ts';
import { memberMissing, type ResponseDefect } from './failure.ts';

/**
 * Parses the decoded text of a face response (face-detect.md, Decoded text): up to 9,999 faces with any
 * number of points, by ordinal. Hand-written for speed; tests compare it with schemas of the document.
 */
export const readFaceText = (text: unknown): Result<DecodedFaces, ResponseDefect> => {
  if (!isJsonObject(text)) return failed(memberMissing('ret'));
  const ret = integerOf(text.ret);
  if (ret === null) return failed(memberMissing('ret'));
  if (ret !== 0) return failed({ reason: 'ret', code: ret, detail: null });
  const faces: Face[] = [];
  // An unreadable face does not affect the others; `face_num` shows that one is missing.
  for (const { ordinal, value } of numberedMembers(text, 'face_'))
    if (isJsonObject(value)) faces.push(readFace(ordinal, value));
  return success({ declaredCount: integerOf(text.face_num), faces });
};

const readFace = (index: number, face: JsonObject): Face => ({
  index,
  score: decimalOf(face.score),
  box: readBox(face),
  ...readPoints(face),
  attributes: isJsonObject(face.property) ? readAttributes(face.property) : null,
});

const readBox = (face: JsonObject): Box | null => {
  const x = decimalOf(face.x);
  const y = decimalOf(face.y);
  const w = decimalOf(face.w);
  const h = decimalOf(face.h);
  return x === null || y === null || w === null || h === null ? null : { x, y, w, h };
};

const readPoints = (face: JsonObject): Pick<Face, 'points' | 'pointNumbers'> => {
  const points: ImagePoint[] = [];
  const pointNumbers: number[] = [];
  for (const { ordinal, value } of numberedMembers(face, 'point_')) {
    if (!isJsonObject(value)) continue;
    const x = decimalOf(value.x);
    const y = decimalOf(value.y);
    if (x === null || y === null) continue;
    points.push(imagePoint(x, y));
    pointNumbers.push(ordinal);
  }
  return areCounted(pointNumbers) ? { points } : { points, pointNumbers };
};

const readAttributes = (property: JsonObject): FaceAttributes => ({
  beard: flagOf(property.beard),
  expression: choiceOf(property.expression, expressions),
  gender: choiceOf(property.gender, genders),
  glasses: flagOf(property.glass),
  hair: choiceOf(property.hair, hairs),
  mask: flagOf(property.mask),
});

/** 0 and 1 as documented; any other number is kept and never guessed. */
const flagOf = (value: unknown): AttributeValue<boolean> => {
  const number = decimalOf(value);
  if (number === 0) return false;
  return number === 1 ? true : number;
};

/** The documented values are ordered by their numbers, from 0. */
const choiceOf = <Choice>(value: unknown, choices: readonly Choice[]): AttributeValue<Choice> => {
  const number = decimalOf(value);
  return number === null ? null : (choices[number] ?? number);
};

/** The ordinal n, from 1, of a member named `prefix` + n; null for any other name. */
export const ordinalOf = (key: string, prefix: string): number | null => {
  if (!key.startsWith(prefix)) return null;
  let ordinal = 0;
  for (let at = prefix.length; at < key.length; at += 1) {
    const digit = key.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9 || (ordinal === 0 && digit === 0)) return null;
    ordinal = ordinal * 10 + digit;
  }
  return ordinal > 0 && Number.isSafeInteger(ordinal) ? ordinal : null;
};

type Numbered = { readonly ordinal: number; readonly value: unknown };

/**
 * Members `prefix` + n, sorted by n: the service returns them in any order, such as face_10 before face_2.
 */
const numberedMembers = (holder: JsonObject, prefix: string): readonly Numbered[] => {
  const members: Numbered[] = [];
  let sorted = true;
  let last = 0;
  for (const key of Object.keys(holder)) {
    const ordinal = ordinalOf(key, prefix);
    if (ordinal === null) continue;
    const value = holder[key];
    if (isMissing(value)) continue;
    sorted &&= ordinal > last;
    last = ordinal;
    members.push({ ordinal, value });
  }
  return sorted ? members : members.sort((one, other) => one.ordinal - other.ordinal);
};
