import { useMemo } from 'react';
import type { Face } from '../../shared/face/model.ts';
import type { PageDetail } from '../../shared/records.ts';
import { packFaces } from '../canvas/face-shapes.ts';
import { formatScore } from '../i18n/format.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { PictureFrame } from '../page/picture-frame.tsx';

/** What stands at a face's box: its number, and how sure the service was. */
const faceTag = (face: Face | undefined): string => {
  if (!face) return '';
  return face.score === null ? String(face.index) : `${face.index} · ${formatScore(face.score)}`;
};

/** A photo with its faces. */
export const FacePicture = ({ detail }: { readonly detail: PageDetail }) => {
  const { t } = useTexts();
  const { faces, summary, sent } = detail;
  const shapes = useMemo(() => {
    const list = faces?.list ?? [];
    return packFaces(list, (i) => faceTag(list[i]));
  }, [faces]);
  return (
    <PictureFrame
      page={summary}
      sent={sent}
      preparation={detail.preparation}
      label={t('canvas.faceLabel', { name: summary.name })}
      faces={shapes}
      layers={[
        { value: 'regions', label: t('canvas.faces') },
        { value: 'none', label: t('canvas.none') },
      ]}
    />
  );
};
