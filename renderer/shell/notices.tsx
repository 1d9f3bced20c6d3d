import { useEffect, useState } from 'react';
import { useTexts } from '../ui/i18n/use-texts.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { FailureMessage } from '../ui/failure-message.tsx';
import { useTools } from '../features/tools.ts';
import { useApp, type ShownNotice } from '../state/store.ts';

/** Milliseconds, long enough to read; a failure stays until dismissed. */
const shownFor = 6000;

/** Completed actions and failures. An open dialog would cover them: they wait, and it shows its own. */
export const Notices = () => {
  const all = useApp((state) => state.notices);
  const isDialogOpen = useApp((state) => state.dialog !== null);
  const notices = isDialogOpen ? [] : all;
  return (
    <div className="notices" role="log" aria-live="polite">
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </div>
  );
};

const newest = (): number => useApp.getState().notices.at(-1)?.id ?? 0;

/** Completed actions and failures since the dialog around it opened. */
export const DialogNotices = () => {
  const [before] = useState(newest);
  const notices = useApp((state) => state.notices);
  const since = notices.filter(({ id }) => id > before);
  const [failures, others] = [true, false].map((isFailure) =>
    since
      .filter(({ tone }) => (tone === 'failure') === isFailure)
      .map((notice) => <NoticeCard key={notice.id} notice={notice} />),
  );
  return (
    <div className="dialog-notices">
      <div role="alert">{failures}</div>
      <div role="log" aria-live="polite">
        {others}
      </div>
    </div>
  );
};

const NoticeCard = ({ notice }: { readonly notice: ShownNotice }) => {
  const { t } = useTexts();
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
        <FailureMessage failure={notice} />
      </div>
      <IconButton small icon="close" label={t('app.dismiss')} onPress={() => actions.dismiss(id)} />
    </div>
  );
};
