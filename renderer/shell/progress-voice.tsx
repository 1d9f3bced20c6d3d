import type { PageSummary } from '../../shared/contract/page.ts';
import { countOutcomes, isRead, outcomes } from '../../shared/review/outcome.ts';
import { serviceIds } from '../../shared/services/service.ts';
import { joinItems } from '../../shared/texts/format.ts';
import { useTexts } from '../ui/i18n/use-texts.ts';
import { useApp } from '../state/store.ts';

/** Announces the end of a batch to screen readers. Announcing every step would drown out everything else. */
export const ProgressVoice = () => {
  const { t, language } = useTexts();
  const progress = useApp((state) => state.progress);
  const lists = useApp((state) => state.lists);
  const say = (pages: Iterable<PageSummary>): string => {
    const counts = countOutcomes(pages);
    const read = outcomes.reduce((sum, id) => sum + (isRead(id) ? counts[id] : 0), 0);
    const parts = outcomes
      .filter((id) => counts[id] > 0)
      .map((id) => t(`batch.outcome.${id}`, { count: counts[id], number: String(counts[id]) }));
    const summary = `${t('batch.read', { number: String(read) })} ${joinItems(parts, language)}`;
    return t('progress.done', { summary });
  };
  // Regardless of the shown workspace.
  const done = serviceIds.filter((service) => {
    const each = progress[service];
    return each && each.total > 0 && each.finished >= each.total;
  });
  return (
    <p className="hidden-text" role="status">
      {done.map((service) => say(lists[service].byId.values())).join(' ')}
    </p>
  );
};
