import type { ReviewMark } from '../../../shared/review/replay.ts';
import { useActionName } from '../actions/action-button.tsx';
import { runAction } from '../../state/registry.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';

/** The user's word on the shown invoice: right, or left for later. */
export const MarkButtons = ({ mark }: { readonly mark: ReviewMark }) => {
  const { t } = useTexts();
  const named = useActionName();
  if (mark !== 'open')
    return (
      <Button small icon={mark} onPress={() => void runAction('reopen')} aria-label={named('reopen')}>
        {t(`documents.marks.${mark}`)}
      </Button>
    );
  return (
    <>
      <Button
        small
        look="primary"
        icon="check"
        onPress={() => void runAction('confirm')}
        aria-label={named('confirm')}
      >
        {t('invoice.confirm')}
      </Button>
      <IconButton small icon="aside" label={named('aside')} onPress={() => void runAction('aside')} />
    </>
  );
};
