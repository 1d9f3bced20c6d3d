import { treatmentOf, type Preparation } from '../../../shared/contract/preparation.ts';
import type { PageSummary } from '../../../shared/contract/page.ts';
import { usePlacedActions } from '../../state/registry.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useTreat } from './use-treat.ts';

type Props = {
  readonly page: PageSummary;
  readonly preparation: Preparation | null;
  readonly iconOnly?: boolean;
};

/**
 * Returns a page to the step where it can be rotated, cropped and masked. An unchanged picture reuses the earlier
 * response.
 */
export const TreatButton = ({ page, preparation, iconOnly = false }: Props) => {
  const { t } = useTexts();
  const treatment = treatmentOf(preparation);
  const { treat } = useTreat(page, treatment);
  const hold = () => void treat(treatment);
  usePlacedActions({ treat: page.hasPicture ? hold : null });
  if (!page.hasPicture) return null;
  return iconOnly ? (
    <IconButton roomy icon="mask" label={t('intake.prepare')} onPress={hold} />
  ) : (
    <Button icon="mask" onPress={hold}>
      {t('intake.prepare')}
    </Button>
  );
};
