import { expect, test } from 'vitest';
import { senderRefusal, type SenderFacts } from '../../../../../electron/hosts/desktop/sender.ts';

const own: SenderFacts = { isOurWindow: true, isMainFrame: true, origin: 'vouch://app' };

test('accepts only messages from the window’s own page', () => expect(senderRefusal(own)).toBeNull());

test.each([
  ['window', { isOurWindow: false }],
  ['frame', { isMainFrame: false }],
  ['origin', { origin: null }],
  ['origin', { origin: '' }],
  ['origin', { origin: 'null' }],
  ['origin', { origin: 'vouch://app/' }],
  ['origin', { origin: 'vouch://APP' }],
  ['origin', { origin: 'vouch://app.evil' }],
  ['origin', { origin: 'vouch://evil' }],
  ['origin', { origin: 'vouch://app:1' }],
  ['origin', { origin: 'https://app' }],
  ['origin', { origin: 'file://' }],
  ['origin', { origin: 'http://127.0.0.1' }],
] as const)('rejects a wrong %s: %j', (fault, change) => {
  expect(senderRefusal({ ...own, ...change })).toBe(fault);
});
