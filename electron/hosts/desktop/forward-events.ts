import type { WebContents } from 'electron';
import type { VouchEvent } from '../../../shared/contract/commands.ts';
import type { Backend } from '../../app/contract.ts';
import { channels } from './channels.ts';

/** Sends an event to the window, if there is one. */
export const tell = (window: () => WebContents | null, event: VouchEvent): void => {
  const contents = window();
  if (contents && !contents.isDestroyed()) contents.send(channels.event, event);
};

/** Sends the backend's events to the window, while there is one. */
export const forwardEvents = async (
  backend: Promise<Backend>,
  window: () => WebContents | null,
): Promise<void> => {
  (await backend).listen((event) => tell(window, event));
};
