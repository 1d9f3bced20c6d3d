import type { ReactNode } from 'react';
import { outageWords } from '../../shared/texts/outage.ts';
import { useReach } from '../state/reach.ts';
import { useTexts } from '../ui/i18n/use-texts.ts';
import { Icon } from '../ui/icon.tsx';

const timeOf = (instantMs: number, locale: string): string =>
  new Date(instantMs).toLocaleTimeString(locale, { timeStyle: 'short' });

/** One calm line for the window: since when there is no connection, or that a change is being saved. */
export const OutageBar = () => {
  const { language } = useTexts();
  const away = useReach((state) => state.away);
  const isSaving = useReach((state) => state.saving > 0);
  const words = outageWords[language];
  const time = away && timeOf(away.sinceMs, language === 'zh' ? 'zh-CN' : 'en-GB');
  return (
    <div role="status">
      {(away !== null || isSaving) && (
        <div className="outage">
          <span className={away ? 'tone-warn' : 'muted'}>
            <Icon name={away ? 'alert' : 'clock'} />
          </span>
          {away && time !== null ? (
            <p>
              {words.since[away.what](time)} <span className="muted">{words.kept}</span>
            </p>
          ) : (
            <p className="muted">{words.saving}</p>
          )}
        </div>
      )}
    </div>
  );
};

/** The whole window of a tab that was opened while there is no connection; `children` while there is. */
export const OutagePage = ({ children }: { readonly children?: ReactNode }) => {
  const { language } = useTexts();
  const away = useReach((state) => state.away);
  const words = outageWords[language];
  if (away === null) return children;
  return (
    <main className="outage-page">
      <div className="closed" role="alert">
        <h1>{words.title[away.what]}</h1>
        <p>{words.text[away.what]}</p>
      </div>
    </main>
  );
};
