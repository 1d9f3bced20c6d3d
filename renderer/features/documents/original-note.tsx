import { useEffect, useState } from 'react';
import type { Original } from '../../../shared/contract/original-commands.ts';
import type { PageDetail } from '../../../shared/contract/page.ts';
import { useTools } from '../tools.ts';
import { useApp } from '../../state/store.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

/**
 * Notes that the original file was moved, changed or deleted, which picture is shown instead, and how to restore
 * the file.
 */
export const OriginalNote = ({ detail }: { readonly detail: PageDetail }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const isDesktop = useApp((state) => state.info?.host === 'desktop');
  const { original, setOriginal } = useOriginal(detail);
  if (!original) return null;
  const { state, path } = original;
  if (state === 'found')
    return (
      <p className="banner" role="status">
        <Icon name="info" />
        <span className="selectable">{t('original.found', { path: path ?? '' })}</span>
      </p>
    );
  if (state !== 'missing' && state !== 'changed') return null;
  const find = async (): Promise<void> => {
    const found = (await actions.ask('pages.findOriginal', { id: detail.summary.id }))?.original ?? null;
    if (found) setOriginal(found);
  };
  return (
    <section className="banner failed-again" aria-label={t('original.title')}>
      <Icon name="alert" />
      <div className="failed-again-text" role="status">
        <p>
          <strong>{t(`original.${state}`)}</strong>
        </p>
        {path !== null && <p className="selectable">{t(`original.${state}Text`, { path })}</p>}
        {path === null && <p>{t('original.lostCopy')}</p>}
        {detail.sent && <p>{t('original.sentIsShown')}</p>}
        {!isDesktop && <p>{t('original.dropAgain')}</p>}
      </div>
      {isDesktop && (
        <span className="failed-again-actions">
          <Button small onPress={() => void find()}>
            {t('original.find')}
          </Button>
        </span>
      )}
    </section>
  );
};

/**
 * State of the shown page's file. It is queried again on each change of the page; the last state stays until
 * then.
 */
const useOriginal = (detail: PageDetail) => {
  const { actions, user } = useTools();
  const { id } = detail.summary;
  const [known, setKnown] = useState<{ readonly id: number; readonly original: Original } | null>(null);
  useEffect(() => {
    let isWanted = true;
    const ask = async (): Promise<void> => {
      const original = await actions.ask('pages.original', { id: detail.summary.id });
      // Once the file is found again, the note stays until another page is shown.
      if (isWanted && original)
        setKnown((before) =>
          before?.id === detail.summary.id &&
          before.original.state === 'found' &&
          before.original.path === original.path
            ? before
            : { id: detail.summary.id, original },
        );
    };
    // Windows of an office don't show where files are stored.
    if (!user) void ask();
    return () => {
      isWanted = false;
    };
  }, [actions, detail, user]);
  return {
    original: known?.id === id ? known.original : null,
    setOriginal: (original: Original) => setKnown({ id, original }),
  };
};
