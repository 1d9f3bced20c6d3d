/** Whether the current drag started in this window: it must not be imported. */
let isOut = false;

export const isDraggedOut = (): boolean => isOut;

/** Stays set until the pointer moves over the window without a drag. */
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
