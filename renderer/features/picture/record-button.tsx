import { runAction } from '../../state/registry.ts';
import { useTools } from '../tools.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';

const open = () => void runAction('record');

/** Opens the call record of the shown page. In an office, it names the workers' account, so users don't see it. */
export const RecordButton = ({ iconOnly = false }: { readonly iconOnly?: boolean }) => {
  const { t } = useTexts();
  const { user } = useTools();
  if (user) return null;
  return iconOnly ? (
    <IconButton roomy icon="record" label={t('record.title')} onPress={open} />
  ) : (
    <Button icon="record" onPress={open}>
      {t('record.title')}
    </Button>
  );
};
