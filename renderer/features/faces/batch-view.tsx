import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useRef, useState, useEffect, useMemo } from 'react';
import type { PhotoSummary } from '../../../shared/contract/face-commands.ts';
import { attributeNames, type AttributeName } from '../../../shared/face/attributes.ts';
import { isMarkedDemo, type PageId, type PageSummary } from '../../../shared/contract/page.ts';
import { useTools } from '../tools.ts';
import { useApp } from '../../state/store.ts';
import { useThumbnail } from '../picture/thumbnail.tsx';
import { formatCount } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useRem, useWidth } from '../../ui/use-rem.ts';
import { showPhotos } from '../../state/face-view.ts';
import { faceAttributeWord } from './face-words.ts';
import { type AttributeCounts, hasAttributes, sumCounts } from '../../../shared/face/summary.ts';

type Props = { readonly summaries: ReadonlyMap<PageId, PhotoSummary> };

/** All photos as tiles. Only visible tiles are rendered; a click opens the photo. */
const PhotoGrid = ({ summaries }: Props) => {
  const { t } = useTexts();
  const list = useApp((state) => state.lists['face-detect']);
  const scroller = useRef<HTMLDivElement>(null);
  const [tile, height] = [useRem(12), useRem(13)];
  const [widthRef, width] = useWidth();
  const gridRef = useCallback(
    (element: HTMLDivElement | null) => {
      scroller.current = element;
      return widthRef(element);
    },
    [widthRef],
  );
  const columns = Math.max(1, Math.floor(width / tile));
  // Its functions change without a new identity; nothing here is memoized by them.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: Math.ceil(list.order.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 2,
  });
  return (
    <div ref={gridRef} className="photo-grid">
      <ul aria-label={t('face.photoGrid')} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().flatMap(({ index: row, start }) =>
          list.order.slice(row * columns, (row + 1) * columns).map((id, column) => {
            const page = list.byId.get(id);
            if (!page) return null;
            return (
              <li
                key={id}
                aria-setsize={list.order.length}
                aria-posinset={row * columns + column + 1}
                style={{
                  width: `${100 / columns}%`,
                  height,
                  transform: `translate(${column * 100}%, ${start}px)`,
                }}
              >
                <PhotoTile page={page} summary={summaries.get(id) ?? null} />
              </li>
            );
          }),
        )}
      </ul>
    </div>
  );
};

type TileProps = { readonly page: PageSummary; readonly summary: PhotoSummary | null };

const PhotoTile = ({ page, summary }: TileProps) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const url = useThumbnail(page);
  const open = () => {
    showPhotos('one');
    void actions.show('face-detect', page.id);
  };
  return (
    <button type="button" className="photo-tile" onClick={open}>
      <span className="photo-picture">{url && <img src={url} alt="" />}</span>
      <span className="cut">{page.name}</span>
      <span className="muted cut">
        {summary
          ? t('documents.faces', { count: summary.counted, number: formatCount(summary.counted, language) })
          : t(`state.${page.state}`)}
        {isMarkedDemo(page) && ` · ${t('documents.sandbox')}`}
      </span>
      {summary && <TileWords summary={summary} />}
    </button>
  );
};

/** One line with the most frequent value of each informative attribute. */
const TileWords = ({ summary }: { readonly summary: PhotoSummary }) => {
  const { t } = useTexts();
  const words = attributeNames.flatMap((name) =>
    summary.counts[name].documented
      .map((count, number) => ({ count, number }))
      .filter(({ count }) => count > 0)
      .map(({ count, number }) => `${faceAttributeWord(t, name, number)} ${count}`),
  );
  const line = words.join(t('face.between'));
  return (
    <span className="muted cut photo-words" title={line}>
      {line}
    </span>
  );
};

type BatchViewProps = {
  readonly name: AttributeName;
  readonly counts: AttributeCounts[AttributeName];
  /** Number of faces counted. */
  readonly all: number;
};

/** Bars with numbers: how often each value of an attribute occurs. */
const AttributeChart = ({ name, counts, all }: BatchViewProps) => {
  const { t, language } = useTexts();
  const { documented, other, notAsked } = counts;
  const bars = [
    ...documented.map((count, number) => ({
      key: String(number),
      word: faceAttributeWord(t, name, number),
      count,
    })),
    ...(other > 0 ? [{ key: 'other', word: t('face.otherValue'), count: other }] : []),
    ...(notAsked > 0 ? [{ key: 'not-asked', word: t('face.notReturned'), count: notAsked }] : []),
  ];
  return (
    <figure className="chart">
      <figcaption>{t(`face.columns.${name}`)}</figcaption>
      <dl>
        {bars.map(({ key, word, count }) => (
          <div key={key} className="bar-row">
            <dt className="cut" title={word}>
              {word}
            </dt>
            <dd>
              <span className="bar" style={{ inlineSize: `${all === 0 ? 0 : (count / all) * 100}%` }} />
              <span className="bar-count">{formatCount(count, language)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  );
};

/** Photos counted per command: small, so that the first charts appear quickly. */
const atOnce = 50;

/** Milliseconds without a change before counting, so that a running batch is not recounted for each photo. */
const quietFor = 250;

/** The counts of all recognized photos, kept up to date. */
const useSummaries = (): ReadonlyMap<PageId, PhotoSummary> => {
  const { actions } = useTools();
  const list = useApp((state) => state.lists['face-detect']);
  const threshold = useApp((state) => state.info?.settings.faceThreshold);
  const [summaries, setSummaries] = useState<ReadonlyMap<PageId, PhotoSummary>>(new Map());

  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const count = async () => {
      const ids = list.order.filter((id) => list.byId.get(id)?.state === 'recognized');
      const counted = new Map<PageId, PhotoSummary>();
      for (let from = 0; from < ids.length && !signal.aborted; from += atOnce) {
        const some = await actions.ask('faces.summarize', { ids: ids.slice(from, from + atOnce) });
        for (const summary of some ?? []) counted.set(summary.id, summary);
        if (!signal.aborted) setSummaries((before) => new Map([...before, ...counted]));
      }
      if (!signal.aborted) setSummaries(counted);
    };
    const timer = setTimeout(() => void count(), quietFor);
    return () => {
      ending.abort();
      clearTimeout(timer);
    };
    // The backend counts with the saved threshold, so a new threshold needs new counts.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [actions, list, threshold]);

  return summaries;
};

/** Overview of many photos: each with its counts, and the attributes of all faces as bars. */
export const FaceBatchView = () => {
  const { t, language } = useTexts();
  const summaries = useSummaries();
  // Choosing a photo in the list leaves the overview and shows the photo.
  useEffect(
    () =>
      useApp.subscribe((now, before) => {
        if (now.current['face-detect'] !== before.current['face-detect']) showPhotos('one');
      }),
    [],
  );
  const photos = useMemo(() => [...summaries.values()], [summaries]);
  const sums = useMemo(() => sumCounts(photos), [photos]);
  const sum = (of: 'counted' | 'hidden' | 'excluded') =>
    photos.reduce((total, photo) => total + photo[of], 0);
  const [counted, hidden, excluded] = [sum('counted'), sum('hidden'), sum('excluded')];
  return (
    <div className="batch-view">
      <header className="batch-head">
        <h2>
          {t('face.batchTitle', {
            faces: t('documents.faces', { count: counted, number: formatCount(counted, language) }),
            photos: t('face.photos', { count: photos.length }),
          })}
        </h2>
        <p className="muted">
          {hidden > 0 && `${t('face.hidden', { count: hidden, number: formatCount(hidden, language) })} `}
          {excluded > 0 && t('face.excludedCount', { count: excluded })}
        </p>
        <p className="muted">{t('face.estimates')}</p>
      </header>
      {hasAttributes(sums) ? (
        <div className="charts">
          {attributeNames.map((name) => (
            <AttributeChart key={name} name={name} counts={sums[name]} all={counted} />
          ))}
        </div>
      ) : (
        <p className="panel-note">{t('face.noAttributes', { count: formatCount(counted, language) })}</p>
      )}
      <PhotoGrid summaries={summaries} />
    </div>
  );
};
