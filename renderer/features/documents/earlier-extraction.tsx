import { Suspense } from 'react';
import type { PageSummary } from '../../../shared/contract/page.ts';
import { formatDay } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { onDemand } from '../../ui/on-demand.ts';

const FailedAgain = onDemand(async () => (await import('./failure-words.tsx')).FailedAgain);

/** Notes that the shown extraction is from an earlier call: no new call was needed, or the new one failed. */
export const EarlierExtraction = ({ page }: { readonly page: PageSummary }) => {
  const { t, language } = useTexts();
  const { answeredAt, failure } = page;
  if (answeredAt === null) return null;
  const day = formatDay(answeredAt, language);
  if (failure)
    return (
      <Suspense>
        <FailedAgain page={page} failure={failure} day={day} />
      </Suspense>
    );
  if (!page.reused) return null;
  return (
    <p className="banner" role="note">
      <Icon name="info" />
      {t('documents.reused', { day })}
    </p>
  );
};
