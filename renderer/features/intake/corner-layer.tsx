import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { isSheet, type Corners } from '../../../shared/page-geometry.ts';
import { cornerNames } from '../../../shared/texts/corners.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';

type Point = Corners[number];

const within = (value: number): number => Math.min(1, Math.max(0, value));

const [step, leap] = [0.002, 0.02];
const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Corners at first: a little inside the picture, so that each can be grasped. */
export const firstCorners: Corners = [
  { x: 0.04, y: 0.04 },
  { x: 0.96, y: 0.04 },
  { x: 0.96, y: 0.96 },
  { x: 0.04, y: 0.96 },
];

/** Corners with one of them moved, within the picture; the same if they would be those of no sheet. */
export const withCorner = (corners: Corners, at: number, { x, y }: Point): Corners => {
  const moved = { x: within(x), y: within(y) };
  const [tl, tr, br, bl] = corners.map((corner, index) => (index === at ? moved : corner));
  const next = tl && tr && br && bl ? ([tl, tr, br, bl] as const) : corners;
  return isSheet(next) ? next : corners;
};

/** Corners after an arrow key on one of them; null for another key. */
export const steppedCorner = (corners: Corners, at: number, key: string, isFast: boolean): Corners | null => {
  const [by, from] = [directions[key], corners[at]];
  if (!by || !from) return null;
  const far = isFast ? leap : step;
  return withCorner(corners, at, { x: from.x + by.x * far, y: from.y + by.y * far });
};

type Props = {
  /** On the shown picture, as fractions of its size. */
  readonly corners: Corners;
  readonly onChange: (corners: Corners) => void;
  /** Id of the element that explains the keys. */
  readonly hintId: string;
};

/** A layer over the picture on which the pointer or the arrow keys move the four corners of the part that is kept. */
export const CornerLayer = ({ corners, onChange, hintId }: Props) => {
  const { language } = useTexts();
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => layer.current?.querySelector('button')?.focus(), []);
  const drag = (event: PointerEvent<HTMLElement>, at: number): void => {
    const box = layer.current?.getBoundingClientRect();
    if (
      !box ||
      box.width === 0 ||
      box.height === 0 ||
      !event.currentTarget.hasPointerCapture(event.pointerId)
    )
      return;
    const point = { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
    onChange(withCorner(corners, at, point));
  };
  const onKeyDown = (event: KeyboardEvent, at: number): void => {
    const next = steppedCorner(corners, at, event.key, event.shiftKey);
    if (!next) return;
    event.preventDefault();
    onChange(next);
  };
  const outline = corners.map(({ x, y }) => `${x * 100},${y * 100}`).join(' ');
  return (
    <div ref={layer} className="corner-layer">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={`M0,0H100V100H0Z M${outline}Z`} fillRule="evenodd" />
        <polygon points={outline} />
      </svg>
      {corners.map(({ x, y }, at) => (
        <button
          // The corners keep their order.
          // eslint-disable-next-line react/no-array-index-key
          key={at}
          type="button"
          className="corner"
          style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
          aria-label={cornerNames[at]?.[language]}
          aria-describedby={hintId}
          onPointerDown={(event) => {
            if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerMove={(event) => drag(event, at)}
          onKeyDown={(event) => onKeyDown(event, at)}
        />
      ))}
    </div>
  );
};
