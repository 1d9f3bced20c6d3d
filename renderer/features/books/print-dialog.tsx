import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Segments, Switch } from '../../ui/choices.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useApp } from '../../state/store.ts';
import { useTools } from '../tools.ts';
import { ScopeChoice, useScope } from './scope.tsx';

const layouts = ['1', '2', '4'] as const;
const countOf = { 1: 1, 2: 2, 4: 4 } as const;

/** Prints invoices. The user chooses the number of invoices per sheet, and whether a cover list comes first. */
export const PrintDialog = () => {
  const { t } = useTexts();
  const { actions } = useTools();
  const scope = useScope();
  const [perPage, setPerPage] = useState<(typeof layouts)[number]>('2');
  const [cover, setCover] = useState(false);
  const [busy, setBusy] = useState<'pdf' | 'paper' | null>(null);
  // A browser has no way to print a PDF without showing it first.
  const canPrint = useApp((state) => state.info?.host === 'desktop');
  const write = async (as: 'pdf' | 'paper'): Promise<void> => {
    setBusy(as);
    await actions.print({ ids: [...scope.ids], perPage: countOf[perPage], cover, as });
    setBusy(null);
  };
  return (
    <Dialog title={t('books.print.title')} onClose={actions.closeDialog}>
      <ScopeChoice {...scope} />
      <div className="field">
        <span>{t('books.print.perPage')}</span>
        <Segments
          label={t('books.print.perPage')}
          value={perPage}
          options={layouts.map((value) => ({ value, label: value }))}
          onChange={setPerPage}
        />
      </div>
      <Switch isOn={cover} onChange={setCover}>
        {t('books.print.cover')}
      </Switch>
      <div className="dialog-actions">
        <Button onPress={actions.closeDialog}>{t('app.cancel')}</Button>
        <Button
          {...(!canPrint && { look: 'primary' })}
          isDisabled={scope.ids.length === 0 || busy === 'paper'}
          isPending={busy === 'pdf'}
          onPress={() => void write('pdf')}
        >
          {t('books.print.write')}
        </Button>
        {canPrint && (
          <Button
            look="primary"
            isDisabled={scope.ids.length === 0 || busy === 'pdf'}
            isPending={busy === 'paper'}
            onPress={() => void write('paper')}
          >
            {t('books.print.print')}
          </Button>
        )}
      </div>
    </Dialog>
  );
};
