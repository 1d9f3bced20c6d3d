import { useState } from 'react';
import type { PageSummary } from '../../../shared/contract/page.ts';
import { Button } from '../../ui/button.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useTools } from '../tools.ts';

/** The user's tags and note on an invoice. */
export const PageLabels = ({ page }: { readonly page: PageSummary }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  return (
    <section className="field-group page-labels" aria-label={t('invoice.labels')}>
      <div className="checks-head">
        <h3>{t('invoice.labels')}</h3>
        <Button
          small
          look="quiet"
          icon="tag"
          onPress={() => actions.openDialog({ kind: 'tag', service: page.service, ids: [page.id] })}
        >
          {t('invoice.editTags')}
        </Button>
      </div>
      {page.tags.length > 0 && (
        <ul className="tag-list" aria-label={t('batch.columns.tags')}>
          {page.tags.map((tag) => (
            <li key={tag} className="badge">
              {tag}
            </li>
          ))}
        </ul>
      )}
      <Note key={`${page.id} ${page.note ?? ''}`} page={page} />
    </section>
  );
};

/** Saved when the input loses the focus. */
const Note = ({ page }: { readonly page: PageSummary }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const [note, setNote] = useState(page.note ?? '');
  const keep = (): void => {
    if (note.trim() !== (page.note ?? '')) void actions.note(page.service, page.id, note);
  };
  return (
    <div className="field">
      <textarea
        className="input note-input"
        rows={2}
        maxLength={2000}
        aria-label={t('batch.columns.note')}
        placeholder={t('invoice.notePlaceholder')}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        onBlur={keep}
      />
    </div>
  );
};
