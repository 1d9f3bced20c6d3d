import { useEffect } from 'react';
import type { Settings } from '../../shared/contract/settings.ts';
import { changeLanguage, chosenLanguage } from '../ui/i18n/i18n.ts';
import { useApp } from '../state/store.ts';

const systemIsDark = () => window.matchMedia('(prefers-color-scheme: dark)');

const showTheme = (setting: Settings['theme']): void => {
  const chosen = setting === 'system' ? (systemIsDark().matches ? 'dark' : 'light') : setting;
  document.documentElement.dataset['theme'] = chosen;
};

/** Keeps the document's language and theme in sync with the settings and the system. */
export const useAppearance = (): void => {
  const language = useApp((state) => state.info?.settings.language ?? 'system');
  const theme = useApp((state) => state.info?.settings.theme ?? 'system');
  // In a tab, the browser's language is a better guess than that of the host's system.
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
