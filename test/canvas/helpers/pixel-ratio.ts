/// <reference types="@vitest/browser-playwright" />
import { cdp } from 'vitest/browser';
import { nextFrame } from './mount.tsx';

/** Has the browser draw for a display of so many device pixels for one CSS pixel. */
export const emulateRatio = async (deviceScaleFactor: number): Promise<void> => {
  await cdp().send('Emulation.setDeviceMetricsOverride', {
    width: 0,
    height: 0,
    deviceScaleFactor,
    mobile: false,
  });
  await nextFrame();
};

/** Gives the browser its own pixels back. */
export const ownRatio = async (): Promise<void> => {
  await cdp().send('Emulation.clearDeviceMetricsOverride');
};
