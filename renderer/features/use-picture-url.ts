import { useEffect, useMemo } from 'react';
import type { PageId } from '../../shared/contract/page.ts';
import { useLoaded } from '../ui/use-loaded.ts';
import { useTools } from './tools.ts';

/**
 * The URL of a page's whole picture; null until it is loaded. The previous URL remains until a new picture is ready.
 * @param version changes with the picture; null if there is none
 */
export const usePictureUrl = (id: PageId, version: string | null): string | null => {
  const { host } = useTools();
  const { value: blob } = useLoaded(version === null ? null : `${id} ${version}`, () =>
    host.picture(id, 'full'),
  );
  const url = useMemo(() => blob && URL.createObjectURL(blob), [blob]);
  useEffect(
    () => () => {
      if (url !== null) URL.revokeObjectURL(url);
    },
    [url],
  );
  return url;
};
