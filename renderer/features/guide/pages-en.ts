/** The guide in English, which is loaded when it is opened. Keys are paths. */
export const texts: Readonly<Record<string, string>> = import.meta.glob('../../../docs/guide/en/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});
export const pictures: Readonly<Record<string, string>> = import.meta.glob(
  '../../../docs/guide/en/pictures/*.webp',
  { eager: true, query: '?url', import: 'default' },
);
