import { useEffect, useState } from 'react';
import { useTexts } from '../ui/i18n/use-texts.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { FailureMessage } from '../ui/failure-message.tsx';
import { useTools } from '../features/tools.ts';
import { useApp, type ShownNotice } from '../state/store.ts';

/** Milliseconds, long enough to read; a failure stays until dismissed. */
const shownFor = 6000;

/** Completed actions and failures. While a dialog is open, failures are shown in it. */
export const Notices = () => {
  const all = useApp((state) => state.notices);
  const isDialogOpen = useApp((state) => state.dialog !== null);
  const notices = isDialogOpen ? all.filter(({ tone }) => tone !== 'failure') : all;
  return (
    <div className="notices" role="log" aria-live="polite">
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </div>
  );
};

const newest = (): number => useApp.getState().notices.at(-1)?.id ?? 0;

/** The failures since the dialog around it opened. */
export const DialogFailures = () => {
  const [before] = useState(newest);
  const notices = useApp((state) => state.notices);
  const since = notices.filter(({ id, tone }) => tone === 'failure' && id > before);
  return (
    <div className="dialog-failures" role="alert">
      {since.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </div>
  );
};

const NoticeCard = ({ notice }: { readonly notice: ShownNotice }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const { id, tone } = notice;

  useEffect(() => {
    if (tone === 'failure') return undefined;
    const timer = setTimeout(() => actions.dismiss(id), shownFor);
    return () => clearTimeout(timer);
  }, [id, tone, actions]);

  return (
    <div className={`notice ${tone}`}>
      <span className={tone === 'failure' ? 'tone-error' : 'tone-ok'}>
        <Icon name={tone === 'failure' ? 'alert' : 'check'} />
      </span>
      <div className="notice-text">
        <FailureMessage
          message={notice.text[language]}
          remedy={notice.remedy?.[language]}
          details={notice.details === null ? [] : [{ label: null, value: notice.details }]}
        />
      </div>
      <IconButton small icon="close" label={t('app.dismiss')} onPress={() => actions.dismiss(id)} />
    </div>
  );
};
