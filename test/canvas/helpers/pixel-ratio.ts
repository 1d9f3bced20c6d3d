/// <reference types="@vitest/browser-playwright" />
import { cdp } from 'vitest/browser';
import { nextFrame } from '../../helpers/page-time.ts';

/** Makes the browser render for a display with this many device pixels per CSS pixel. */
export const emulateRatio = async (deviceScaleFactor: number): Promise<void> => {
  await cdp().send('Emulation.setDeviceMetricsOverride', {
    width: 0,
    height: 0,
    deviceScaleFactor,
    mobile: false,
  });
  await nextFrame();
};

/** Restores the browser's own pixel ratio. */
export const ownRatio = async (): Promise<void> => {
  await cdp().send('Emulation.clearDeviceMetricsOverride');
};
