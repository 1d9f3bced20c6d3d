import { useEffect, type ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import type { Settings } from '../../shared/contract/settings.ts';
import { changeLanguage, chosenLanguage } from '../ui/i18n/i18n.ts';
import { useTexts } from '../ui/i18n/use-texts.ts';
import { useApp } from '../state/store.ts';

const systemIsDark = () => window.matchMedia('(prefers-color-scheme: dark)');

const showTheme = (setting: Settings['theme']): void => {
  const chosen = setting === 'system' ? (systemIsDark().matches ? 'dark' : 'light') : setting;
  document.documentElement.dataset['theme'] = chosen;
};

/** Keeps the language and the theme of the window in sync with the settings and the system. */
export const WindowFrame = ({ children }: { readonly children: ReactNode }) => {
  const { language } = useTexts();
  const wanted = useApp((state) => state.info?.settings.language ?? 'system');
  const theme = useApp((state) => state.info?.settings.theme ?? 'system');
  // In a tab, the browser's language is a better guess than that of the host's system.
  const locale = useApp(({ info }) => (info?.host === 'desktop' ? info.locale : navigator.language));

  useEffect(() => {
    void changeLanguage(chosenLanguage(wanted, locale));
  }, [wanted, locale]);

  useEffect(() => {
    const show = () => showTheme(theme);
    show();
    const system = systemIsDark();
    system.addEventListener('change', show);
    return () => system.removeEventListener('change', show);
  }, [theme]);
  return <I18nProvider locale={language === 'zh' ? 'zh-CN' : 'en-GB'}>{children}</I18nProvider>;
};
