import type { PageId } from '../../../shared/contract/page.ts';
import { useClaims } from '../../state/claims.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';

/** Shows the other user who has a page open; renders nothing if there is none. */
export const HeldNote = ({ page }: { readonly page: PageId }) => {
  const { t } = useTexts();
  const name = useClaims(({ others }) => others.get(page) ?? null);
  return (
    <p role="status" className={name === null ? 'held-note' : 'held-note warning'}>
      {name !== null && t('office.hasOpen', { name })}
    </p>
  );
};

/** The same information as a mark in a list. */
export const HeldBadge = ({ page }: { readonly page: PageId }) => {
  const { t } = useTexts();
  const name = useClaims(({ others }) => others.get(page) ?? null);
  if (name === null) return null;
  return (
    <span className="badge held-badge" title={t('office.hasOpen', { name })}>
      {name}
    </span>
  );
};
