import type { IpcMainInvokeEvent, WebContents } from 'electron';
import { appOrigin } from './navigation.ts';

/** The sender of a message, as Chromium knows it; nothing here comes from the page. */
export type SenderFacts = {
  readonly isOurWindow: boolean;
  /** False for a frame in the page, and for a removed frame. */
  readonly isMainFrame: boolean;
  readonly origin: string | null;
};

export const senderFacts = (event: IpcMainInvokeEvent, window: WebContents | null): SenderFacts => {
  const frame = event.senderFrame;
  return {
    isOurWindow: window !== null && event.sender === window,
    isMainFrame: frame !== null && frame.parent === null && !frame.detached,
    origin: frame?.origin ?? null,
  };
};

/** Null if the sender is the window's own page, else the part that differs. */
export const senderRefusal = (facts: SenderFacts): 'window' | 'frame' | 'origin' | null => {
  if (!facts.isOurWindow) return 'window';
  if (!facts.isMainFrame) return 'frame';
  return facts.origin === appOrigin ? null : 'origin';
};
