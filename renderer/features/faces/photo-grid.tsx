import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import type { PhotoSummary } from '../../../shared/contract/face-commands.ts';
import { attributeNames } from '../../../shared/face/attributes.ts';
import type { PageId, PageSummary } from '../../../shared/contract/page.ts';
import { useTools } from '../tools.ts';
import { useApp } from '../../state/store.ts';
import { useThumbnail } from '../picture/thumbnail.tsx';
import { formatCount } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useRem } from '../../ui/use-rem.ts';
import { showPhotos } from '../../state/face-view.ts';
import { faceAttributeWord } from './face-words.ts';

type Props = { readonly summaries: ReadonlyMap<PageId, PhotoSummary> };

/** The current width of an element in CSS pixels. */
const useWidth = (element: React.RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
};

/** All photos as tiles. Only visible tiles are rendered; a click opens the photo. */
export const PhotoGrid = ({ summaries }: Props) => {
  const { t } = useTexts();
  const list = useApp((state) => state.lists['face-detect']);
  const scroller = useRef<HTMLDivElement>(null);
  const [tile, height] = [useRem(12), useRem(13)];
  const columns = Math.max(1, Math.floor(useWidth(scroller) / tile));
  // Its functions change without a new identity; nothing here is memoized by them.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: Math.ceil(list.order.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 2,
  });
  return (
    <div ref={scroller} className="photo-grid">
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
        {page.sandbox && ` · ${t('documents.sandbox')}`}
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
