import { useDeferredValue, useMemo } from 'react';
import type { PageSummary } from '../../../shared/contract/page.ts';
import { formatCount } from '../../../shared/texts/format.ts';
import { useApp } from '../../state/store.ts';
import { countWeak, useThreshold } from '../../state/threshold.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';

/** The number of faces of a photo. Of the shown photo, it says how many of them the threshold leaves. */
export const FaceCount = ({ page }: { readonly page: PageSummary }) => {
  const { t, language } = useTexts();
  const threshold = useDeferredValue(useThreshold());
  const pack = useApp(({ details, faces }) =>
    details['face-detect']?.summary.id === page.id ? faces : null,
  );
  const hidden = useMemo(() => (pack ? countWeak(pack, threshold) : 0), [pack, threshold]);
  const count = page.headline.faces ?? 0;
  const number = formatCount(count, language);
  if (hidden === 0) return t('documents.faces', { count, number });
  return t('face.someOf', { count, all: number, shown: formatCount(Math.max(0, count - hidden), language) });
};
