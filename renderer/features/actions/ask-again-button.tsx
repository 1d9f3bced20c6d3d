import { isDigitalReader } from '../../../shared/invoice/complete.ts';
import type { PageSummary } from '../../../shared/contract/page.ts';
import { otherReader } from '../../state/recognition.ts';
import { useApp } from '../../state/store.ts';
import { IconButton } from '../../ui/button.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useTools } from '../tools.ts';
import { useActionName } from './action-button.tsx';

type Props = { readonly page: PageSummary; readonly excludeFromTabOrder?: boolean };

/**
 * Recognizes a page again with a new call. The data of a digital invoice is only compared with the result.
 */
export const AskAgainButton = ({ page, excludeFromTabOrder = false }: Props) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const nameOf = useActionName();
  const reader = useApp((state) => otherReader(page, state.info));
  const isDigital = page.state === 'recognized' && page.reader !== null && isDigitalReader(page.reader);
  if (isDigital && reader === null) return null;
  return (
    <IconButton
      small
      icon="again"
      label={isDigital ? nameOf('compare') : t('documents.recognizeAgain')}
      excludeFromTabOrder={excludeFromTabOrder}
      onPress={() =>
        void (isDigital && reader
          ? actions.ask('pages.compare', { id: page.id, reader })
          : actions.recognize([page.id]))
      }
    />
  );
};
