import { nativeTheme } from 'electron';
import type { Settings } from '../../../shared/contract/settings.ts';
import type { Backend } from '../../app/contract.ts';

/** Applies the settings to the shell: at the start, and after every change. */
export const followSettings = async (
  backend: Promise<Backend>,
  settings: Settings,
  apply: (settings: Settings) => void,
): Promise<void> => {
  const follow = (now: Settings): void => {
    nativeTheme.themeSource = now.theme;
    apply(now);
  };
  follow(settings);
  (await backend).listen((event) => {
    if (event.type === 'settings.changed') follow(event.settings);
  });
};
