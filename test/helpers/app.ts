/**
 * Vouch as a whole for end-to-end tests: the built program with its own data folder, and its page controlled
 * by Playwright. `startApp` runs one spec in both hosts.
 */
import { startBrowserHost } from './app-fixtures/browser-app.ts';
import { startDesktop } from './app-fixtures/desktop-app.ts';
import type { AppOptions, RunningApp } from './app-fixtures/running-app.ts';

export const hosts = ['browser', 'desktop'] as const;
export type HostName = (typeof hosts)[number];

export const startApp = (host: HostName, options: AppOptions = {}): Promise<RunningApp> =>
  host === 'browser' ? startBrowserHost(options) : startDesktop(options);
