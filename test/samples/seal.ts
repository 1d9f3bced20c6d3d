import type { SKRSContext2D } from '@napi-rs/canvas';
import type { SealItem } from './sheet.ts';

export const sealRed = '#cf2a2a';

type Arc = {
  /** Position of the arc: -1 at the top of the ellipse, 1 at its bottom. */
  readonly side: -1 | 1;
  /** Length of the arc along the curve. */
  readonly length: number;
  readonly inset: number;
  readonly size: number;
};

type Ellipse = { readonly radiusX: number; readonly radiusY: number };

/** Angles evenly spaced along the curve of an ellipse: equal angles would crowd its narrow ends. */
const evenAngles = ({ radiusX, radiusY }: Ellipse, side: -1 | 1, length: number, count: number): number[] => {
  const speed = (angle: number): number => Math.hypot(radiusX * Math.sin(angle), radiusY * Math.cos(angle));
  const middle = (side * Math.PI) / 2;
  const angleAt = (distance: number): number => {
    const step = 0.5 * Math.sign(distance);
    let angle = middle;
    for (let walked = 0; Math.abs(walked) < Math.abs(distance); walked += step) angle += step / speed(angle);
    return angle;
  };
  return Array.from({ length: count }, (_, index) => {
    const share = count > 1 ? index / (count - 1) - 0.5 : 0;
    return angleAt(-side * share * length);
  });
};

/** Draws characters along the curve, upright to a reader of the seal. */
const alongArc = (context: SKRSContext2D, text: string, seal: SealItem, arc: Arc): void => {
  const characters = Array.from(text);
  const ellipse = { radiusX: seal.radiusX - arc.inset, radiusY: seal.radiusY - arc.inset };
  const angles = evenAngles(ellipse, arc.side, arc.length, characters.length);
  context.font = `bold ${arc.size}px "Noto Serif CJK SC"`;
  for (const [index, character] of characters.entries()) {
    const angle = angles[index] ?? 0;
    const normal = Math.atan2(Math.sin(angle) / ellipse.radiusY, Math.cos(angle) / ellipse.radiusX);
    context.save();
    context.translate(Math.cos(angle) * ellipse.radiusX, Math.sin(angle) * ellipse.radiusY);
    context.rotate(normal - (arc.side * Math.PI) / 2);
    context.fillText(character, 0, 0);
    context.restore();
  }
};

const drawStar = (context: SKRSContext2D, radius: number): void => {
  context.beginPath();
  for (let corner = 0; corner < 10; corner += 1) {
    const angle = -Math.PI / 2 + (corner * Math.PI) / 5;
    const reach = corner % 2 === 0 ? radius : radius * 0.382;
    context.lineTo(Math.cos(angle) * reach, Math.sin(angle) * reach);
  }
  context.closePath();
  context.fill();
};

const drawEdges = (context: SKRSContext2D, seal: SealItem): void => {
  const edges = seal.doubleEdge ? [{ inset: 0, width: 3.4 }, { inset: 6, width: 1.3 }] : [{ inset: 0, width: 4.2 }];
  for (const { inset, width } of edges) {
    context.lineWidth = width;
    context.beginPath();
    context.ellipse(0, 0, seal.radiusX - inset, seal.radiusY - inset, 0, 0, Math.PI * 2);
    context.stroke();
  }
};

const drawMiddle = (context: SKRSContext2D, seal: SealItem): void => {
  if (seal.middle === '') return;
  if (seal.middle === '★') {
    drawStar(context, seal.radiusY * 0.3);
    return;
  }
  const latin = /^[0-9A-Z]+$/.test(seal.middle);
  context.font = `bold ${latin ? 17 : 21}px ${latin ? '"Noto Sans CJK SC"' : '"Noto Serif CJK SC"'}`;
  context.fillText(seal.middle, 0, latin ? 0 : 2);
};

/** A red seal, slightly transparent like stamped ink. */
export const drawSeal = (context: SKRSContext2D, seal: SealItem): void => {
  context.save();
  context.translate(seal.x, seal.y);
  context.globalAlpha = 0.78;
  context.fillStyle = sealRed;
  context.strokeStyle = sealRed;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.letterSpacing = '0px';
  drawEdges(context, seal);
  const { above, below, doubleEdge } = seal;
  const [count, countBelow] = [Array.from(above).length, Array.from(below).length];
  const inset = doubleEdge ? 19 : 23;
  const half = Math.PI * Math.sqrt(((seal.radiusX - inset) ** 2 + (seal.radiusY - inset) ** 2) / 2);
  const room = half * (doubleEdge ? 0.78 : 1.12);
  const size = doubleEdge ? 17 : Math.min(25, room / count / 1.06);
  const advance = Math.min(size * 1.5, room / count);
  alongArc(context, above, seal, { side: -1, length: advance * (count - 1), inset, size });
  drawMiddle(context, seal);
  const belowSize = doubleEdge ? 14 : 20;
  const belowLength = Math.min(belowSize * 1.14 * countBelow, half * 0.84);
  alongArc(context, below, seal, { side: 1, length: belowLength, inset, size: belowSize });
  context.restore();
};
