import { boundsOf, type Box, type ImagePoint } from '../../shared/geometry.ts';
import { boundedPicture } from '../formats/pictures/bounded-picture.ts';
import { createCanvas, GlobalFonts, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import type { Language } from '../../shared/language.ts';
import { marksOf, type Mark, type MarkTone } from './annotate-marks.ts';
import type { ExportPage } from './export-page.ts';
import { errorText } from './page-words.ts';
import { exportWords } from '../../shared/texts/exports.ts';
import { bufferOver } from '../infra/bytes.ts';

/** Chinese font families of Windows, macOS and Linux, sans serif before serif. */
const chineseFamilies = [
  'Noto Sans CJK SC',
  'Noto Sans SC',
  'Source Han Sans SC',
  'Source Han Sans CN',
  'Microsoft YaHei',
  'Microsoft YaHei UI',
  'PingFang SC',
  'Hiragino Sans GB',
  'Heiti SC',
  'STHeiti',
  'SimHei',
  'WenQuanYi Micro Hei',
  'WenQuanYi Zen Hei',
  'Droid Sans Fallback',
  'DengXian',
  'SimSun',
  'NSimSun',
  'Songti SC',
  'STSong',
  'Noto Serif CJK SC',
  'AR PL UMing CN',
  'AR PL UKai CN',
] as const;

const plainFamilies = [
  'Noto Sans',
  'DejaVu Sans',
  'Liberation Sans',
  'Segoe UI',
  'Helvetica Neue',
  'Arial',
] as const;

export type FontChoice = {
  /** The families for a canvas's `font`, without the size. */
  readonly families: string;
  /** Whether Chinese can be drawn; if not, labels use Latin text only. */
  readonly hasChinese: boolean;
};

const quoted = (family: string): string => `"${family}"`;

/** The best of the installed families. */
export const chooseFont = (available: Iterable<string>): FontChoice => {
  const present = new Set(available);
  const chinese = chineseFamilies.find((family) => present.has(family));
  const plain = plainFamilies.find((family) => present.has(family));
  const families = [chinese, plain].filter((family) => family !== undefined).map(quoted);
  return { families: [...families, 'sans-serif'].join(', '), hasChinese: chinese !== undefined };
};

type Size = { readonly w: number; readonly h: number };

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

const inside = (box: Box, picture: Size): Box => ({
  ...box,
  x: Math.max(0, Math.min(box.x, picture.w - box.w)),
  y: Math.max(0, Math.min(box.y, picture.h - box.h)),
});

/** Above, below, right and left of the outline: the order in which readers look for a caption. */
const places = (outline: Box, { w, h }: Size): readonly Box[] => [
  { x: outline.x, y: outline.y - h, w, h },
  { x: outline.x, y: outline.y + outline.h, w, h },
  { x: outline.x + outline.w, y: outline.y, w, h },
  { x: outline.x - w, y: outline.y, w, h },
  { x: outline.x + outline.w - w, y: outline.y - h, w, h },
  { x: outline.x + outline.w - w, y: outline.y + outline.h, w, h },
];

/** Above this many labels, finding free places costs too much, and they overlap anyway. */
const mostPlaced = 400;

/**
 * A position for each label: inside the picture, with the least overlap with outlines and earlier labels.
 * Labels without outline points are placed at the picture's edge.
 */
export const placeLabels = (
  labels: readonly { readonly outline: readonly ImagePoint[]; readonly size: Size }[],
  picture: Size,
): readonly Box[] => {
  const outlines = labels.map(({ outline }) => boundsOf(outline));
  const placed: Box[] = [];
  const cost = (box: Box): number =>
    [...outlines, ...placed].reduce((sum, taken) => sum + overlap(box, taken), 0);
  for (const [index, { size }] of labels.entries()) {
    const candidates = places(outlines[index] ?? { x: 0, y: 0, w: 0, h: 0 }, size).map((box) =>
      inside(box, picture),
    );
    placed.push(
      labels.length > mostPlaced ? (candidates[0] ?? { x: 0, y: 0, ...size }) : cheapest(candidates, cost),
    );
  }
  return placed;
};

const cheapest = (candidates: readonly Box[], cost: (box: Box) => number): Box => {
  let best = { box: candidates[0] ?? { x: 0, y: 0, w: 0, h: 0 }, cost: Number.POSITIVE_INFINITY };
  for (const box of candidates) {
    const its = cost(box);
    if (its < best.cost) best = { box, cost: its };
    if (its === 0) break;
  }
  return best.box;
};

/** Colours that differ in brightness, so that red-green colour-blind users can distinguish them. */
const colours: Readonly<Record<MarkTone, string>> = {
  sound: '#0b6e4f',
  warn: '#b45309',
  error: '#b3123b',
  face: '#0b57d0',
};
const bannerColour = '#5b21b6';

type Pen = {
  readonly context: SKRSContext2D;
  readonly font: FontChoice;
  /** Text height and line width, in pixels of the picture. */
  readonly textSize: number;
  readonly lineWidth: number;
  readonly width: number;
  readonly height: number;
};

/** Text size that is readable when the whole picture is shown on about 1,300 screen pixels; at least 11. */
const textSizeFor = (width: number, height: number): number =>
  Math.max(11, Math.round(Math.max(width, height) / 85));

const scaleMark = (mark: Mark, x: number, y: number): Mark => {
  const scale = (point: ImagePoint): ImagePoint => ({ x: point.x * x, y: point.y * y });
  return { ...mark, outline: mark.outline.map(scale), dots: mark.dots.map(scale) };
};

const drawShape = ({ context, lineWidth }: Pen, { outline, dots, tone }: Mark): void => {
  context.strokeStyle = colours[tone];
  context.fillStyle = colours[tone];
  context.lineWidth = lineWidth;
  context.beginPath();
  for (const [index, { x, y }] of outline.entries()) {
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
  context.closePath();
  context.stroke();
  for (const { x, y } of dots) {
    context.beginPath();
    context.arc(x, y, lineWidth * 1.5, 0, Math.PI * 2);
    context.fill();
  }
};

const padding = ({ textSize }: Pen): number => Math.ceil(textSize / 5);

const lineHeight = ({ textSize }: Pen): number => Math.ceil(textSize * 1.25);

const widthOf = (pen: Pen, text: string): number =>
  Math.ceil(pen.context.measureText(text).width) + padding(pen) * 2;

const sizeOf = (pen: Pen, lines: readonly string[]) => ({
  w: Math.max(...lines.map((text) => widthOf(pen, text))),
  h: lineHeight(pen) * lines.length,
});

/** Control characters have no glyph, and some, such as NUL, make the canvas throw. */
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cs}]/gu, ' ');

/** Cuts a text to half the picture's width and marks the cut. */
const fitted = (pen: Pen, text: string): string => {
  const most = pen.width / 2;
  if (widthOf(pen, text) <= most) return text;
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  let [short, long] = [0, letters.length];
  while (short < long) {
    const middle = Math.ceil((short + long) / 2);
    if (widthOf(pen, `${letters.slice(0, middle).join('')}…`) <= most) short = middle;
    else long = middle - 1;
  }
  return `${letters.slice(0, short).join('')}…`;
};

const drawLabel = (pen: Pen, lines: readonly string[], box: Box, colour: string): void => {
  const { context } = pen;
  context.globalAlpha = 0.88;
  context.fillStyle = colour;
  context.fillRect(box.x, box.y, box.w, box.h);
  context.globalAlpha = 1;
  context.fillStyle = '#ffffff';
  for (const [index, text] of lines.entries()) {
    context.fillText(text, box.x + padding(pen), box.y + lineHeight(pen) * (index + 0.5));
  }
};

const drawLabels = (pen: Pen, marks: readonly Mark[]): void => {
  const labelled = marks.flatMap(({ outline, tone, label, plainLabel }) => {
    const lines = pen.font.hasChinese ? label : plainLabel;
    return lines.length === 0 || outline.length === 0
      ? []
      : [{ outline, tone, lines: lines.map((text) => fitted(pen, printable(text))) }];
  });
  const boxes = placeLabels(
    labelled.map(({ outline, lines }) => ({ outline, size: sizeOf(pen, lines) })),
    { w: pen.width, h: pen.height },
  );
  for (const [index, { lines, tone }] of labelled.entries()) {
    const box = boxes[index];
    if (box) drawLabel(pen, lines, box, colours[tone]);
  }
};

/** Prominent lines at the top of the picture. */
const drawBanner = (pen: Pen, notices: readonly string[]): void => {
  if (notices.length === 0) return;
  const lines = notices.map(printable);
  drawLabel(pen, lines, { x: 0, y: 0, ...sizeOf(pen, lines) }, bannerColour);
};

const bannerTexts = (page: ExportPage, language: Language, hasChinese: boolean): readonly string[] => {
  const words = hasChinese ? language : 'en';
  const error = errorText(page, words);
  return [...(page.demo ? [exportWords.demo[words]] : []), ...(error === null ? [] : [error])];
};

type AnnotateOptions = {
  /** Font families to choose from; the system's by default. */
  readonly families?: readonly string[];
};

const penFor = (context: SKRSContext2D, width: number, height: number, font: FontChoice): Pen => {
  const textSize = textSizeFor(width, height);
  context.font = `${String(textSize)}px ${font.families}`;
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  return { context, font, textSize, lineWidth: Math.max(1.5, textSize / 8), width, height };
};

/**
 * The picture with the extraction drawn over it, as a PNG of the same size: quads and values of an invoice,
 * or boxes, points and attributes of faces. Sandbox data is marked. Rejects if the bytes are not a picture.
 */
export const annotate = async (
  picture: Uint8Array,
  page: ExportPage,
  language: Language,
  { families = GlobalFonts.families.map(({ family }) => family) }: AnnotateOptions = {},
): Promise<Buffer> => {
  const bounded = boundedPicture(bufferOver(picture));
  const image = await loadImage(bounded.bytes);
  const { width, height } = image;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  // Transparent pixels would leave the annotations without a background.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0);
  const pen = penFor(context, width, height, chooseFont(families));
  const [scaleX, scaleY] = page.sent === null ? [1, 1] : [width / page.sent.width, height / page.sent.height];
  const marks = marksOf(page, language).map((mark) => scaleMark(mark, scaleX, scaleY));
  for (const mark of marks) drawShape(pen, mark);
  drawLabels(pen, marks);
  drawBanner(pen, bannerTexts(page, language, pen.font.hasChinese));
  return canvas.encode('png');
};
