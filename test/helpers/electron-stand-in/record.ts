/** What the stand-in records for tests. */
export type Recorded = {
  readonly openedOutside: string[];
  readonly openedPaths: string[];
  readonly dialogs: { readonly method: string; readonly options: unknown }[];
  /** Requests of a page to addresses outside the program's own scheme; all were refused. */
  readonly refusedRequests: string[];
  /** Addresses of navigations, windows and downloads that the program prevented. */
  readonly prevented: string[];
  /** Addresses of those that it allowed. */
  readonly allowed: string[];
  readonly windows: { readonly options: Record<string, unknown> }[];
  /** Every message of a page, by channel. */
  readonly messages: { readonly channel: string; readonly values: readonly unknown[] }[];
  /** Text that the program copied to the clipboard. */
  readonly copied: string[];
  readonly notifications: { readonly title: string; readonly body: string }[];
  /** Progress values for the system's task bar; a value below zero removes the bar. */
  readonly progressBar: number[];
  /** Files dragged out of the window. */
  readonly dragged: string[];
  /** PDFs given to the system's print dialog, with the options of the call. */
  readonly printed: { readonly path: string; readonly pdf: string; readonly options: unknown }[];
  /** Background colours that the program set after a window was open. */
  readonly backgrounds: string[];
  /** Files in the system's list of recent documents. */
  readonly recentDocuments: string[];
  /** Menus that the program showed at the pointer. */
  readonly popups: (readonly {
    readonly label?: string | undefined;
    readonly role?: string | undefined;
    readonly enabled?: boolean | undefined;
  }[])[];
  /** Whether the computer is kept awake. */
  awake: boolean;
  hardwareAcceleration: boolean;
  crashReporter: unknown;
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
  printed: [],
  backgrounds: [],
  recentDocuments: [],
  popups: [],
  awake: false,
  hardwareAcceleration: true,
  crashReporter: null,
  sandboxed: false,
  appUserModelId: '',
  webRtcPolicy: '',
};
