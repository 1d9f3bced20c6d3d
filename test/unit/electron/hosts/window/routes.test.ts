import { expect, test } from 'vitest';
import { routeOf } from '../../../../../electron/hosts/http/requests.ts';

test.each([
  ['/pictures/7/full', { kind: 'picture', id: 7, size: 'full' }],
  ['/pictures/12/thumbnail', { kind: 'picture', id: 12, size: 'thumbnail' }],
  ['/faces/7', { kind: 'faces', id: 7 }],
  ['/downloads/a-B_9', { kind: 'download', id: 'a-B_9' }],
  ['/commands/pages.open', { kind: 'command', name: 'pages.open' }],
  ['/session', { kind: 'session' }],
  ['/files', { kind: 'files' }],
  ['/events', { kind: 'events' }],
  ['/', { kind: 'interface', path: '/' }],
  ['/assets/index-1a2b.js', { kind: 'interface', path: '/assets/index-1a2b.js' }],
] as const)('%s', (path, route) => {
  expect(routeOf(path)).toEqual(route);
});

test.each([
  '/pictures/0/full',
  '/pictures/-1/full',
  '/pictures/1.5/full',
  '/pictures/1e3/full',
  '/pictures/9999999999999999/full',
  '/pictures/1/huge',
  '/pictures/1/full/',
  '/pictures/../1/full',
  '/pictures/%31/full',
  '/faces/',
  '/faces/0',
  '/faces/1/full',
  '/faces/1.5',
  '/downloads/',
  '/downloads/a/b',
  '/downloads/..',
  `/downloads/${'a'.repeat(101)}`,
  '/commands/',
  '/commands/a/b',
  '/commands/__proto__',
  '/session/',
  '//session',
])('%s is not a route, but a missing file', (path) => {
  expect(routeOf(path)).toEqual({ kind: 'interface', path });
});
