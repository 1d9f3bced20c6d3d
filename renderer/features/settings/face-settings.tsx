import type { Settings } from '../../../shared/contract/settings.ts';
import { useTools } from '../tools.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Switch } from '../../ui/switch.tsx';

/** Options of the face service for data in addition to the boxes. */
export const FaceSettings = ({ settings }: { readonly settings: Settings }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  return (
    <>
      <Switch
        isOn={settings.facePoints}
        onChange={(facePoints) => void actions.changeSettings({ facePoints })}
      >
        {t('settings.facePoints')}
      </Switch>
      <Switch
        isOn={settings.faceAttributes}
        onChange={(faceAttributes) => void actions.changeSettings({ faceAttributes })}
      >
        {t('settings.faceAttributes')}
      </Switch>
    </>
  );
};
