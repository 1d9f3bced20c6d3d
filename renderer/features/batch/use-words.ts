import { useMemo } from 'react';
import type { PageSummary } from '../../../shared/contract/page.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import type { ColumnWords } from './columns.ts';
import { joinItems } from '../../../shared/texts/join.ts';

/**
 * The texts of the columns. The object stays the same while the language does, so that rows do not render
 * again.
 */
export const useColumnWords = (): ColumnWords => {
  const { t, language } = useTexts();
  return useMemo(() => {
    const state = (page: PageSummary): string => {
      if (page.state !== 'recognized') return t(`state.${page.state}`);
      if (page.review === 'open') return t('batch.toReview');
      return page.confirmedErrors > 0
        ? t('batch.confirmedWith', { count: page.confirmedErrors })
        : t(`documents.review.${page.review}`);
    };
    const findings = ({ findings: { error, warn } }: PageSummary): string =>
      joinItems(
        [
          ...(error > 0 ? [t('batch.errors', { count: error })] : []),
          ...(warn > 0 ? [t('documents.warnings', { count: warn })] : []),
        ],
        language,
      );
    return { language, state, findings };
  }, [t, language]);
};
