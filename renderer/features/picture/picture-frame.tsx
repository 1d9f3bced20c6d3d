import {
  memo,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  type ReactNode,
  type RefCallback,
} from 'react';
import type { Preparation } from '../../../shared/contract/preparation.ts';
import type { PageSummary, Sent } from '../../../shared/contract/page.ts';
import { useFocusArea, useFocusTarget } from '../../state/focus.ts';
import { hover, selectOnPicture, useReview } from '../../state/review-store.ts';
import type { PictureControls } from '../../canvas/picture-canvas.tsx';
import type { FaceShapes, OverlayLayer, QuadShape } from '../../canvas/shapes.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { TreatButton } from '../intake/treat-button.tsx';
import { RecordButton } from './record-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PictureViewContext } from './picture-view.ts';
import { useLayerKeys } from './use-layer-keys.ts';
import { usePicture } from './use-picture.ts';
import { ViewBar } from './view-bar.tsx';
import { onDemand } from '../../ui/on-demand.ts';

/** The current height of an element in CSS pixels. */
const useHeight = (): readonly [RefCallback<HTMLElement>, number] => {
  const [height, setHeight] = useState(0);
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [watch, height];
};

// The drawing library is half of the code: the window is shown before it is loaded.
const PictureCanvas = onDemand(async () => (await import('../../canvas/picture-canvas.tsx')).PictureCanvas);

type Props = {
  readonly page: PageSummary;
  readonly sent: Sent | null;
  readonly preparation: Preparation | null;
  readonly label: string;
  readonly quads?: readonly QuadShape[];
  readonly faces?: FaceShapes;
  /** Shapes highlighted together. */
  readonly tied?: readonly string[];
  /** A layer over the picture, of the same size. */
  readonly over?: ReactNode;
  /** Between the bar and the picture. */
  readonly head?: ReactNode;
  /** A layer over the lower edge. Revealed shapes stay above it. */
  readonly foot?: ReactNode;
  readonly layers: readonly { readonly value: OverlayLayer; readonly label: string }[];
};

/**
 * The picture of a page with its shapes, and the bar that controls the view. Memoized: the faces of a photo follow
 * the threshold later than the slider.
 */
export const PictureFrame = memo(
  ({ page, sent, preparation, label, quads, faces, tied, over, head, foot, layers }: Props) => {
    const { t } = useTexts();
    const { loaded, loadAgain } = usePicture(page);
    const controls = useRef<PictureControls>(null);
    const [zoom, setZoom] = useState<number | null>(null);
    const [layer, setLayer] = useState<OverlayLayer>('regions');
    const { selected, hovered, together } = useReview();
    const isBare = useLayerKeys(layers, setLayer);
    const [footRef, footHeight] = useHeight();
    const areaRef = useFocusArea('picture');
    const canvasRef = useFocusTarget('picture');

    const viewOf = useCallback(() => controls.current?.view() ?? null, []);

    // The selected field may be on another page of the invoice: it is revealed when that picture is drawn.
    const drawn = loaded?.ok ? loaded.value : null;
    useEffect(() => {
      const { selected: wanted, revealed } = useReview.getState();
      if (drawn && wanted !== null && revealed > 0) controls.current?.reveal(wanted);
    }, [drawn]);

    // A selection on the picture does not move it. A selection in a table does, even if repeated.
    useEffect(
      () =>
        useReview.subscribe((now, before) => {
          if (now.revealed === before.revealed || now.selected === null) return;
          // Values that belong together are revealed together.
          controls.current?.reveal(...(now.together.length > 1 ? now.together : [now.selected]));
        }),
      [],
    );

    if (loaded && !loaded.ok)
      return (
        <div className="page-word" role="alert">
          <h2>{t('canvas.unreadable')}</h2>
          <p className="muted">{t('canvas.unreadableText')}</p>
          <Button icon="again" onPress={loadAgain}>
            {t('canvas.loadAgain')}
          </Button>
        </div>
      );
    const picture = loaded?.value ?? null;
    return (
      <div className="picture" ref={areaRef}>
        <ViewBar
          controls={controls}
          zoom={sent || picture ? zoom : null}
          layer={layer}
          layers={layers}
          onLayer={setLayer}
        >
          {preparation && <TreatButton page={page} preparation={preparation} iconOnly />}
          <RecordButton iconOnly />
        </ViewBar>
        {head}
        <div className="picture-stage">
          <Suspense>
            <PictureCanvas
              key={page.id}
              ref={controls}
              boxRef={canvasRef}
              picture={picture}
              width={sent?.width ?? picture?.width ?? 1}
              height={sent?.height ?? picture?.height ?? 1}
              {...(quads ? { quads } : {})}
              {...(faces ? { faces } : {})}
              layer={layer}
              bare={isBare}
              foot={footHeight}
              selectedId={selected}
              hoveredId={hovered}
              tiedIds={tied ?? together}
              onHover={hover}
              onSelect={selectOnPicture}
              onZoom={setZoom}
              label={label}
            />
          </Suspense>
          {!loaded && (
            <p className="picture-wait">
              <Icon name="busy" className="spin" /> {t('stateText.loading')}
            </p>
          )}
          <PictureViewContext value={viewOf}>{over}</PictureViewContext>
          <div ref={footRef} className="picture-foot">
            {foot}
          </div>
        </div>
      </div>
    );
  },
);
