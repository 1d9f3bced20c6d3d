import type { NamesPlan } from '../../../shared/contract/books-commands.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';

type State = NamesPlan['files'][number]['state'];

const toneOf = (state: State): string | undefined => {
  if (state === 'new' || state === 'unchanged') return undefined;
  return state === 'numbered' ? 'tone-warn' : 'tone-error';
};

/** The files with their new names. Files without a new name come first. */
export const NamesTable = ({ plan }: { readonly plan: NamesPlan }) => {
  const { t } = useTexts();
  const all = Object.values(plan.counts).reduce((sum, count) => sum + count, 0);
  return (
    <>
      {/* A scrollable region must be focusable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="books-table" role="region" aria-label={t('books.names.preview')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('books.names.file')}</th>
              <th scope="col">{t('books.names.to')}</th>
              <th scope="col">{t('books.names.state')}</th>
            </tr>
          </thead>
          <tbody>
            {plan.files.map(({ name, state, to, fields }, index) => (
              // Two files can have one name in different folders.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                <td>{name}</td>
                <td>{to}</td>
                <td className={toneOf(state)}>
                  {t(`books.names.states.${state}`, { fields: fields.join(', ') })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {all > plan.files.length && (
        <p className="muted">{t('books.names.more', { count: all - plan.files.length })}</p>
      )}
    </>
  );
};
