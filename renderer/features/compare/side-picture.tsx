import { useEffect, useState } from 'react';
import type { Side } from '../../../shared/contract/sides-commands.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useTools } from '../tools.ts';

/** The URL of a page's picture while the component is mounted; null until it is loaded. */
const usePictureUrl = ({ page, hasPicture }: Side): string | null => {
  const { host } = useTools();
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!hasPicture) return undefined;
    let isWanted = true;
    let made: string | null = null;
    const load = async (): Promise<void> => {
      const blob = await host.picture(page, 'full');
      if (!blob || !isWanted) return;
      made = URL.createObjectURL(blob);
      setUrl(made);
    };
    void load();
    return () => {
      isWanted = false;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [host, page, hasPicture]);
  return url;
};

/** The picture of a side. A press enlarges it in place. */
export const SidePicture = ({ side }: { readonly side: Side }) => {
  const { t } = useTexts();
  const url = usePictureUrl(side);
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
