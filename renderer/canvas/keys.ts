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
const zoomIn: Action = (controller) => controller.zoomBy(zoomStep);
const zoomOut: Action = (controller) => controller.zoomBy(1 / zoomStep);

/**
 * What each key does while the canvas has the focus: + and - zoom, 0 fits the page, 1 is actual size, 2 fits
 * the width.
 */
export const canvasKeys: Readonly<Partial<Record<string, Action>>> = {
  '+': zoomIn,
  '=': zoomIn,
  '-': zoomOut,
  _: zoomOut,
  0: (controller) => controller.fitPage(),
  1: (controller) => controller.actualSize(),
  2: (controller) => controller.fitWidth(),
  ArrowLeft: pan(1, 0),
  ArrowRight: pan(-1, 0),
  ArrowUp: pan(0, 1),
  ArrowDown: pan(0, -1),
  '[': (controller) => controller.turn(-1),
  ']': (controller) => controller.turn(1),
};
