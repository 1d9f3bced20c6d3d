import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Scene } from './face-model.ts';

const wash = (context: SKRSContext2D, { width, height }: Scene, top: string, bottom: string): void => {
  const light = context.createLinearGradient(0, 0, 0, height);
  light.addColorStop(0, top);
  light.addColorStop(1, bottom);
  context.fillStyle = light;
  context.fillRect(0, 0, width, height);
};

const drawStudio = (context: SKRSContext2D, scene: Scene): void => {
  wash(context, scene, '#b9cbd6', '#8ea7b7');
  const spot = context.createRadialGradient(
    scene.width * 0.4,
    scene.height * 0.35,
    20,
    scene.width * 0.5,
    scene.height * 0.45,
    scene.width * 0.75,
  );
  spot.addColorStop(0, 'rgba(255, 255, 255, 0.55)');
  spot.addColorStop(1, 'rgba(255, 255, 255, 0)');
  context.fillStyle = spot;
  context.fillRect(0, 0, scene.width, scene.height);
};

/** A wall with windows and a plant. */
const drawOffice = (context: SKRSContext2D, scene: Scene): void => {
  wash(context, scene, '#efe9df', '#d9cfbf');
  const pane = scene.width / 5;
  for (let column = 0; column < 4; column += 1) {
    const x = pane * 0.4 + column * pane * 1.1;
    context.fillStyle = '#ffffff';
    context.fillRect(x, 50, pane * 0.9, scene.height * 0.42);
    const sky = context.createLinearGradient(0, 50, 0, scene.height * 0.5);
    sky.addColorStop(0, '#a8d0ea');
    sky.addColorStop(1, '#dff0f8');
    context.fillStyle = sky;
    context.fillRect(x + 8, 58, pane * 0.9 - 16, scene.height * 0.42 - 16);
  }
};

/** A hall with rows of seats, for a crowd. */
const drawHall = (context: SKRSContext2D, scene: Scene): void => {
  wash(context, scene, '#5d6b7c', '#39424e');
  context.fillStyle = '#6d7c8d';
  context.fillRect(0, 0, scene.width, scene.height * 0.09);
  for (let x = 40; x < scene.width; x += 180) {
    const lamp = context.createRadialGradient(x, 30, 2, x, 30, 70);
    lamp.addColorStop(0, 'rgba(255, 244, 214, 0.9)');
    lamp.addColorStop(1, 'rgba(255, 244, 214, 0)');
    context.fillStyle = lamp;
    context.fillRect(x - 70, 0, 140, 100);
  }
};

/** The backs of a row of seats, downward from a height. */
export const drawBench = (context: SKRSContext2D, { width, height }: Scene, y: number): void => {
  const depth = y / height;
  const light = context.createLinearGradient(0, y, 0, y + 120);
  light.addColorStop(0, `rgb(${70 + 40 * depth}, ${38 + 16 * depth}, ${42 + 18 * depth})`);
  light.addColorStop(1, '#2a2026');
  context.fillStyle = light;
  context.fillRect(0, y, width, height - y);
  context.fillStyle = 'rgba(255, 255, 255, 0.12)';
  context.fillRect(0, y, width, 2 + 3 * depth);
};

export const drawBackdrop = (context: SKRSContext2D, scene: Scene): void => {
  const draw = { studio: drawStudio, office: drawOffice, hall: drawHall }[scene.backdrop];
  draw(context, scene);
};
