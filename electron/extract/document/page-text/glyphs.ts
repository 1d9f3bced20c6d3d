import { unifyRadicals } from '../../../../shared/invoice/radicals.ts';

/** A run of text on a page. Coordinates are the page's own, y down, in any unit. */
export type TextRun = {
  readonly text: string;
  /** Start of the baseline. */
  readonly x: number;
  readonly y: number;
  /** Along the baseline. */
  readonly width: number;
  /** Height of the type. */
  readonly size: number;
  /** Direction of the baseline, a unit vector: (1, 0) for upright text. */
  readonly dx: number;
  readonly dy: number;
  /** Start of each character along the baseline, if known. */
  readonly starts?: readonly number[];
  /** Whether it is known to belong to the form, so that it is a label or nothing. */
  readonly isForm?: boolean;
};

export type PageText = { readonly width: number; readonly height: number; readonly runs: readonly TextRun[] };

/** One character in the frame in which the page's text is upright. */
export type PageGlyph = {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  /** Baseline. */
  readonly y: number;
  readonly size: number;
  /** Number of blanks before it in its text. */
  readonly blanks: number;
  /** Whether a blank followed it at the end of its text. */
  readonly ends: boolean;
  readonly isForm: boolean;
  /** Index of its run on the page. */
  readonly run: number;
};

/** Quarter turns that make the page's text upright. */
type TextTurn = 0 | 1 | 2 | 3;

export type PageFrame = {
  readonly turn: TextTurn;
  /** Size of the page before rotation. */
  readonly width: number;
  readonly height: number;
};

/** Maximum slant of a baseline; text with more is a watermark. */
const mostSlant = 0.09;

const directions: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

const turnOf = ({ dx, dy }: TextRun): TextTurn | null => {
  const found = directions.findIndex(
    ([x, y]) => Math.abs(dx - x) < mostSlant && Math.abs(dy - y) < mostSlant,
  );
  return found === 0 || found === 1 || found === 2 || found === 3 ? found : null;
};

/** The direction of most characters of the page. */
const commonTurn = (runs: readonly TextRun[]): TextTurn => {
  const counts = [0, 0, 0, 0];
  for (const run of runs) {
    const turn = turnOf(run);
    if (turn !== null) counts[turn] = (counts[turn] ?? 0) + run.text.length;
  }
  const most = counts.indexOf(Math.max(...counts));
  return most === 1 || most === 2 || most === 3 ? most : 0;
};

/** Converts a point of the page to the upright frame. */
const turned = ({ turn, width, height }: PageFrame, x: number, y: number): readonly [number, number] => {
  if (turn === 1) return [y, width - x];
  if (turn === 2) return [width - x, height - y];
  return turn === 3 ? [height - y, x] : [x, y];
};

/** Converts a point of the upright frame to the page. */
export const turnedBack = (
  { turn, width, height }: PageFrame,
  x: number,
  y: number,
): readonly [number, number] => {
  if (turn === 1) return [width - y, x];
  if (turn === 2) return [width - x, height - y];
  return turn === 3 ? [y, height - x] : [x, y];
};

export const isWide = (code: number): boolean => code >= 0x1100;
/** Characters below the blank, and those that some producers write between two bytes of a character. */
const isNothing = (code: number): boolean =>
  code < 0x20 || code === 0x7f || code === 0xfeff || code === 0xfffd;
const isBlank = (code: number): boolean =>
  code === 0x20 || code === 0xa0 || code === 0x3000 || code === 0x2003;

const addGlyphs = (run: TextRun, index: number, frame: PageFrame, glyphs: PageGlyph[]): void => {
  const [x, y] = turned(frame, run.x, run.y);
  const characters = Array.from(unifyRadicals(run.text));
  let total = 0;
  for (const character of characters) {
    const code = character.codePointAt(0) ?? 0;
    if (!isNothing(code)) total += isWide(code) ? 2 : 1;
  }
  const unit = total === 0 ? 0 : run.width / total;
  let next = x;
  let blanks = 0;
  const isForm = run.isForm ?? false;
  for (const [at, text] of characters.entries()) {
    const code = text.codePointAt(0) ?? 0;
    if (isNothing(code)) continue;
    const start = run.starts?.[at];
    const x0 = start === undefined ? next : x + start;
    const width =
      start === undefined ? unit * (isWide(code) ? 2 : 1) : (run.starts?.[at + 1] ?? run.width) - start;
    next = x0 + width;
    if (isBlank(code)) {
      blanks += 1;
      continue;
    }
    glyphs.push({ text, x0, x1: x0 + width, y, size: run.size, blanks, ends: false, isForm, run: index });
    blanks = 0;
  }
  const last = glyphs.at(-1);
  if (blanks > 0 && last) glyphs[glyphs.length - 1] = { ...last, ends: true };
};

type FramedGlyphs = { readonly frame: PageFrame; readonly glyphs: readonly PageGlyph[] };

const glyphsIn = ({ runs, width, height }: PageText, turn: TextTurn): FramedGlyphs => {
  const frame = { turn, width, height };
  const glyphs: PageGlyph[] = [];
  for (const [index, run] of runs.entries()) if (turnOf(run) === turn) addGlyphs(run, index, frame, glyphs);
  return { frame, glyphs };
};

/** The characters of a page that are upright in its common direction, without blanks. */
export const glyphsOf = (page: PageText): FramedGlyphs => glyphsIn(page, commonTurn(page.runs));

/** The characters of a page in each of its other directions, upright there. */
export const otherGlyphsOf = (page: PageText): readonly FramedGlyphs[] => {
  const common = commonTurn(page.runs);
  return ([0, 1, 2, 3] as const)
    .filter((turn) => turn !== common)
    .map((turn) => glyphsIn(page, turn))
    .filter(({ glyphs }) => glyphs.length > 0);
};
