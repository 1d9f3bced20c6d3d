import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadTruths } from '../../../../../electron/extract/sandbox/truths.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

const sha256 = 'ab'.repeat(32);

describe('loading truths', () => {
  it('loads every truth of a folder, reports the invalid ones, and skips other files', async () => {
    const folder = await temporaryFolder();
    const write = (name: string, content: unknown) =>
      writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
    await write('good.truth.json', {
      service: 'vat-invoice',
      sha256: sha256.toUpperCase(),
      text: { error_code: 0 },
    });
    await write('odd.truth.json', { service: 'face-detect', sha256, text: null });
    await write('cut.truth.json', '{"service":"vat-inv');
    await write('no-service.truth.json', { service: 'other', sha256, text: {} });
    await write('no-hash.truth.json', { service: 'face-detect', sha256: 'abc', text: {} });
    await write('no-text.truth.json', { service: 'face-detect', sha256 });
    await write('list.truth.json', '[]');
    await write('picture.png', 'not a truth');
    await write('other.json', '{"service":"vat-invoice"}');
    await mkdir(join(folder, 'folder.truth.json'));
    const { truths, failures } = await loadTruths(folder);
    expect(truths).toEqual([
      { service: 'vat-invoice', sha256, text: { error_code: 0 } },
      { service: 'face-detect', sha256, text: null },
    ]);
    expect(failures.map(({ file }) => file)).toEqual([
      'cut.truth.json',
      'folder.truth.json',
      'list.truth.json',
      'no-hash.truth.json',
      'no-service.truth.json',
      'no-text.truth.json',
    ]);
    for (const { failure } of failures) expect(failure).not.toBe('');
  });

  it('reports a missing folder', async () => {
    const missing = join(await temporaryFolder(), 'nowhere');
    expect(await loadTruths(missing)).toMatchObject({ truths: [], failures: [{ file: missing }] });
  });
});
