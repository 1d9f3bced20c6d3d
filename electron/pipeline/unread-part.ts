import { boundsOf } from '../../shared/geometry.ts';
import { blocksByElement } from '../../shared/invoice/element-blocks.ts';
import { numbersIn } from '../../shared/invoice/read-invoice.ts';
import type { DecodedInvoice } from '../../shared/services/regions.ts';
import type { Sent } from '../../shared/contract/page.ts';
import type { PageInk } from '../intake/intake.ts';

type InkReach = PageInk['reach'];

/** A response about less of what is on the picture, across or down, may leave out another invoice. */
const leastCovered = 0.6;

/** Whether a response has the numbers of two invoices, or says that there are more. */
const namesSeveral = (response: DecodedInvoice): boolean =>
  (response.targets ?? 1) > 1 || numbersIn(blocksByElement(response)).length > 1;

/** How far what a response is about reaches, as parts of the picture's sides; null if it has no places. */
const reachOf = (
  { regions, width, height }: DecodedInvoice,
  picture: Pick<Sent, 'width' | 'height'>,
): InkReach | null => {
  const points = regions.flatMap(({ quad, blocks }) => [
    ...(quad ?? []),
    ...blocks.flatMap((block) => [...(block.quad ?? []), ...block.lines.flatMap((line) => line.quad ?? [])]),
  ]);
  if (points.length === 0) return null;
  const { w, h } = boundsOf(points);
  return { across: w / (width ?? picture.width), down: h / (height ?? picture.height) };
};

const covers = (part: InkReach, whole: InkReach): boolean =>
  part.across >= leastCovered * whole.across && part.down >= leastCovered * whole.down;

/**
 * Whether a response may leave out or mix invoices of its picture: it has the numbers of several, or is about clearly
 * less than the picture shows.
 * @param ink what the picture shows; null if that can't be told
 */
export const mayLeaveOut = (
  response: DecodedInvoice,
  picture: Pick<Sent, 'width' | 'height'>,
  ink: PageInk | null,
): boolean => {
  if (namesSeveral(response)) return true;
  const read = reachOf(response, picture);
  return read !== null && ink !== null && !covers(read, ink.reach);
};
