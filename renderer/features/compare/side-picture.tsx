import { useState } from 'react';
import type { Side } from '../../../shared/contract/sides-commands.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { usePictureUrl } from '../use-picture-url.ts';

/** The picture of a side. A press enlarges it in place. */
export const SidePicture = ({ side }: { readonly side: Side }) => {
  const { t } = useTexts();
  const url = usePictureUrl(side.page, side.hasPicture ? 'sent' : null);
  const [isLarge, setLarge] = useState(false);
  if (!side.hasPicture) return <p className="muted side-none">{t('compare.noPicture')}</p>;
  return (
    <button
      type="button"
      className={isLarge ? 'side-picture large' : 'side-picture'}
      aria-pressed={isLarge}
      aria-label={t('compare.enlarge', { name: side.name })}
      onClick={() => setLarge(!isLarge)}
    >
      {url !== null && <img src={url} alt="" draggable={false} />}
    </button>
  );
};
