import { useEffect, useState } from 'react';
import type { PageId } from '../../../shared/contract/page.ts';
import { useTools } from '../tools.ts';

type Shown = { readonly sha256: string; readonly url: string };

/**
 * The URL of the exact picture that will be sent for a page. The previous URL remains until the new one is
 * ready.
 */
export const useSentPicture = (id: PageId, sha256: string): Shown | null => {
  const { host } = useTools();
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let isWanted = true;
    const show = async () => {
      const blob = await host.picture(id, 'full');
      if (isWanted && blob) setShown({ sha256, url: URL.createObjectURL(blob) });
    };
    void show();
    return () => {
      isWanted = false;
    };
  }, [host, id, sha256]);
  useEffect(
    () => () => {
      if (shown) URL.revokeObjectURL(shown.url);
    },
    [shown],
  );
  return shown;
};
