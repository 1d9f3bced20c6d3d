import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openLedger } from '../../../../../electron/store/sqlite/open-ledger.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

const sha = (letter: string) => letter.repeat(64);

const prepared = (originalSha256: string) => ({
  originalSha256,
  originalBytes: 10,
  pageCount: 1,
  picture: { encoding: 'jpg', width: 4, height: 3, bytes: 10, sha256: sha('f') } as const,
  preparation: {
    format: 'jpg',
    page: { width: 40, height: 30, unit: 'px' },
    treatment: { turn: 0, masks: [] },
    changes: [],
  } as const,
});

const withPages = async (...files: readonly (readonly [path: string | null, content: string | null])[]) => {
  const opened = openLedger(join(await temporaryFolder(), 'ledger.sqlite'), () => new Date());
  if (!opened.ok) throw new Error(opened.failure.detail);
  const ledger = opened.value;
  const ids = ledger.pages.addPages(
    files.map(([path, content]) => ({
      service: 'vat-invoice' as const,
      name: 'a.jpg',
      source: 'a.jpg',
      path,
      sandbox: false,
      options: {},
      author: 'local',
      prepared: content === null ? null : prepared(content),
    })),
  );
  return { ledger, ids };
};

test('moves all documents with the content from the old path, and no others', async () => {
  const { ledger, ids } = await withPages(
    ['/in/a.jpg', sha('a')],
    ['/in/a.jpg', sha('a')],
    ['/in/a.jpg', sha('b')],
    ['/in/b.jpg', sha('a')],
    [null, sha('a')],
  );
  ledger.documents.moveFile(sha('a'), '/in/a.jpg', '/done/a.jpg');
  expect(ids.map((id) => ledger.pages.page(id)?.path)).toEqual([
    '/done/a.jpg',
    '/done/a.jpg',
    '/in/a.jpg',
    '/in/b.jpg',
    null,
  ]);
  // A removed path must not come back.
  expect(ledger.documents.pagesWithContent(sha('a')).map(({ id }) => id)).toEqual([ids[0], ids[1], ids[3]]);
  ledger.close();
});

test('lists the folders of the newest documents first, each once, up to the limit', async () => {
  const { ledger } = await withPages(
    ['/a/1', null],
    ['/b/1', null],
    ['/b/2', null],
    [null, null],
    ['/c/1', null],
  );
  expect(ledger.documents.folders(9)).toEqual(['/c', '/b', '/a']);
  expect(ledger.documents.folders(2)).toEqual(['/c', '/b']);
  ledger.close();
});

test('keeps one content for each document, and rejects pages from another', async () => {
  const { ledger, ids } = await withPages(['/in/a.pdf', null]);
  const [first = 0] = ids;
  const [second = 0] = ledger.pages.addRest(first, 2);
  expect(ledger.pages.setPrepared(first, { ...prepared(sha('a')), pageCount: 2 })).toBe(true);
  expect(ledger.pages.setPrepared(second, { ...prepared(sha('b')), pageCount: 2 })).toBe(false);
  expect(ledger.pages.page(second)).toMatchObject({ picture: null, originalSha256: sha('a') });
  expect(ledger.pages.setPrepared(second, { ...prepared(sha('a')), pageCount: 2 })).toBe(true);
  expect(ledger.pages.page(second)).toMatchObject({ picture: { sha256: sha('f') } });
  ledger.close();
});
