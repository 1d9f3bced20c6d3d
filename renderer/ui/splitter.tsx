import { useRef, type KeyboardEvent, type PointerEvent } from 'react';

type Props = {
  readonly label: string;
  /** Width of the resized pane, in CSS pixels. */
  readonly value: number;
  readonly least: number;
  readonly most: number;
  /** Whether the pane is before (1) or after (-1) the splitter in reading direction. */
  readonly side: 1 | -1;
  readonly onChange: (value: number) => void;
};

const step = 16;

/** The line between two panes, moved by dragging or with the arrow keys. */
export const Splitter = ({ label, value, least, most, side, onChange }: Props) => {
  const start = useRef<{ x: number; value: number } | null>(null);
  const set = (next: number) => onChange(Math.round(Math.min(most, Math.max(least, next))));

  const onPointerMove = (event: PointerEvent) => {
    if (start.current) set(start.current.value + side * (event.clientX - start.current.x));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Readonly<Record<string, number>> = {
      ArrowLeft: value - side * step,
      ArrowRight: value + side * step,
      Home: least,
      End: most,
    };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    set(next);
  };

  return (
    <div
      className="splitter"
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={least}
      aria-valuemax={most}
      // A movable separator is a widget (WAI-ARIA 1.2, separator).
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, value };
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        start.current = null;
      }}
      onKeyDown={onKeyDown}
    />
  );
};
