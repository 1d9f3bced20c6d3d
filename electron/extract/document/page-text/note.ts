import { type Quad, imagePoint } from '../../../../shared/geometry.ts';
import { exactValue } from '../../../../shared/invoice/exact-value.ts';
import type { ValueKind } from '../../../../shared/invoice/fields.ts';
import type { FieldPath, Origin, Step } from '../../../../shared/invoice/model.ts';
import { unreadableFinding, type ReaderFinding } from '../../../../shared/invoice/read-lines.ts';
import { isMisplacedToken } from '../../../../shared/invoice/characters.ts';
import { turnedBack } from './glyphs.ts';
import type { ReadPage } from './page.ts';
import type { Piece } from './rows.ts';

type Placed = { readonly pieces: readonly Piece[]; readonly page: ReadPage };

/** Text that was found for a value, and its position. */
export type TextSource = Placed & { readonly text: string };

/** Heights of type above and below the baseline. */
const above = 0.86;
const below = 0.16;

/** The rectangle around pieces, in the page's own coordinates. */
const quadOf = ({ pieces, page: { frame } }: Placed): Quad | null => {
  if (pieces.length === 0) return null;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x0, x1, y, size } of pieces) {
    left = Math.min(left, x0);
    right = Math.max(right, x1);
    top = Math.min(top, y - above * size);
    bottom = Math.max(bottom, y + below * size);
  }
  const corner = (x: number, y: number) => imagePoint(...turnedBack(frame, x, y));
  return [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)];
};

/** The position of a value, for its origin. */
export const originPlace = (source: Placed): Pick<Origin, 'quad' | 'page'> => {
  const { number } = source.page;
  return { quad: quadOf(source), ...(number > 1 ? { page: number } : {}) };
};

/** Records the values of one invoice with their origins and findings. */
export type Notes = {
  readonly origins: Record<FieldPath, Origin>;
  readonly findings: ReaderFinding[];
  /** Reads a text by the rules of its kind; unreadable text gives null and a finding. */
  readonly read: (path: FieldPath, source: TextSource | null, kind: ValueKind) => string | null;
  /** Records a text that is no value of its field. */
  readonly reject: (path: FieldPath, source: TextSource) => void;
};

/** Longer texts are cut in a finding. */
const maxShown = 60;

export const createNotes = (): Notes => {
  const origins: Record<FieldPath, Origin> = {};
  const findings: ReaderFinding[] = [];
  const record = (path: FieldPath, source: TextSource, steps: readonly Step[]): void => {
    origins[path] = { raw: source.text, score: null, ...originPlace(source), steps };
  };
  const reject = (path: FieldPath, { text }: TextSource): void => {
    findings.push(unreadableFinding({ path, raw: text.slice(0, maxShown) }));
  };
  return {
    origins,
    findings,
    read: (path, source, kind) => {
      if (!source || source.text.trim() === '') return null;
      const isJoined = source.pieces.length > 1 && kind !== 'lines';
      const { value, steps } = exactValue(source.text, kind);
      record(path, source, isJoined ? [{ id: 'lines-joined' }, ...steps] : steps);
      // A token printed instead of an amount explains why there is none.
      if (kind === 'money' && value !== null && isMisplacedToken(path, value)) return null;
      if (value === null) reject(path, source);
      return value;
    },
    reject: (path, source) => {
      record(path, source, []);
      reject(path, source);
    },
  };
};
