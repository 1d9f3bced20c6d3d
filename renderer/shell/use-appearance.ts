import { useEffect } from 'react';
import type { Settings } from '../../shared/contract/settings.ts';
import { changeLanguage, chosenLanguage } from '../ui/i18n/i18n.ts';
import { useApp } from '../state/store.ts';

const systemIsDark = () => window.matchMedia('(prefers-color-scheme: dark)');

const showTheme = (setting: Settings['theme']): void => {
  const chosen = setting === 'system' ? (systemIsDark().matches ? 'dark' : 'light') : setting;
  document.documentElement.dataset['theme'] = chosen;
};

/** Keeps language and theme of the document as the settings and the system have them. */
export const useAppearance = (): void => {
  const language = useApp((state) => state.info?.settings.language ?? 'system');
  const theme = useApp((state) => state.info?.settings.theme ?? 'system');
  // Of a tab, the browser knows the user's language better than the system under the host does.
  const locale = useApp(({ info }) => (info?.host === 'desktop' ? info.locale : navigator.language));

  useEffect(() => {
    void changeLanguage(chosenLanguage(language, locale));
  }, [language, locale]);

  useEffect(() => {
    const show = () => showTheme(theme);
    show();
    const system = systemIsDark();
    system.addEventListener('change', show);
    return () => system.removeEventListener('change', show);
  }, [theme]);
};
