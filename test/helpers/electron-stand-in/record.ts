/** What the stand-in writes down for a test to read. */
export type Recorded = {
  readonly openedOutside: string[];
  readonly openedPaths: string[];
  readonly dialogs: { readonly method: string; readonly options: unknown }[];
  /** Requests of a page to anywhere but the program's own scheme; all were refused. */
  readonly refusedRequests: string[];
  /** Navigations, windows and downloads that the program prevented, by address. */
  readonly prevented: string[];
  /** The same that it let pass. */
  readonly allowed: string[];
  readonly windows: { readonly options: Record<string, unknown> }[];
  /** Every message of a page, by channel. */
  readonly messages: { readonly channel: string; readonly values: readonly unknown[] }[];
  /** What the program put on the clipboard. */
  readonly copied: string[];
  readonly notifications: { readonly title: string; readonly body: string }[];
  /** How far the program was said to be, in the system's bar; below nothing takes it away. */
  readonly progressBar: number[];
  /** Files that went with the pointer. */
  readonly dragged: string[];
  sandboxed: boolean;
  appUserModelId: string;
  webRtcPolicy: string;
};

export const recorded: Recorded = {
  openedOutside: [],
  openedPaths: [],
  dialogs: [],
  refusedRequests: [],
  prevented: [],
  allowed: [],
  windows: [],
  messages: [],
  copied: [],
  notifications: [],
  progressBar: [],
  dragged: [],
  sandboxed: false,
  appUserModelId: '',
  webRtcPolicy: '',
};
