import type { PageSummary } from '../../../shared/contract/page.ts';
import { useTools } from '../tools.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';

type Props = { readonly page: PageSummary; readonly iconOnly?: boolean };

/** Opens the call log of a page. In an office, it names the workers' account, so users don't see it. */
export const RecordButton = ({ page, iconOnly = false }: Props) => {
  const { t } = useTexts();
  const { actions, person } = useTools();
  if (person) return null;
  const open = () => actions.openDialog({ kind: 'record', page });
  return iconOnly ? (
    <IconButton roomy icon="record" label={t('record.title')} onPress={open} />
  ) : (
    <Button icon="record" onPress={open}>
      {t('record.title')}
    </Button>
  );
};
