import { createRoot } from 'react-dom/client';
import { createPictureCache, loadPicture } from '../../../renderer/canvas/load-picture.ts';
import { BatchTable } from '../../../renderer/features/batch/batch-table.tsx';
import { ToolsContext, type Tools } from '../../../renderer/features/tools.ts';
import { createActions } from '../../../renderer/state/actions.ts';
import { failures } from '../../../renderer/state/outcome.ts';
import type { HostConnection } from '../../../renderer/state/host.ts';
import { emptyList, withPages } from '../../../renderer/state/page-list.ts';
import { writeApp } from '../../../renderer/state/store.ts';
import { createThumbnailCache } from '../../../renderer/state/thumbnail-cache.ts';
import { startTexts } from '../../../renderer/ui/i18n/i18n.ts';
import { pageSummarySchema } from '../../../shared/contract/page.ts';
import { failed } from '../../../shared/result.ts';
import { benchRow, rowCount } from '../table-rows.ts';
import { BareList } from './bare-list.tsx';
import '../../../renderer/ui/styles/tokens.css';
import '../../../renderer/ui/styles/base.css';
import '../../../renderer/ui/styles/controls.css';
import '../../../renderer/ui/styles/documents.css';
import '../../../renderer/ui/styles/batch.css';
import '../../../renderer/ui/styles/batch-tools.css';

/** A host that does nothing, because the table is only displayed. */
const host: HostConnection = {
  invoke: () => Promise.resolve(failed(failures.unreachable)),
  addFiles: () => Promise.resolve(failed(failures.unreachable)),
  handFile: () => Promise.resolve(failed(failures.unreachable)),
  listen: () => () => {},
  picture: () => Promise.resolve(null),
  faces: () => Promise.resolve(null),
  saveDownload: () => Promise.resolve(false),
  onState: () => () => {},
};

const tools: Tools = {
  host,
  actions: createActions(host),
  thumbnails: createThumbnailCache(() => Promise.resolve(null), 1),
  pictures: createPictureCache({ fetch: () => Promise.reject(new Error('none')), decode: loadPicture }),
  user: null,
};

/** As they arrive in the window: in parts, each parsed with its schema. */
const fill = (): void => {
  const atOnce = 1000;
  let list = emptyList;
  for (let first = 0; first < rowCount; first += atOnce) {
    const part = JSON.stringify(Array.from({ length: atOnce }, (_, at) => benchRow(first + at)));
    list = withPages(list, pageSummarySchema.array().parse(JSON.parse(part)));
  }
  writeApp((state) => ({ lists: { ...state.lists, 'vat-invoice': list } }));
};

const start = async (): Promise<void> => {
  const [what, rows] = location.search.slice(1).split(',');
  await startTexts('en');
  if (rows === 'full') fill();
  const root = document.querySelector<HTMLElement>('#root');
  if (!root) throw new Error('The page has no root');
  root.style.cssText = 'position: fixed; inset: 0; display: flex; flex-direction: column';
  createRoot(root).render(
    <ToolsContext value={tools}>
      {what === 'table' ? <BatchTable service="vat-invoice" /> : <BareList />}
    </ToolsContext>,
  );
};

void start();
