import { expect, test } from 'vitest';
import { stateSign } from '../../../../../renderer/features/documents/failure-details.ts';
import { isMarkedDemo, pageStates } from '../../../../../shared/contract/page.ts';
import { failure } from '../../../../helpers/test-ledger.ts';
import { summary } from '../../page-summaries.ts';

test('gives every state its own icon, and shows the worst finding of a recognized page', () => {
  const icons = pageStates.map((state) => stateSign(summary({ id: 1, state })).icon);
  expect(new Set(icons).size).toBe(pageStates.length);
  expect(stateSign(summary({ id: 1, findings: { warn: 2, error: 0 } })).tone).toBe('warn');
  expect(stateSign(summary({ id: 1, findings: { warn: 2, error: 1 } })).tone).toBe('error');
});

test('marks demo data, and neither a file that could not be opened nor the user’s own data', () => {
  expect(isMarkedDemo(summary({ id: 1, demo: true, sandbox: true }))).toBe(true);
  // A local reader read the user's file, which was added in a demo.
  expect(isMarkedDemo(summary({ id: 1, demo: false, sandbox: true }))).toBe(false);
  const unreadable = { ...failure, kind: 'input', reason: 'unsupported-format' } as const;
  expect(isMarkedDemo(summary({ id: 1, demo: true, state: 'failed', failure: unreadable }))).toBe(false);
});
