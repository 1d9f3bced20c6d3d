import type { WebPreferences } from 'electron';

/** Sets every option that affects security explicitly, because a default may change. */
export const safePreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  enableBlinkFeatures: '',
  webviewTag: false,
  plugins: false,
  navigateOnDragDrop: false,
  enableDeprecatedPaste: false,
  safeDialogs: true,
  disableDialogs: true,
  spellcheck: false,
  devTools: false,
} as const satisfies WebPreferences;
