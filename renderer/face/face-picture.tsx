import { useMemo } from 'react';
import type { PageDetail } from '../../shared/records.ts';
import { packFaces } from '../canvas/face-shapes.ts';
import type { OverlayLayer } from '../canvas/shapes.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { PictureFrame } from '../page/picture-frame.tsx';

const layers: readonly OverlayLayer[] = ['regions', 'none'];

/** A photo with its faces. */
export const FacePicture = ({ detail }: { readonly detail: PageDetail }) => {
  const { t } = useTexts();
  const { faces, summary, sent } = detail;
  const shapes = useMemo(() => packFaces(faces?.list ?? []), [faces]);
  return (
    <PictureFrame
      page={summary}
      sent={sent}
      label={t('canvas.faceLabel', { name: summary.name })}
      faces={shapes}
      layers={layers}
    />
  );
};
