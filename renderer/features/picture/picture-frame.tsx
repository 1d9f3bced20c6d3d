import {
  useEffect,
  useState,
  type CSSProperties,
  type ReactNode,
  type RefObject,
  memo,
  Suspense,
  useCallback,
  useRef,
  type RefCallback,
} from 'react';
import { usePlacedActions } from '../../state/registry.ts';
import { isReleased, localKeyOf, useChosenKeys } from '../../state/keys.ts';
import type { OverlayLayer, FaceShapes, QuadShape } from '../../canvas/shapes.ts';
import type { PictureControls } from '../../canvas/picture-canvas.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { IconButton, Button } from '../../ui/button.tsx';
import { NativeSelect, Segments } from '../../ui/choices.tsx';
import type { Progress } from '../../../shared/contract/commands.ts';
import type { PageSummary, Sent } from '../../../shared/contract/page.ts';
import { useTools } from '../tools.ts';
import { useApp } from '../../state/store.ts';
import type { LoadedPicture } from '../../canvas/load-picture.ts';
import { boundsOf, type PicturePlace } from '../../../shared/geometry.ts';
import type { Preparation } from '../../../shared/contract/preparation.ts';
import { useFocusArea, useFocusTarget } from '../../state/focus.ts';
import { hover, selectOnPicture, useReview } from '../../state/review-store.ts';
import { filterOf, usePictureLook } from '../../state/picture-look.ts';
import { keepPlace, keptPlace } from '../../state/picture-place.ts';
import { TreatButton } from '../intake/treat-button.tsx';
import { RecordButton } from './record-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PictureViewContext } from './use-shown-picture.ts';
import { onDemand } from '../../ui/on-demand.ts';

const LookButton = onDemand(async () => (await import('./look-button.tsx')).LookButton);

type Layers = readonly { readonly value: OverlayLayer }[];

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [role="dialog"], [role="menu"]') !== null;

const layerAfter = (layers: Layers, layer: OverlayLayer): OverlayLayer => {
  const at = layers.findIndex(({ value }) => value === layer);
  return layers[(at + 1) % layers.length]?.value ?? layer;
};

/** Holding the key of `bare` hides all shapes; the menu item does so until it is chosen again. */
const useLayerKeys = (
  layers: Layers,
  change: (next: (layer: OverlayLayer) => OverlayLayer) => void,
): boolean => {
  const [isBare, setBare] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isTyping(event.target)) return;
      const pressed = localKeyOf(event, ['bare', 'nextLayer']);
      if (pressed === 'bare') setBare(true);
      if (pressed === 'nextLayer' && !event.repeat) change((layer) => layerAfter(layers, layer));
    };
    const dress = () => setBare(false);
    const onKeyUp = (event: KeyboardEvent) => {
      if (isReleased(event, 'bare')) dress();
    };
    const stop = new AbortController();
    const { signal } = stop;
    addEventListener('keydown', onKeyDown, { signal });
    addEventListener('keyup', onKeyUp, { signal });
    // A key released in another window sends no event here.
    addEventListener('blur', dress, { signal });
    return () => stop.abort();
  }, [layers, change]);
  usePlacedActions({ bare: () => setBare((bare) => !bare) });
  return isBare;
};

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
const ViewBar = ({ controls, zoom, layer, layers, onLayer, children }: Props) => {
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
      <Suspense>
        <LookButton />
      </Suspense>
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

type ShownPicture = {
  /** Null while it loads. */
  readonly loaded: LoadedPicture | null;
  /** Tries again after a failure to load. */
  readonly loadAgain: () => void;
};

const isAtWork = (progress: Progress | null): boolean =>
  progress !== null && progress.finished < progress.total;

/**
 * The decoded sent picture of a page. Pictures of neighbours in the list are loaded ahead. While pages are in
 * progress, the picture of an unread page may still arrive. A digital invoice is drawn on request.
 */
const usePicture = ({ id, service, state, hasPicture }: PageSummary): ShownPicture => {
  const { pictures } = useTools();
  const isAwaited = useApp(({ progress }) => isAtWork(progress[service]));
  const stage = hasPicture || state === 'recognized' ? 'drawn' : isAwaited ? 'awaited' : 'missing';
  const [attempt, setAttempt] = useState(0);
  const [shown, setShown] = useState<{ id: number; attempt: number; loaded: LoadedPicture } | null>(null);

  useEffect(() => {
    if (stage === 'awaited') return undefined;
    let isWanted = true;
    const show = async () => {
      const loaded = await pictures.get(id);
      if (!isWanted) return;
      setShown({ id, attempt, loaded });
      const next = neighbourOf(service, id);
      pictures.keepNear(next === null ? [id] : [id, next]);
      if (next !== null) await pictures.get(next);
    };
    void show();
    return () => {
      isWanted = false;
    };
  }, [id, service, pictures, attempt, stage]);

  return {
    loaded: shown?.id === id && shown.attempt === attempt ? shown.loaded : null,
    loadAgain: () => setAttempt(attempt + 1),
  };
};

/** The page that the user will probably open next. */
const neighbourOf = (service: PageSummary['service'], id: number): number | null => {
  const { order, byId } = useApp.getState().lists[service];
  const next = order[order.indexOf(id) + 1];
  return next !== undefined && byId.get(next)?.hasPicture ? next : null;
};

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

/** Space around the values of one of several invoices on a page, for seals and labels: a share of the longer side. */
const around = 0.08;

/** One of several invoices on a page: the area of its values. Null for a whole page, or without values. */
const placeOfPart = (
  { part }: PageSummary,
  sent: Sent | null,
  quads: readonly QuadShape[] | undefined,
): PicturePlace | null => {
  if (part === 0 || !quads || quads.length === 0) return null;
  const { x, y, w, h } = boundsOf(quads.flatMap(({ quad }) => quad));
  const margin = around * Math.max(w, h);
  const [left, top] = [Math.max(0, x - margin), Math.max(0, y - margin)];
  const right = Math.min(sent?.width ?? Infinity, x + w + margin);
  const bottom = Math.min(sent?.height ?? Infinity, y + h + margin);
  return { area: { x: left, y: top, w: right - left, h: bottom - top } };
};

type PictureFrameProps = {
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
  ({ page, sent, preparation, label, quads, faces, tied, over, head, foot, layers }: PictureFrameProps) => {
    const { t } = useTexts();
    const { loaded, loadAgain } = usePicture(page);
    const controls = useRef<PictureControls>(null);
    const [zoom, setZoom] = useState<number | null>(null);
    const [areShapesAwaited, setShapesAwaited] = useState(false);
    const [layer, setLayer] = useState<OverlayLayer>('regions');
    const { selected, hovered, together } = useReview();
    const isBare = useLayerKeys(layers, setLayer);
    const [footRef, footHeight] = useHeight();
    const areaRef = useFocusArea('picture');
    const canvasRef = useFocusTarget('picture');

    const keys = useChosenKeys();
    const keepsZoom = useApp(({ info }) => info?.settings.keepZoom ?? false);
    const filter = usePictureLook(filterOf);
    const lookStyle: CSSProperties & Record<`--${string}`, string> =
      filter === null ? {} : { '--picture-look': filter };
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
        <div className="picture-stage" style={lookStyle}>
          <Suspense>
            <PictureCanvas
              key={page.id}
              ref={controls}
              boxRef={canvasRef}
              picture={picture}
              width={sent?.width ?? picture?.width ?? 1}
              height={sent?.height ?? picture?.height ?? 1}
              // Shapes over an empty page would say that the page is empty.
              {...(quads && picture ? { quads } : {})}
              {...(faces && picture ? { faces } : {})}
              layer={layer}
              bare={isBare}
              foot={footHeight}
              selectedId={selected}
              hoveredId={hovered}
              tiedIds={tied ?? together}
              onHover={hover}
              onSelect={selectOnPicture}
              onZoom={setZoom}
              onWait={setShapesAwaited}
              place={placeOfPart(page, sent, quads) ?? (keepsZoom ? keptPlace(page.service) : 'page')}
              onPlace={(place) => keepPlace(page.service, place)}
              keys={keys}
              label={label}
            />
          </Suspense>
          {(!loaded || areShapesAwaited) && (
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
