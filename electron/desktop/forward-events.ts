import type { WebContents } from 'electron';
import type { Backend } from '../backend/contract.ts';
import { channels } from './channels.ts';

/** Sends the backend's events to the window, as long as there is one. */
export const forwardEvents = async (
  backend: Promise<Backend>,
  window: () => WebContents | null,
): Promise<void> => {
  (await backend).listen((event) => {
    const contents = window();
    if (contents && !contents.isDestroyed()) contents.send(channels.event, event);
  });
};
