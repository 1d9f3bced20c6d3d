import type { PageSummary } from '../../../shared/contract/page.ts';
import { useThumbnail } from './use-thumbnail.ts';

/** A page's small picture; the row's text says what it is, so it has no text of its own. */
export const Thumbnail = ({ page }: { readonly page: PageSummary }) => {
  const url = useThumbnail(page);
  return <span className="thumbnail">{url && <img src={url} alt="" draggable={false} />}</span>;
};
