import type { ReactNode, RefObject } from 'react';
import type { PictureControls } from '../../canvas/picture-canvas.tsx';
import type { OverlayLayer } from '../../canvas/shapes.ts';
import { usePlacedActions } from '../../state/registry.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { IconButton } from '../../ui/button.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { Segments } from '../../ui/segments.tsx';
import { layerAfter } from './use-layer-keys.ts';

type Props = {
  readonly controls: RefObject<PictureControls | null>;
  /** CSS pixels per pixel of the picture; null before the first picture. */
  readonly zoom: number | null;
  readonly layer: OverlayLayer;
  /** The available layers with their names. */
  readonly layers: readonly { readonly value: OverlayLayer; readonly label: string }[];
  readonly onLayer: (layer: OverlayLayer) => void;
  /** Further actions on the page. */
  readonly children?: ReactNode;
};

/** Controls for zoom, turn and layer of the picture. */
export const ViewBar = ({ controls, zoom, layer, layers, onLayer, children }: Props) => {
  const { t } = useTexts();
  const fitPage = () => controls.current?.fitPage();
  const fitWidth = () => controls.current?.fitWidth();
  const actualSize = () => controls.current?.actualSize();
  const zoomIn = () => controls.current?.zoomIn();
  const zoomOut = () => controls.current?.zoomOut();
  const turnLeft = () => controls.current?.turn(-1);
  const turnRight = () => controls.current?.turn(1);
  const nextLayer = () => onLayer(layerAfter(layers, layer));
  const placed = { fitPage, fitWidth, actualSize, zoomIn, zoomOut, turnLeft, turnRight, nextLayer };
  usePlacedActions(zoom === null ? {} : placed);
  return (
    <div className="view-bar" role="toolbar" aria-label={t('canvas.toolbar')}>
      <IconButton roomy icon="fitPage" label={t('canvas.fitPage')} onPress={fitPage} />
      <IconButton roomy icon="fitWidth" label={t('canvas.fitWidth')} onPress={fitWidth} />
      <IconButton roomy icon="actual" label={t('canvas.actualSize')} onPress={actualSize} />
      <span className="bar-rule" />
      <IconButton icon="minus" label={t('canvas.zoomOut')} onPress={zoomOut} />
      <output className="zoom" aria-label={t('canvas.zoom')}>
        {zoom === null ? '' : `${Math.round(zoom * 100)}%`}
      </output>
      <IconButton icon="add" label={t('canvas.zoomIn')} onPress={zoomIn} />
      <IconButton roomy icon="rotateView" label={t('canvas.turn')} onPress={turnRight} />
      {children}
      <span className="gap" />
      <Segments label={t('canvas.layers')} value={layer} options={layers} onChange={onLayer} />
      <NativeSelect
        className="folded-segments"
        label={t('canvas.layers')}
        value={layer}
        options={layers}
        onChange={onLayer}
      />
    </div>
  );
};
