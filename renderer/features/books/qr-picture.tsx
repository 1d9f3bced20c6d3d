import type { PageId } from '../../../shared/contract/page.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import { useTools } from '../tools.ts';

/** Width of the light border in modules. QR scanners need four. */
const quiet = 4;

/** The dark modules as one SVG path. */
const pathOf = (rows: readonly string[]): string =>
  rows
    .flatMap((row, y) =>
      Array.from(row, (module, x) => (module === '1' ? `M${x + quiet} ${y + quiet}h1v1h-1z` : '')),
    )
    .join('');

/** The invoice's QR code, drawn from its current values. It is dark on light in both themes. */
export const QrPicture = ({ id }: { readonly id: PageId }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const { value: rows } = useLoaded(id, () => actions.qrOf(id));
  if (!rows) return null;
  const side = rows.length + 2 * quiet;
  return (
    <figure className="qr-picture">
      <svg role="img" aria-label={t('books.verify.qr')} viewBox={`0 0 ${side} ${side}`}>
        <rect width={side} height={side} fill="#fff" />
        <path d={pathOf(rows)} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <figcaption className="hint">{t('books.verify.qrHint')}</figcaption>
    </figure>
  );
};
