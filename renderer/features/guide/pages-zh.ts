/** The guide in Chinese, which is loaded when it is opened. Keys are paths. */
export const texts: Readonly<Record<string, string>> = import.meta.glob('../../../docs/guide/zh/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});
export const pictures: Readonly<Record<string, string>> = import.meta.glob(
  '../../../docs/guide/zh/pictures/*.webp',
  { eager: true, query: '?url', import: 'default' },
);
