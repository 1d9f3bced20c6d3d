import { menuEntries, type MenuId } from '../../../shared/contract/menu.ts';
import type { ReviewMark } from '../../../shared/review/replay.ts';
import { shownKeys } from '../../shell/commands/keys.ts';
import { runCommand } from '../../shell/commands/run-command.ts';
import { useTools } from '../../state/context.ts';
import { useApp } from '../../state/store.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';

/** The user's word on the shown invoice: right, or left for later. */
export const MarkButtons = ({ mark }: { readonly mark: ReviewMark }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const platform = useApp((state) => state.info?.platform ?? '');
  const named = (id: MenuId) => {
    const entry = menuEntries.find((known) => known.id === id);
    return entry ? `${entry.text[language]}${entry.keys ? ` (${shownKeys(entry.keys, platform)})` : ''}` : '';
  };
  if (mark !== 'open')
    return (
      <Button
        small
        icon={mark}
        onPress={() => void runCommand('reopen', actions)}
        aria-label={named('reopen')}
      >
        {t(`documents.marks.${mark}`)}
      </Button>
    );
  return (
    <>
      <Button
        small
        icon="check"
        onPress={() => void runCommand('confirm', actions)}
        aria-label={named('confirm')}
      >
        {t('invoice.confirm')}
      </Button>
      <IconButton
        small
        icon="aside"
        label={named('aside')}
        onPress={() => void runCommand('aside', actions)}
      />
    </>
  );
};
