import type { WebContents } from 'electron';

/** Pointer messages from a page's process. */
type Inputs = Pick<WebContents, 'on' | 'off'>;

/** Whether the mouse button was released since the call, until `end`. */
export const watchRelease = (
  contents: Inputs,
): { readonly released: () => boolean; readonly end: () => void } => {
  let isReleased = false;
  const look = (_: unknown, { type }: { readonly type: string }): void => {
    if (type === 'mouseUp') isReleased = true;
  };
  contents.on('input-event', look);
  return { released: () => isReleased, end: () => void contents.off('input-event', look) };
};
