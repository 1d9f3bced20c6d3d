import type { PageSummary } from '../../shared/records.ts';
import { useTools } from '../app/context.ts';
import { useApp } from '../app/store.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { Switch } from '../ui/switch.tsx';

/** What the service is asked for beside the boxes. A change holds for what is recognized from then on. */
export const FaceOptions = ({ page }: { readonly page: PageSummary }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const settings = useApp((state) => state.info?.settings);
  if (!settings) return null;
  return (
    <section className="face-options" aria-label={t('face.options')}>
      <div className="face-switches">
        <span className="muted">{t('face.options')}</span>
        <Switch
          isOn={settings.facePoints}
          onChange={(facePoints) => void actions.changeSettings({ facePoints })}
        >
          {t('face.optionPoints')}
        </Switch>
        <Switch
          isOn={settings.faceAttributes}
          onChange={(faceAttributes) => void actions.changeSettings({ faceAttributes })}
        >
          {t('face.optionAttributes')}
        </Switch>
        <Button small icon="again" onPress={() => void actions.recognize([page.id])}>
          {t('documents.recognizeAgain')}
        </Button>
      </div>
      <p className="hint">{t('face.optionsHint')}</p>
    </section>
  );
};
