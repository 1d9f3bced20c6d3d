import type { SizedPicture } from '../picture/use-shown-picture.ts';

/** A square cut out of a picture, in the picture's pixels. */
export type Cut = {
  readonly picture: SizedPicture;
  readonly left: number;
  readonly top: number;
  readonly size: number;
  /** Side of the result in device pixels. */
  readonly pixels: number;
};

type Order = { readonly cut: Cut; readonly show: (url: string, place: number) => void };

/** Crops are drawn this many ms after the last order, because a fast scroll would draw hundreds that nobody sees. */
const restTime = 60;

const orders = new Set<Order>();
/** How many crops still show a sheet, by its address. */
const uses = new Map<string, number>();
let rest: ReturnType<typeof setTimeout> | undefined;

const release = (url: string): void => {
  const left = (uses.get(url) ?? 1) - 1;
  uses.set(url, left);
  if (left > 0) return;
  uses.delete(url);
  URL.revokeObjectURL(url);
};

/** Draws all ordered crops of one size side by side, as one picture. */
const drawSheet = async (drawn: readonly Order[], pixels: number): Promise<void> => {
  const canvas = new OffscreenCanvas(drawn.length * pixels, pixels);
  const context = canvas.getContext('2d');
  if (!context) return;
  for (const [place, { cut }] of drawn.entries()) {
    const { bitmap, scale } = cut.picture;
    const side = cut.size * scale;
    const at = place * pixels;
    context.drawImage(bitmap, cut.left * scale, cut.top * scale, side, side, at, 0, pixels, pixels);
  }
  const url = URL.createObjectURL(await canvas.convertToBlob());
  uses.set(url, drawn.length);
  for (const [place, { show }] of drawn.entries()) show(url, place);
};

const drawAll = (): void => {
  const bySize = Map.groupBy(orders, ({ cut }) => cut.pixels);
  orders.clear();
  for (const [pixels, drawn] of bySize) void drawSheet(drawn, pixels);
};

/**
 * Orders a crop. `show` receives the address of a sheet and the crop's place on it, from the left. Returns a
 * function that ends the use of the crop.
 */
export const orderCrop = (cut: Cut, show: Order['show']): (() => void) => {
  let isWanted = true;
  let used: string | null = null;
  const order: Order = {
    cut,
    show: (url, place) => {
      if (!isWanted) {
        release(url);
        return;
      }
      used = url;
      show(url, place);
    },
  };
  orders.add(order);
  clearTimeout(rest);
  rest = setTimeout(drawAll, restTime);
  return () => {
    isWanted = false;
    orders.delete(order);
    if (used !== null) release(used);
    used = null;
  };
};
