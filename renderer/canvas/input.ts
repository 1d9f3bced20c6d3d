import type { ChosenKeys } from '../../shared/contract/chosen-keys.ts';
import { isReleased, localKeyOf } from '../../shared/contract/local-keys.ts';
import { stagePoint, type StagePoint } from '../../shared/geometry.ts';
import type { StageController } from './stage-controller.ts';

const zoomStep = 1.25;
const panStep = 60;
const panLeap = 300;

type Action = (controller: StageController, shift: boolean) => void;

const pan =
  (dx: number, dy: number): Action =>
  (controller, shift) => {
    const step = shift ? panLeap : panStep;
    controller.glidePan(dx * step, dy * step);
  };

const commandIds = [
  'zoomIn',
  'zoomOut',
  'fitPage',
  'actualSize',
  'fitWidth',
  'turnLeft',
  'turnRight',
  'grab',
] as const;

/** The commands of keys while the canvas has the focus. */
const commands: Readonly<Record<Exclude<(typeof commandIds)[number], 'grab'>, Action>> = {
  zoomIn: (controller) => controller.zoomBy(zoomStep),
  zoomOut: (controller) => controller.zoomBy(1 / zoomStep),
  fitPage: (controller) => controller.fitPage(),
  actualSize: (controller) => controller.actualSize(),
  fitWidth: (controller) => controller.fitWidth(),
  turnLeft: (controller) => controller.turn(-1),
  turnRight: (controller) => controller.turn(1),
};

const pans: Readonly<Partial<Record<string, Action>>> = {
  ArrowLeft: pan(1, 0),
  ArrowRight: pan(-1, 0),
  ArrowUp: pan(0, 1),
  ArrowDown: pan(0, -1),
};

/** A pointer that moved at most this far, in CSS pixels, clicked and did not drag. */
const clickReach = 4;
const wheelRate = 0.0016;
const pinchRate = 0.012;
/** A pinch sends many small deltas; a mouse wheel with Ctrl sends one large delta per notch. */
const mostByNotch = 1.2;
const doubleClickFactor = 2;
const lineHeight = 16;

/** The delta of a wheel event in CSS pixels, for any unit of the device. */
const wheelDelta = (event: WheelEvent, page: number): { readonly dx: number; readonly dy: number } => {
  const unit = [1, lineHeight, page][event.deltaMode] ?? 1;
  return { dx: event.deltaX * unit, dy: event.deltaY * unit };
};

const factorOf = (dy: number, rate: number): number => Math.exp(-Math.max(-300, Math.min(300, dy)) * rate);

const pinchFactor = (dy: number): number =>
  Math.max(1 / mostByNotch, Math.min(mostByNotch, factorOf(dy, pinchRate)));

/**
 * Handles the wheel: zooms at the pointer. With Shift, or sideways, it pans. With Ctrl (how browsers report a
 * pinch) it zooms without a glide.
 */
const onWheel = (element: HTMLElement, controller: StageController, event: WheelEvent): void => {
  event.preventDefault();
  const { dx, dy } = wheelDelta(event, element.clientHeight);
  const at = pointOf(element, event);
  if (event.ctrlKey) controller.zoomAt(at, pinchFactor(dy));
  else if (event.shiftKey) controller.pan(dx === 0 ? -dy : -dx, dx === 0 ? 0 : -dy);
  else if (Math.abs(dx) > Math.abs(dy)) controller.pan(-dx, -dy);
  else controller.glideZoomAt(at, factorOf(dy, wheelRate));
};

const pointOf = (element: HTMLElement, event: MouseEvent): StagePoint => {
  const { left, top } = element.getBoundingClientRect();
  return stagePoint(event.clientX - left - element.clientLeft, event.clientY - top - element.clientTop);
};

type Drag = { from: StagePoint; last: StagePoint; panning: boolean; readonly onlyPans: boolean };

/** Touch input: one finger pans, two fingers pinch. */
const createPinch = (controller: StageController) => {
  const fingers = new Map<number, StagePoint>();
  return {
    down: (id: number, at: StagePoint): void => void fingers.set(id, at),
    up: (id: number): void => void fingers.delete(id),
    active: (): boolean => fingers.size >= 2,
    move: (id: number, at: StagePoint): void => {
      const before = fingers.get(id);
      const other = [...fingers].find(([finger]) => finger !== id)?.[1];
      fingers.set(id, at);
      if (!before || !other) return;
      const [was, is] = [before, at].map(({ x, y }) => Math.hypot(x - other.x, y - other.y));
      if (was && is) controller.zoomAt(stagePoint((at.x + other.x) / 2, (at.y + other.y) / 2), is / was);
      controller.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
    },
  };
};

/** Binds pointer, wheel and keyboard to a controller. Returns a function that unbinds them. */
export const attachInput = (
  element: HTMLElement,
  controller: StageController,
  chosen: () => ChosenKeys,
): (() => void) => {
  const ending = new AbortController();
  const { signal } = ending;
  const pinch = createPinch(controller);
  let drag: Drag | null = null;
  let space = false;

  const showCursor = (): void => {
    element.dataset.cursor = drag?.panning ? 'grabbing' : space ? 'grab' : '';
  };
  const down = (event: PointerEvent): void => {
    if (event.button > 1) return;
    if (event.button === 1) event.preventDefault();
    element.focus({ preventScroll: true });
    // A synthetic event has no pointer to capture.
    if (event.isTrusted) element.setPointerCapture(event.pointerId);
    const at = pointOf(element, event);
    if (event.pointerType === 'touch') pinch.down(event.pointerId, at);
    drag = { from: at, last: at, panning: false, onlyPans: space || event.button === 1 };
  };
  const move = (event: PointerEvent): void => {
    const at = pointOf(element, event);
    if (pinch.active()) {
      if (drag) drag.panning = true;
      pinch.move(event.pointerId, at);
      return;
    }
    if (!drag) return controller.hoverAt(at);
    drag.panning ||= Math.hypot(at.x - drag.from.x, at.y - drag.from.y) > clickReach;
    if (drag.panning) {
      controller.pan(at.x - drag.last.x, at.y - drag.last.y);
      drag.last = at;
      showCursor();
    }
  };
  const up = (event: PointerEvent): void => {
    pinch.up(event.pointerId);
    const ended = drag;
    drag = null;
    showCursor();
    if (event.type === 'pointerup' && ended && !ended.panning && !ended.onlyPans)
      controller.clickAt(ended.from);
  };
  const doubleClick = (event: MouseEvent): void => {
    const at = pointOf(element, event);
    // Quick clicks on overlapping shapes cycle through them and don't zoom.
    if (controller.pickAt(at).length <= 1)
      controller.glideZoomAt(at, event.shiftKey ? 1 / doubleClickFactor : doubleClickFactor);
  };
  const key = (event: KeyboardEvent): void => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const pressed = localKeyOf(event, commandIds, chosen());
    if (pressed === 'grab') {
      event.preventDefault();
      space = true;
      return showCursor();
    }
    const action = pressed === null ? pans[event.key] : commands[pressed];
    if (!action) return;
    event.preventDefault();
    action(controller, event.shiftKey);
  };
  const release = (): void => {
    space = false;
    showCursor();
  };

  element.addEventListener('wheel', (event) => onWheel(element, controller, event), {
    passive: false,
    signal,
  });
  element.addEventListener('pointerdown', down, { signal });
  element.addEventListener('pointermove', move, { signal });
  element.addEventListener('pointerup', up, { signal });
  element.addEventListener('pointercancel', up, { signal });
  element.addEventListener('pointerleave', () => controller.hoverAt(null), { signal });
  element.addEventListener('dblclick', doubleClick, { signal });
  element.addEventListener('keydown', key, { signal });
  element.addEventListener('keyup', (event) => isReleased(event, 'grab') && release(), { signal });
  element.addEventListener('blur', release, { signal });
  return () => ending.abort();
};
