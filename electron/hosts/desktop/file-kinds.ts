/**
 * Extensions of the files that the system's dialogs offer, and for which it lists Vouch under "Open with"
 * (electron-builder.yml, installer.nsh). The content decides how a file is read.
 */
export const documentKinds = [
  'pdf',
  'ofd',
  'xml',
  'png',
  'jpg',
  'jpeg',
  'bmp',
  'tif',
  'tiff',
  'gif',
  'webp',
  'avif',
  'heic',
  'heif',
] as const;
