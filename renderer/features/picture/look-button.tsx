import { Button as AriaButton, DialogTrigger } from 'react-aria-components';
import { pictureLookTexts } from '../../../shared/texts/picture-look.ts';
import {
  changePictureLook,
  isPlain,
  lookBounds,
  plainLook,
  usePictureLook,
} from '../../state/picture-look.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/choices.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { MenuPopover } from '../../ui/menu-popover.tsx';

/** Brightness, contrast and inversion of all pictures, for pale prints. */
export const LookButton = () => {
  const { language } = useTexts();
  const isOn = usePictureLook((look) => !isPlain(look));
  const title = pictureLookTexts.title[language];
  return (
    <DialogTrigger>
      <AriaButton className={`button only-icon quiet ${isOn ? 'look-on' : ''}`} aria-label={title}>
        <Icon name="contrast" />
      </AriaButton>
      <MenuPopover label={title} placement="bottom">
        <Controls />
      </MenuPopover>
    </DialogTrigger>
  );
};

const step = 10;

const Controls = () => {
  const { language } = useTexts();
  const look = usePictureLook();
  return (
    <>
      {(['brightness', 'contrast'] as const).map((name) => (
        <label key={name} className="look-range">
          <span>{pictureLookTexts[name][language]}</span>
          <input
            type="range"
            min={lookBounds[name][0]}
            max={lookBounds[name][1]}
            step={step}
            value={look[name]}
            aria-valuetext={`${look[name]}%`}
            onChange={({ currentTarget }) => changePictureLook({ [name]: Number(currentTarget.value) })}
          />
          <output>{look[name]}%</output>
        </label>
      ))}
      <Switch isOn={look.isInverted} onChange={(isInverted) => changePictureLook({ isInverted })}>
        {pictureLookTexts.invert[language]}
      </Switch>
      <p className="hint">{pictureLookTexts.hint[language]}</p>
      <Button small look="quiet" isDisabled={isPlain(look)} onPress={() => changePictureLook(plainLook)}>
        {pictureLookTexts.reset[language]}
      </Button>
    </>
  );
};
