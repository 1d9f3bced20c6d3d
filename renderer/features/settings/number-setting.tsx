import { useEffect, useEffectEvent, type ComponentProps } from 'react';
import { endDraft, leaveDrafts, sayNotSaved, useLeftDraft } from '../../state/typed.ts';
import { NumberInput } from '../../ui/text-input.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';

type Props = Omit<ComponentProps<typeof NumberInput>, 'left' | 'onLeft'> & {
  /** Names the setting: a number beyond its bounds is kept under this name. */
  readonly name: string;
};

/** A plain setting with a number. One beyond the bounds is kept as a draft, and said when its field goes. */
export const NumberSetting = ({ name, ...field }: Props) => {
  const { t } = useTexts();
  const place = `setting:${name}`;
  const left = useLeftDraft(place);
  const sayAtEnd = useEffectEvent(() => {
    const reason = `${field.label}: ${t('app.bounds', { least: field.least, most: field.most })}`;
    if (left !== null) sayNotSaved({ zh: reason, en: reason });
  });
  useEffect(() => () => sayAtEnd(), []);
  return (
    <NumberInput
      {...field}
      left={left === null ? null : Number(left)}
      onLeft={(next) => {
        if (next === null) endDraft(place);
        else leaveDrafts(new Map([[place, String(next)]]));
      }}
    />
  );
};
