/** A page of a generated PDF: its content stream and non-default entries of the page's dictionary. */
export type PdfPage = {
  readonly content: string;
  /** In points: the lower left and the upper right corner. */
  readonly box?: readonly [number, number, number, number];
  /** Further raw entries of the page's dictionary. */
  readonly entries?: string;
  /** Further raw entries of the page's fonts. */
  readonly fonts?: string;
  /** Further raw entries of the page's resources. */
  readonly resources?: string;
  /** A JPEG or raw RGB picture named /Im0. */
  readonly image?: PdfImage;
};

export type PdfImage = {
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
  /** `DCTDecode` for a JPEG; null for raw RGB rows. */
  readonly filter: 'DCTDecode' | 'FlateDecode' | 'CCITTFaxDecode' | null;
  readonly colorSpace?: string;
  readonly bits?: 1 | 8;
  /** Further raw entries of the picture's dictionary. */
  readonly entries?: string;
};

/** Chinese text in a font that is not embedded: the reader must substitute one. */
const songFont =
  '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [ << /Type /Font ' +
  '/Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> ' +
  '/FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] ' +
  '/ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >> /DW 1000 >> ] >>';
/** The same with half-width letters and digits, as Chinese producers set them. */
const halfWidthFont = songFont.replace('/DW 1000', '/DW 1000 /W [1 95 500]');
const latinFont = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

const utf16Hex = (text: string): string => {
  const bytes = Buffer.from(text, 'utf16le').swap16();
  return `<${bytes.toString('hex')}>`;
};

/** Operators that show a text at a position, in points from the lower left corner. */
export const chineseText = (text: string, x: number, y: number, size: number): string =>
  `BT /F2 ${size} Tf ${x} ${y} Td ${utf16Hex(text)} Tj ET`;
export const invoiceText = (text: string, x: number, y: number, size: number): string =>
  `BT /F3 ${size} Tf ${x.toFixed(2)} ${y.toFixed(2)} Td ${utf16Hex(text)} Tj ET`;
export const latinText = (text: string, x: number, y: number, size: number): string =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET`;
/** Operators that fill a rectangle with an RGB colour. */
export const filledBox = (x: number, y: number, w: number, h: number, rgb = '0 0 0'): string =>
  `${rgb} rg ${x} ${y} ${w} ${h} re f`;

/** Joins the parts of a PDF and adds its cross-reference table. */
const assemble = (objects: readonly Buffer[], trailer: string): Buffer => {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let length = parts[0]?.length ?? 0;
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    const whole = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    offsets.push(length);
    parts.push(whole);
    length += whole.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} ` +
        `/Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
};

const stream = (dictionary: string, bytes: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);

const imageObject = ({
  width,
  height,
  bytes,
  filter,
  colorSpace = '/DeviceRGB',
  bits = 8,
  entries = '',
}: PdfImage): Buffer =>
  stream(
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace ${colorSpace} ` +
      `/BitsPerComponent ${bits} ${filter === null ? '' : `/Filter /${filter}`} ${entries}`,
    bytes,
  );

/** Password protection of a PDF: how its streams are encrypted, and the entries of its trailer. */
export type PdfProtection = {
  readonly encrypt: (bytes: Buffer, object: number) => Buffer;
  readonly trailer: string;
};

const unprotected: PdfProtection = { encrypt: (bytes) => bytes, trailer: '' };

/** A file embedded in the PDF. */
type EmbeddedFile = { readonly name: string; readonly bytes: Buffer };

/** A generated PDF; pages are A4 unless they say otherwise. */
export const pdf = (
  pages: readonly PdfPage[],
  { encrypt, trailer }: PdfProtection = unprotected,
  embedded: readonly EmbeddedFile[] = [],
  /** Whether the file has a layer that is switched off: the resource `/Off` of each page. */
  hasLayer = false,
): Buffer => {
  const objects: Buffer[] = [
    Buffer.alloc(0),
    Buffer.alloc(0),
    Buffer.from(latinFont),
    Buffer.from(songFont),
    Buffer.from(halfWidthFont),
    ...(hasLayer ? [Buffer.from('<< /Type /OCG /Name (Off) >>')] : []),
  ];
  const layer = hasLayer ? ' /OCProperties << /OCGs [ 6 0 R ] /D << /OFF [ 6 0 R ] >> >>' : '';
  const properties = hasLayer ? ' /Properties << /Off 6 0 R >>' : '';
  const kids: number[] = [];
  for (const { content, box = [0, 0, 595, 842], entries = '', fonts = '', resources = '', image } of pages) {
    objects.push(stream('', encrypt(Buffer.from(content), objects.length + 1)));
    const contentId = objects.length;
    if (image) {
      const bytes = encrypt(image.bytes, objects.length + 1);
      objects.push(imageObject({ ...image, bytes }));
    }
    const drawn = image ? `/XObject << /Im0 ${objects.length} 0 R >>` : '';
    objects.push(
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [${box.join(' ')}] /Contents ${contentId} 0 R ${entries} ` +
          `/Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 5 0 R${fonts && ` ${fonts}`} >> ${drawn}${properties}${resources && ` ${resources}`} >> >>`,
      ),
    );
    kids.push(objects.length);
  }
  const names = embedded.map(({ name, bytes }) => {
    objects.push(stream('/Type /EmbeddedFile', encrypt(bytes, objects.length + 1)));
    return `(${name}) << /Type /Filespec /F (${name}) /EF << /F ${objects.length} 0 R >> >>`;
  });
  const files = names.length > 0 ? `/Names << /EmbeddedFiles << /Names [ ${names.join(' ')} ] >> >>` : '';
  objects[0] = Buffer.from(`<< /Type /Catalog /Pages 2 0 R ${files}${layer} >>`);
  objects[1] = Buffer.from(
    `<< /Type /Pages /Count ${kids.length} /Kids [ ${kids.map((kid) => `${kid} 0 R`).join(' ')} ] >>`,
  );
  return assemble(objects, trailer);
};

/** A page with one picture from edge to edge, like a scanner's. */
export const scannedPage = (image: PdfImage, width = 595, height = 842): PdfPage => ({
  content: `q ${width} 0 0 ${height} 0 0 cm /Im0 Do Q`,
  box: [0, 0, width, height],
  image,
});
