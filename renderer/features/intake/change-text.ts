import type { Change } from '../../../shared/contract/preparation.ts';
import type { useTexts } from '../../ui/i18n/use-texts.ts';

type Translate = ReturnType<typeof useTexts>['t'];

/** Describes one change between the file and the sent picture. */
export const changeText = (change: Change, t: Translate): string => {
  switch (change.id) {
    case 'upright':
      return t('intake.upright');
    case 'turned':
      return t('intake.turned', { degrees: change.degrees });
    case 'masked':
      return t('intake.masked', { count: change.count });
    case 'encoded': {
      const { from, to, quality } = change;
      return quality === null
        ? t('intake.encoded', { from, to })
        : t('intake.encodedQuality', { from, to, quality });
    }
    case 'scaled':
      return t('intake.scaled', { width: change.width, height: change.height });
    case 'small':
      return t('intake.small');
    case 'rendered':
      return t('intake.rendered', { dpi: change.dpi });
    case 'taken-out':
      return t('intake.takenOut');
    default:
      return change satisfies never;
  }
};
