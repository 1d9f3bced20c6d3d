import { expect, test } from 'vitest';
import { commands } from '../../../../shared/contract/commands.ts';

const ofOnePage = { id: 1, version: 0 };
const ofSeveral = { ids: [1, 2], versions: [0, 3] };

test.each([
  ['pages.correct', { ...ofOnePage, field: 'remark', value: 'x', was: null }],
  ['pages.editLines', { ...ofOnePage, edit: { kind: 'delete', at: 0 } }],
  ['pages.revert', { ...ofOnePage, field: 'number' }],
  ['pages.keep', { ...ofOnePage, field: 'number' }],
  ['pages.undo', { ...ofOnePage, redo: false }],
  ['pages.review', { ...ofOnePage, mark: 'confirmed', digest: 'd' }],
  ['pages.note', { ...ofOnePage, text: 'x' }],
  ['pages.pair', { ...ofOnePage, invoice: 2, shown: 1 }],
  ['pages.accept', { ...ofOnePage, field: 'number' }],
  ['faces.edit', { ...ofOnePage, edit: { kind: 'include', faces: [1] } }],
  ['batch.review', { ...ofSeveral, mark: 'confirmed', onlyClean: true, digests: ['d', null] }],
  ['batch.tag', { ...ofSeveral, add: ['x'], remove: [] }],
] as const)('%s says what its author has seen', (name, input) => {
  const accepts = (given: unknown) => commands[name].input.safeParse(given).success;
  expect(accepts(input)).toBe(true);
  for (const seen of ['version', 'versions', 'digest', 'digests', 'was'].filter((key) => key in input))
    expect(accepts({ ...input, [seen]: undefined }), seen).toBe(false);
});
