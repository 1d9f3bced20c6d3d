import { useEffect, useId, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { MenuId } from '../../shared/contract/menu.ts';
import { useActionName } from '../features/actions/action-button.tsx';
import { useTools } from '../features/tools.ts';
import { useApp, type ShownNotice } from '../state/store.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { FailureMessage } from '../ui/failure-message.tsx';
import { useTexts } from '../ui/i18n/use-texts.ts';
import { Icon } from '../ui/icon.tsx';

/** Milliseconds, long enough to read; a failure stays until dismissed. */
const shownFor = 6000;

/**
 * A bar of constant height at the window's foot: completed actions and failures, one line each. They move nothing and
 * cover nothing; only what the user opens stands over the workspace. An open dialog would cover the bar: notices wait,
 * and it shows its own.
 */
export const NoticeBar = () => {
  const all = useApp((state) => state.notices);
  const pasted = useApp((state) => state.pasted);
  const isDialogOpen = useApp((state) => state.dialog !== null);
  const notices = isDialogOpen ? [] : all;
  return (
    <footer className="notice-bar">
      <div className="notices" role="log" aria-live="polite">
        <PastedCards />
        {notices.map((notice) => (
          <NoticeLine key={notice.id} notice={notice} />
        ))}
      </div>
      {notices.length + pasted.length === 0 && <Hints />}
    </footer>
  );
};

const hinted = ['palette', 'keys', 'guide'] as const satisfies readonly MenuId[];

/** Where a user finds everything else, while there is nothing to say. */
const Hints = () => {
  const nameOf = useActionName();
  return (
    <p className="notice-hints muted">
      {hinted.map((id) => (
        <span key={id}>{nameOf(id)}</span>
      ))}
    </p>
  );
};

/** Files from the clipboard that are not sent yet. */
const PastedCards = () => {
  const { t } = useTexts();
  const { actions } = useTools();
  const pasted = useApp((state) => state.pasted);
  return pasted.map(({ id, pages, isTimed }) => (
    <div key={id} className="notice done">
      <span className="tone-ok">
        <Icon name="clock" />
      </span>
      <p className="notice-text cut">
        <span>{t('paste.added', { count: pages.length })}</span>{' '}
        <span className="muted">{t(isTimed ? 'paste.soon' : 'paste.waits')}</span>
      </p>
      <Button small onPress={() => void actions.undoPasted(id)}>
        {t('paste.undo')}
      </Button>
      <Button small look="primary" onPress={() => void actions.sendPasted(id)}>
        {t('paste.read')}
      </Button>
    </div>
  ));
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

type Props = { readonly notice: ShownNotice };

const NoticeIcon = ({ notice: { tone } }: Props) => (
  <span className={tone === 'failure' ? 'tone-error' : 'tone-ok'}>
    <Icon name={tone === 'failure' ? 'alert' : 'check'} />
  </span>
);

/** Dismisses a notice after a time, unless it stays. */
const useEnd = ({ id }: ShownNotice, stays: boolean): void => {
  const { actions } = useTools();
  useEffect(() => {
    if (stays) return undefined;
    const timer = setTimeout(() => actions.dismiss(id), shownFor);
    return () => clearTimeout(timer);
  }, [id, stays, actions]);
};

const staysOf = ({ tone, opens }: ShownNotice): boolean => tone === 'failure' || opens !== undefined;

/** A notice at the foot of a dialog, in full. */
const NoticeCard = ({ notice }: Props) => {
  const { t } = useTexts();
  const { actions } = useTools();
  useEnd(notice, staysOf(notice));
  return (
    <div className={`notice ${notice.tone}`}>
      <NoticeIcon notice={notice} />
      <div className="notice-text">
        <FailureMessage failure={notice} />
      </div>
      <IconButton small icon="close" label={t('app.dismiss')} onPress={() => actions.dismiss(notice.id)} />
    </div>
  );
};

/** Whether a text has more than fits on its line. */
const useIsCut = (): readonly [RefObject<HTMLParagraphElement | null>, boolean] => {
  const line = useRef<HTMLParagraphElement>(null);
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const { current } = line;
    if (!current) return undefined;
    const observer = new ResizeObserver(() => setCut(current.scrollWidth > current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [line, isCut];
};

/** A notice on one line. What does not fit, and its details, open above it on request. */
const NoticeLine = ({ notice }: Props) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const whole = useId();
  const [isOpen, setOpen] = useState(false);
  const { id, message, remedy, details, opens } = notice;
  const text = message[language];
  const advice = remedy?.[language] ?? '';
  const [line, isCut] = useIsCut();
  useEnd(notice, isOpen || staysOf(notice));

  useEffect(() => {
    if (!isOpen) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOpen]);

  return (
    <div className={`notice ${notice.tone}`}>
      <NoticeIcon notice={notice} />
      <p ref={line} className="notice-text cut">
        <span>{text}</span> <span className="muted">{advice}</span>
      </p>
      {opens && (
        <Button
          small
          onPress={() => {
            actions.dismiss(id);
            actions.openDialog(opens);
          }}
        >
          {t('app.open')}
        </Button>
      )}
      {(isCut || isOpen || (details ?? null) !== null) && (
        <Button
          small
          look="quiet"
          icon="info"
          aria-expanded={isOpen}
          aria-controls={whole}
          onPress={() => setOpen(!isOpen)}
        >
          {t('failure.details')}
        </Button>
      )}
      <IconButton small icon="close" label={t('app.dismiss')} onPress={() => actions.dismiss(id)} />
      <div id={whole} className={`notice-whole ${notice.tone}`} hidden={!isOpen}>
        {isOpen && <FailureMessage failure={notice} showsDetails />}
      </div>
    </div>
  );
};
