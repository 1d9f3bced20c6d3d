import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import type { FieldState, FieldView } from './field-model.ts';
import { hoverWords } from './reasons.ts';

const icons: Readonly<Record<FieldState, IconName>> = {
  trusted: 'check',
  uncertain: 'alert',
  failed: 'error',
  corrected: 'edit',
  confirmed: 'confirmed',
  unread: 'minus',
};

/** The state of a field as a small sign, with the reason as tooltip and for screen readers. */
export const FieldSign = ({ view }: { readonly view: FieldView }) => {
  const { t, language } = useTexts();
  const words = hoverWords(view, t, language);
  return (
    <span className={`tone-${view.state} sign`} title={words}>
      <Icon name={icons[view.state]} />
      <span className="hidden-text">{words}</span>
    </span>
  );
};
