/** Whether what is over the window was dragged out of it: that is nothing to take in. */
let isOut = false;

export const isDraggedOut = (): boolean => isOut;

/** Holds until the pointer moves over the window with nothing in its hand. */
export const startDragOut = (): void => {
  isOut = true;
  const end = (event: PointerEvent) => {
    if (event.buttons !== 0 && event.type === 'pointermove') return;
    isOut = false;
    removeEventListener('pointermove', end);
    removeEventListener('pointerdown', end);
  };
  addEventListener('pointermove', end);
  addEventListener('pointerdown', end);
};
