import { useMemo } from 'react';
import type { PageSummary } from '../../../shared/contract/page.ts';
import { isClean } from '../../../shared/contract/batch-commands.ts';
import { mostJoined } from '../../../shared/review/event.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import { formatCount } from '../../../shared/texts/format.ts';
import { isUnsupported } from '../../state/outcome.ts';
import { usePlacedActions } from '../../state/registry.ts';
import { openSetValues } from './page-actions.ts';
import { useMeant } from '../../state/shown-rows.ts';
import { useApp } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useActionName } from '../actions/action-button.tsx';
import { useTools } from '../tools.ts';

/** Whether a retry may help. */
const isFailed = (page: PageSummary): boolean =>
  (page.state === 'failed' && !isUnsupported(page)) ||
  page.state === 'interrupted' ||
  page.state === 'cancelled';

/**
 * The two actions that complete most of a batch: confirm all pages without findings, and retry failed ones.
 */
export const BatchButtons = ({ service }: { readonly service: ServiceId }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const nameOf = useActionName();
  const list = useApp((state) => state.lists[service]);
  const { clean, failed } = useMemo(() => {
    const pages = [...list.byId.values()];
    return {
      clean: pages.filter(isClean),
      failed: pages.filter(isFailed).map(({ id }) => id),
    };
  }, [list]);
  const selected = useMeant(service).ids;
  const current = useApp((state) => state.current[service]);
  const meant = selected.length === 0 && current !== null ? [current] : selected;
  const joined = meant.filter((id) => (list.byId.get(id)?.joined.length ?? 0) > 0);
  const canJoin = service === 'vat-invoice' && selected.length >= 2 && selected.length <= mostJoined;
  const confirmClean = () => void actions.reviewPages(service, clean, 'confirmed', true);
  const retry = () => void actions.recognize(failed);
  usePlacedActions({
    confirmClean: clean.length > 0 ? confirmClean : null,
    retryFailed: failed.length > 0 ? retry : null,
    setValues:
      service === 'vat-invoice' && meant.length > 0 ? () => openSetValues(actions, service, meant) : null,
    joinPages: canJoin ? () => void actions.joinPages(service, [...selected]) : null,
    splitPages: joined.length > 0 ? () => void actions.splitPages(service, joined) : null,
  });
  if (clean.length + failed.length === 0) return null;
  return (
    <span className="sheet-buttons">
      {clean.length > 0 && (
        <Button small icon="confirmed" onPress={confirmClean} aria-describedby="confirm-clean-key">
          {t('batch.confirmClean', { count: clean.length, number: formatCount(clean.length, language) })}
        </Button>
      )}
      {failed.length > 0 && (
        <Button small icon="again" onPress={retry}>
          {t('batch.retryFailed', { count: failed.length, number: formatCount(failed.length, language) })}
        </Button>
      )}
      <span id="confirm-clean-key" hidden>
        {nameOf('confirmClean')}
      </span>
    </span>
  );
};
