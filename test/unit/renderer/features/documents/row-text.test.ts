import { expect, test } from 'vitest';
import { stateSign } from '../../../../../renderer/features/documents/failure-details.ts';
import { pageStates } from '../../../../../shared/contract/page.ts';
import { summary } from '../../page-summaries.ts';

test('gives every state its own icon, and shows the worst finding of a recognized page', () => {
  const icons = pageStates.map((state) => stateSign(summary({ id: 1, state })).icon);
  expect(new Set(icons).size).toBe(pageStates.length);
  expect(stateSign(summary({ id: 1, findings: { warn: 2, error: 0 } })).tone).toBe('warn');
  expect(stateSign(summary({ id: 1, findings: { warn: 2, error: 1 } })).tone).toBe('error');
});
