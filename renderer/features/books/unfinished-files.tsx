import { useState } from 'react';
import { formatDate } from '../../../shared/texts/format.ts';
import { Button } from '../../ui/button.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import { useTools } from '../tools.ts';

/** Files that a crash has left, and the numbers that it made void. The user says whether a file was saved. */
export const UnfinishedFiles = () => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const [round, setRound] = useState(0);
  const { value } = useLoaded(String(round), () => actions.unfinishedBooks());
  const files = value?.files.filter(({ isCertain }) => !isCertain) ?? [];
  const resolve = async (id: number, state: 'written' | 'dropped'): Promise<void> => {
    await actions.resolveBook({ id, state });
    setRound((before) => before + 1);
  };
  return (
    <>
      {files.map(({ id, kind, at, by, first, last }) => (
        <div key={id} className="warning" role="alert">
          <p>
            {t(`books.unfinished.${kind}`, {
              day: formatDate(at.slice(0, 10), language),
              time: new Date(at).toLocaleTimeString(language),
              by: by ?? t('books.unfinished.you'),
              vouchers: first === null || first === last ? (first ?? '') : `${first} – ${last ?? ''}`,
            })}
          </p>
          <Button small onPress={() => void resolve(id, 'written')}>
            {t('books.unfinished.saved')}
          </Button>
          <Button small onPress={() => void resolve(id, 'dropped')}>
            {t('books.unfinished.notSaved')}
          </Button>
        </div>
      ))}
      {value !== null && value.void.length > 0 && (
        <p className="hint">{t('books.unfinished.void', { vouchers: value.void.join(', ') })}</p>
      )}
    </>
  );
};
