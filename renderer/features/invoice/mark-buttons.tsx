import type { ReviewMark } from '../../../shared/review/replay.ts';
import { useActionName } from '../actions/action-button.tsx';
import { runAction } from '../../state/registry.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';

/** Buttons to confirm the shown invoice or to set it aside. */
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
