import { useState } from 'react';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { NativeSelectField } from '../../ui/native-select.tsx';

const reasons = ['noFace', 'twice', 'picture', 'unusable', 'other'] as const;

type Props = { readonly count: number; readonly onAnswer: (reason: string | null) => void };

export const ExcludeDialog = ({ count, onAnswer }: Props) => {
  const { t } = useTexts();
  const [chosen, setChosen] = useState<(typeof reasons)[number]>('noFace');
  const [own, setOwn] = useState('');
  const reason = chosen === 'other' ? own.trim() : t(`face.reasons.${chosen}`);
  return (
    <Dialog title={t('face.excludeTitle', { count })} onClose={() => onAnswer(null)}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason !== '') onAnswer(reason.slice(0, 200));
        }}
      >
        <p className="muted">{t('face.excludeText')}</p>
        <NativeSelectField
          label={t('face.reason')}
          value={chosen}
          options={reasons.map((value) => ({ value, label: t(`face.reasons.${value}`) }))}
          onChange={setChosen}
        />
        {chosen === 'other' && <TextInput label={t('face.ownReason')} value={own} onChange={setOwn} />}
        <div className="dialog-actions">
          <Button onPress={() => onAnswer(null)}>{t('app.cancel')}</Button>
          <Button look="primary" type="submit" isDisabled={reason === ''}>
            {t('face.exclude')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
