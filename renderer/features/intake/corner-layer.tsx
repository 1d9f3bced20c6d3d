import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import type { Corners } from '../../../shared/page-geometry.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { steppedCorner, withCorner } from './corners.ts';

type Point = Corners[number];

/** In the order of `Corners`. */
const cornerNames = ['topLeft', 'topRight', 'bottomRight', 'bottomLeft'] as const;

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;

type Props = {
  /** On the shown picture, as fractions of its size. */
  readonly corners: Corners;
  readonly onChange: (corners: Corners) => void;
  /** Id of the element that explains the keys. */
  readonly hintId: string;
};

/** A layer over the picture on which the pointer or the arrow keys move the four corners of the part that is kept. */
export const CornerLayer = ({ corners, onChange, hintId }: Props) => {
  const { t } = useTexts();
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => layer.current?.querySelector('button')?.focus(), []);
  /** The offset from the pointer to the corner that it drags. */
  const grasp = useRef<Point>({ x: 0, y: 0 });
  /** The place of the pointer, in fractions of the picture. */
  const pointOf = ({ clientX, clientY }: PointerEvent): Point | null => {
    const box = layer.current?.getBoundingClientRect();
    if (!box || box.width === 0 || box.height === 0) return null;
    return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height };
  };
  const start = (event: PointerEvent<HTMLElement>, corner: Point): void => {
    const point = pointOf(event);
    if (event.button !== 0 || !point) return;
    grasp.current = { x: corner.x - point.x, y: corner.y - point.y };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const drag = (event: PointerEvent<HTMLElement>, at: number): void => {
    const point = pointOf(event);
    if (!point || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { x, y } = grasp.current;
    onChange(withCorner(corners, at, { x: point.x + x, y: point.y + y }));
  };
  const onKeyDown = (event: KeyboardEvent, at: number): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
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
          aria-label={`${t(`intake.corners.${cornerNames[at] ?? 'topLeft'}`)} (${percent(x)}, ${percent(y)})`}
          aria-describedby={hintId}
          onPointerDown={(event) => start(event, { x, y })}
          onPointerMove={(event) => drag(event, at)}
          onKeyDown={(event) => onKeyDown(event, at)}
        />
      ))}
    </div>
  );
};
