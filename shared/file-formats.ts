type FileFormat = {
  readonly label: string;
  /** Extensions without a dot, the usual one first. The content decides how a file is read. */
  readonly extensions: readonly string[];
};

/** The files that Vouch opens. Texts, dialogs and the types that a package claims come from these lists. */
export const documentFormats = {
  xml: { label: 'XML', extensions: ['xml'] },
  ofd: { label: 'OFD', extensions: ['ofd'] },
  pdf: { label: 'PDF', extensions: ['pdf'] },
} as const satisfies Record<string, FileFormat>;

export const pictureFormats = {
  jpg: { label: 'JPG', extensions: ['jpg', 'jpeg'] },
  png: { label: 'PNG', extensions: ['png'] },
  bmp: { label: 'BMP', extensions: ['bmp'] },
  gif: { label: 'GIF', extensions: ['gif'] },
  tiff: { label: 'TIFF', extensions: ['tif', 'tiff'] },
  webp: { label: 'WebP', extensions: ['webp'] },
  avif: { label: 'AVIF', extensions: ['avif'] },
  heic: { label: 'HEIC', extensions: ['heic', 'heif'] },
} as const satisfies Record<string, FileFormat>;

/** Archives of such files. */
export const archiveFormats = {
  zip: { label: 'ZIP', extensions: ['zip'] },
} as const satisfies Record<string, FileFormat>;

/** Mails with such files. */
export const mailFormats = {
  eml: { label: 'EML', extensions: ['eml'] },
  msg: { label: 'MSG', extensions: ['msg'] },
} as const satisfies Record<string, FileFormat>;

/** Lists of the tax bureau, which are compared with the ledger and never added to it. */
export const listFormats = {
  xlsx: { label: 'XLSX', extensions: ['xlsx'] },
  csv: { label: 'CSV', extensions: ['csv'] },
  tsv: { label: 'TSV', extensions: ['tsv', 'txt'] },
} as const satisfies Record<string, FileFormat>;

/** All that Vouch opens as a document. */
export const openedFormats = {
  ...documentFormats,
  ...pictureFormats,
  ...archiveFormats,
  ...mailFormats,
} as const;

export type PictureFormat = keyof typeof pictureFormats;

export const extensionsOf = (formats: Readonly<Record<string, FileFormat>>): readonly string[] =>
  Object.values(formats).flatMap(({ extensions }) => extensions);

const labelsOf = (formats: Readonly<Record<string, FileFormat>>): readonly string[] =>
  Object.values(formats).map(({ label }) => label);

/** `XML, OFD, PDF` */
export const listEn = (formats: Readonly<Record<string, FileFormat>>): string => labelsOf(formats).join(', ');

/** `XML, OFD or PDF` */
export const anyOfEn = (formats: Readonly<Record<string, FileFormat>>): string => {
  const labels = labelsOf(formats);
  return labels.length < 2 ? labels.join('') : `${labels.slice(0, -1).join(', ')} or ${labels.at(-1)}`;
};

/** `XML、OFD、PDF` */
export const listZh = (formats: Readonly<Record<string, FileFormat>>): string => labelsOf(formats).join('、');
