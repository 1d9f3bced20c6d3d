import { useTexts } from '../../ui/i18n/use-texts.ts';
import { TextInput } from '../../ui/text-input.tsx';

type Props = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Whether the user chooses it now. */
  readonly isNew?: boolean;
};

/** The password of a user of the office. */
export const Password = ({ isNew = false, ...rest }: Props) => {
  const { t } = useTexts();
  return (
    <TextInput
      {...rest}
      type="password"
      autoComplete={isNew ? 'new-password' : 'current-password'}
      {...(isNew && { hint: t('office.passwordHint') })}
    />
  );
};
