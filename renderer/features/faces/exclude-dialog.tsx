import { useState } from 'react';
import { useTools } from '../tools.ts';
import type { FacesToExclude } from '../../state/dialogs.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { NativeSelectField } from '../../ui/choices.tsx';

const reasons = ['noFace', 'twice', 'picture', 'unusable', 'other'] as const;

/** Asks why faces are excluded. */
export const ExcludeDialog = ({ page, faces }: FacesToExclude) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const [chosen, setChosen] = useState<(typeof reasons)[number]>('noFace');
  const [own, setOwn] = useState('');
  const reason = chosen === 'other' ? own.trim() : t(`face.reasons.${chosen}`);
  const exclude = () => {
    actions.closeDialog();
    void actions.editFaces(page, { kind: 'exclude', faces: [...faces], reason: reason.slice(0, 200) });
  };
  return (
    <Dialog title={t('face.excludeTitle', { count: faces.length })} onClose={actions.closeDialog}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason !== '') exclude();
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
          <Button onPress={actions.closeDialog}>{t('app.cancel')}</Button>
          <Button look="primary" type="submit" isDisabled={reason === ''}>
            {t('face.exclude')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
