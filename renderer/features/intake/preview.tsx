import {
  useCallback,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useId,
} from 'react';
import {
  type Corners,
  type Mask,
  addTurns,
  oppositeTurn,
  turnCorners,
  type Turn,
} from '../../../shared/page-geometry.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { CornerLayer } from './corner-layer.tsx';
import { firstCorners } from './corners.ts';
import {
  movedMask,
  newMask,
  shownMasks,
  spannedMask,
  withMask,
  type MaskCorner,
  type ShownMask,
} from './masks.ts';
import type { Preparation, Change, Treatment } from '../../../shared/contract/preparation.ts';
import type { PageSummary, Sent } from '../../../shared/contract/page.ts';
import { usePictureUrl } from '../use-picture-url.ts';
import { useTools } from '../tools.ts';
import { useApp } from '../../state/store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useTreat } from './use-treat.ts';

type Props = {
  /** Positions on the shown picture, as fractions of its size. */
  readonly masks: readonly ShownMask[];
  /** Draws (`at` is null), changes or removes (`mask` is null) a mask. */
  readonly onChange: (at: number | null, mask: Mask | null) => void;
  /** Id of the element that explains the keys for moving a mask. */
  readonly hintId: string;
};

const percent = (share: number): string => `${share * 100}%`;
const styleOf = ({ x, y, w, h }: Mask) => ({
  left: percent(x),
  top: percent(y),
  width: percent(w),
  height: percent(h),
});

/** A layer over the picture. The pointer draws masks on it, and keys move each mask. */
const MaskLayer = ({ masks, onChange, hintId }: Props) => {
  const { t } = useTexts();
  const layer = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<{ readonly from: MaskCorner; readonly to: MaskCorner } | null>(null);

  const cornerOf = (event: PointerEvent): MaskCorner => {
    const box = layer.current?.getBoundingClientRect();
    if (!box || box.width === 0 || box.height === 0) return { x: 0, y: 0 };
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
  };
  const onKeyDown = (event: KeyboardEvent, { at, mask }: ShownMask) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      onChange(at, null);
      return;
    }
    const moved = movedMask(mask, event.key, event.shiftKey);
    if (!moved) return;
    event.preventDefault();
    onChange(at, moved);
  };

  const finish = () => {
    const mask = drawn && spannedMask(drawn.from, drawn.to);
    setDrawn(null);
    if (mask) onChange(null, mask);
  };

  return (
    <div
      ref={layer}
      className="mask-layer"
      onPointerDown={(event) => {
        if (event.button !== 0 || event.target !== layer.current) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const corner = cornerOf(event);
        setDrawn({ from: corner, to: corner });
      }}
      onPointerMove={(event) => {
        if (drawn) setDrawn({ from: drawn.from, to: cornerOf(event) });
      }}
      onPointerUp={finish}
      onPointerCancel={() => setDrawn(null)}
    >
      {masks.map((shown, index) => (
        <button
          // The position is the only identity of a mask.
          key={shown.at}
          type="button"
          className="mask"
          style={styleOf(shown.mask)}
          aria-label={t('intake.mask', { number: index + 1 })}
          aria-describedby={hintId}
          onKeyDown={(event) => onKeyDown(event, shown)}
        />
      ))}
      {drawn && <div className="mask drawn" style={styleOf(spannedMask(drawn.from, drawn.to, 0) ?? none)} />}
    </div>
  );
};

const none: Mask = { x: 0, y: 0, w: 0, h: 0 };

type Translate = ReturnType<typeof useTexts>['t'];

/** Describes one change between the file and the sent picture. */
const changeText = (change: Change, t: Translate): string => {
  switch (change.id) {
    case 'upright':
      return t('intake.upright');
    case 'turned':
      return t('intake.turned', { degrees: change.degrees });
    case 'straightened':
      return t('intake.straightened');
    case 'masked':
      return t('intake.masked', { count: change.count });
    case 'encoded': {
      const { from, to, quality } = change;
      return quality === null
        ? t('intake.encoded', { from, to })
        : t('intake.encodedQuality', { from, to, quality });
    }
    case 'scaled':
      return t('intake.scaled', { width: change.width, height: change.height });
    case 'small':
      return t('intake.small');
    case 'rendered':
      return t('intake.rendered', { dpi: change.dpi });
    case 'taken-out':
      return t('intake.extractedScan');
    default:
      return change satisfies never;
  }
};

type PreviewProps = {
  readonly page: PageSummary;
  readonly sent: Sent;
  readonly preparation: Preparation;
};

/** A held key changes a mask many times a second. The picture is rendered again after this pause. */
const restMs = 350;

/** The masks while the user draws. Changes are applied to the page after a pause. */
const useMasks = (preparation: Preparation, apply: (masks: readonly Mask[]) => void) => {
  const { masks: kept } = preparation.treatment;
  const [masks, setMasks] = useState(kept);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const set = (next: readonly Mask[]): void => {
    setMasks(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => apply(next), restMs);
  };
  const shown = shownMasks(masks, preparation.treatment);
  return {
    shown,
    masks,
    change: (at: number | null, mask: Mask | null) => set(withMask(masks, preparation.treatment, at, mask)),
    /** Removes the masks that are shown. */
    clear: () => set(masks.filter((_, index) => shown.every(({ at }) => at !== index))),
    isResting: masks === kept || JSON.stringify(masks) === JSON.stringify(kept),
  };
};

const heldIds = (pages: ReadonlyMap<number, PageSummary>): readonly number[] =>
  [...pages.values()].filter(({ held, state }) => held && state === 'waiting').map(({ id }) => id);

/** The exact picture that will be sent for a page, the changes made to it, and tools to turn and mask it. */
export const Preview = ({ page, sent, preparation }: PreviewProps) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const hintId = useId();
  const url = usePictureUrl(page.id, sent.sha256);
  const { treatment } = preparation;
  const { treat, isWorking } = useTreat(page, treatment);
  const { turn } = treatment;
  // A change while another one is under way adds to it, and not to what is still shown.
  const wanted = useRef(treatment);
  useEffect(() => {
    if (!isWorking) wanted.current = treatment;
  }, [isWorking, treatment]);
  const put = (next: Treatment): void => {
    wanted.current = next;
    void treat(next);
  };
  const { shown, masks, change, clear, isResting } = useMasks(preparation, (covered) =>
    put({ ...wanted.current, masks: covered }),
  );
  /** On the shown picture, while the user chooses them. */
  const [corners, setCorners] = useState<Corners | null>(null);
  const isCropping = corners !== null;
  const section = useRef<HTMLElement>(null);
  // The controls of the choice go: the focus stays here.
  const endCropping = useCallback((): void => {
    setCorners(null);
    section.current?.focus();
  }, []);
  const pages = useApp((state) => state.lists[page.service].byId);
  const waiting = heldIds(pages);
  const isPrepared = isResting && !isWorking;
  // While the corners are being chosen, the picture is not the one that will be sent.
  const isReady = isPrepared && !isCropping;
  const { hasEarlier } = page;
  const goBack = () => void actions.ask('pages.cancel', { ids: [page.id] });
  useEffect(() => {
    if (!hasEarlier && !isCropping) return undefined;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || useApp.getState().dialog) return;
      event.preventDefault();
      if (isCropping) endCropping();
      else void actions.ask('pages.cancel', { ids: [page.id] });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [hasEarlier, isCropping, endCropping, actions, page.id]);
  const turnBy = (by: Turn) => put({ ...treatment, turn: addTurns(turn, by), masks });
  const crop = () => {
    if (corners) put({ turn, masks, corners: turnCorners(corners, oppositeTurn(turn)) });
    endCropping();
  };

  return (
    <section
      ref={section}
      className="preview"
      tabIndex={-1}
      aria-label={t('intake.title')}
      // Whoever turns or covers a pasted picture does not want it to leave meanwhile.
      onPointerDownCapture={() => actions.holdPasted(page.id)}
      onKeyDownCapture={() => actions.holdPasted(page.id)}
    >
      <div className="view-bar" role="toolbar" aria-label={t('intake.tools')}>
        <IconButton
          icon="turnLeft"
          label={t('intake.turnLeft')}
          isDisabled={!isReady}
          onPress={() => turnBy(270)}
        />
        <IconButton
          icon="turnRight"
          label={t('intake.turnRight')}
          isDisabled={!isReady}
          onPress={() => turnBy(90)}
        />
        <span className="bar-rule" />
        {page.service === 'vat-invoice' && (
          <CropButtons
            isCropping={isCropping}
            isStraightened={treatment.corners !== undefined}
            isReady={isPrepared}
            onStart={() => setCorners(firstCorners)}
            onApply={crop}
            onCancel={endCropping}
            onWhole={() => put({ turn, masks })}
          />
        )}
        <Button small look="quiet" icon="mask" isDisabled={isCropping} onPress={() => change(null, newMask)}>
          {t('intake.addMask')}
        </Button>
        {shown.length > 0 && !isCropping && (
          <Button small look="quiet" onPress={clear}>
            {t('intake.clearMasks')}
          </Button>
        )}
        <span className="gap" />
        {hasEarlier && (
          <Button small icon="back" onPress={goBack}>
            {t('intake.goBack')}
          </Button>
        )}
        {waiting.length > 1 && (
          <Button
            small
            isDisabled={!isReady}
            onPress={() => void actions.ask('pages.send', { ids: [...waiting] })}
          >
            {t('intake.sendAll', { count: waiting.length })}
          </Button>
        )}
        <Button
          small
          look="primary"
          icon="send"
          isDisabled={!isReady}
          onPress={() => void actions.ask('pages.send', { ids: [page.id], shown: treatment })}
        >
          {t('intake.send')}
        </Button>
      </div>
      <div className="preview-stage">
        <div
          className="preview-picture"
          style={{
            aspectRatio: `${sent.width} / ${sent.height}`,
            width: `min(100cqw, ${(sent.width / sent.height) * 100}cqh)`,
          }}
        >
          {url !== null && <img src={url} alt={t('intake.picture', { name: page.name })} draggable={false} />}
          {corners ? (
            <CornerLayer corners={corners} onChange={setCorners} hintId={hintId} />
          ) : (
            <MaskLayer masks={shown} onChange={change} hintId={hintId} />
          )}
        </div>
      </div>
      <Facts
        hintId={hintId}
        sent={sent}
        preparation={preparation}
        isReady={isPrepared}
        hint={isCropping ? t('intake.cropHint') : t('intake.maskHint')}
      />
    </section>
  );
};

type CropProps = {
  readonly isCropping: boolean;
  readonly isStraightened: boolean;
  readonly isReady: boolean;
  readonly onStart: () => void;
  readonly onApply: () => void;
  readonly onCancel: () => void;
  readonly onWhole: () => void;
};

/** Starts, applies and takes back the choice of the corners. Chosen ones are first taken back to choose others. */
const CropButtons = (props: CropProps) => {
  const { t } = useTexts();
  const { isCropping, isStraightened, isReady } = props;
  if (isStraightened)
    return (
      <Button small look="quiet" icon="crop" isDisabled={!isReady} onPress={props.onWhole}>
        {t('intake.wholePage')}
      </Button>
    );
  if (!isCropping)
    return (
      <Button small look="quiet" icon="crop" isDisabled={!isReady} onPress={props.onStart}>
        {t('intake.crop')}
      </Button>
    );
  return (
    <>
      <Button small look="primary" icon="check" onPress={props.onApply}>
        {t('intake.applyCrop')}
      </Button>
      <Button small onPress={props.onCancel}>
        {t('app.cancel')}
      </Button>
    </>
  );
};

type FactsProps = Pick<PreviewProps, 'sent' | 'preparation'> & {
  readonly isReady: boolean;
  readonly hintId: string;
  readonly hint: string;
};

const Facts = ({ sent, preparation, isReady, hintId, hint }: FactsProps) => {
  const { t } = useTexts();
  const size = t('intake.size', {
    format: sent.encoding,
    width: sent.width,
    height: sent.height,
    kilobytes: Math.max(1, Math.round(sent.bytes / 1000)),
  });
  const changes = preparation.changes.map((change) => changeText(change, t));
  return (
    <div className="preview-facts">
      <p role="status">
        <strong>{size}</strong>
        {' · '}
        {isReady ? (changes.length === 0 ? t('intake.unchanged') : changes.join(' · ')) : t('intake.working')}
      </p>
      <p className="muted" id={hintId}>
        {hint}
      </p>
    </div>
  );
};
