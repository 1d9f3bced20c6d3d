import { Suspense, useState } from 'react';
import type { PageSummary } from '../../../shared/contract/page.ts';
import { useTools } from '../tools.ts';
import { usePlacedActions } from '../../state/registry.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { onDemand } from '../../ui/on-demand.ts';

// Rarely opened, so it is loaded on demand.
const RecordDialog = onDemand(async () => (await import('./record-dialog.tsx')).RecordDialog);

type Props = { readonly page: PageSummary; readonly iconOnly?: boolean };

/** Opens the call log of a page. */
export const RecordButton = ({ page, iconOnly = false }: Props) => {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  // The record names the account, which is the workers' in an office.
  const { person } = useTools();
  usePlacedActions({ record: person ? null : open });
  if (person) return null;
  return (
    <>
      {iconOnly ? (
        <IconButton roomy icon="record" label={t('record.title')} onPress={open} />
      ) : (
        <Button icon="record" onPress={open}>
          {t('record.title')}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <RecordDialog page={page} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
