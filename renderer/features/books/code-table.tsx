import { useState } from 'react';
import type { BookCode } from '../../../shared/books/codes.ts';
import { Button } from '../../ui/button.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useTools } from '../tools.ts';

type Props = {
  readonly codes: readonly BookCode[];
  /** The invoices whose parties without a code are written, too. */
  readonly ids: readonly number[];
  readonly onChange: (codes: readonly BookCode[]) => void;
};

/** The codes of suppliers, customers, departments, persons and projects: read from CSV, and written to it. */
export const CodeTable = ({ codes, ids, onChange }: Props) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const [wrong, setWrong] = useState<readonly number[]>([]);
  const read = async (file: File): Promise<void> => {
    const found = await actions.readCodes(file);
    if (!found) return;
    setWrong(found.wrong);
    onChange(found.codes);
  };
  return (
    <details className="voucher-accounts">
      <summary>{t('books.vouchers.codes.title', { count: codes.length })}</summary>
      <p className="hint">{t('books.vouchers.codes.hint')}</p>
      <FileDrop
        label={t('books.vouchers.codes.drop')}
        choose={t('books.file.choose')}
        accept=".csv,.tsv,.txt"
        onFile={(file) => void read(file)}
      />
      {wrong.length > 0 && (
        <p className="warning">{t('books.vouchers.codes.wrong', { rows: wrong.join(', ') })}</p>
      )}
      <div className="books-actions">
        <Button
          small
          icon="export"
          onPress={() => void actions.exportCodes({ ids: [...ids], codes: [...codes] })}
        >
          {t('books.vouchers.codes.export')}
        </Button>
        {codes.length > 0 && (
          <Button small look="quiet" onPress={() => onChange([])}>
            {t('books.vouchers.codes.clear')}
          </Button>
        )}
      </div>
    </details>
  );
};
