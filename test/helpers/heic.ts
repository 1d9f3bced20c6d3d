/**
 * Writes HEIC files of plain coding blocks (I_PCM), because no encoder for HEVC installs from npm. Sources:
 * ITU-T H.265 clauses 7.3 and 9.3.4, ISO/IEC 23008-12.
 */

type Colour = readonly [red: number, green: number, blue: number];

/** A picture by its colour at each place. */
export type Painted = {
  readonly width: number;
  readonly height: number;
  readonly at: (x: number, y: number) => Colour;
};

type HeicOptions = {
  /** Quarter turns counter-clockwise that a viewer makes. */
  readonly turns?: 0 | 1 | 2 | 3;
  /** Side of the tiles of a grid, as phones write them; without it the picture is one item. */
  readonly tile?: number;
  /** Metadata of the camera. */
  readonly exif?: Buffer;
  readonly brand?: string;
  /** A different height in the stream only, for hostile files. */
  readonly streamHeight?: number;
};

/** Side of a coding block in pixels. */
const block = 16;

class BitWriter {
  private readonly bytes: number[] = [];
  private held = 0;
  private count = 0;

  bits(value: number, length: number): void {
    for (let bit = length - 1; bit >= 0; bit -= 1) {
      this.held = (this.held << 1) | (Math.floor(value / 2 ** bit) & 1);
      this.count += 1;
      if (this.count < 8) continue;
      this.bytes.push(this.held);
      [this.held, this.count] = [0, 0];
    }
  }

  flags(...values: readonly (0 | 1)[]): void {
    for (const value of values) this.bits(value, 1);
  }

  /** Exp-Golomb codes, ue(v); se(v) is only written as 0, which is the same. */
  golomb(...values: readonly number[]): void {
    for (const value of values) {
      const length = Math.floor(Math.log2(value + 1));
      this.bits(0, length);
      this.bits(value + 1, length + 1);
    }
  }

  zeroAlign(): void {
    while (this.count > 0) this.bits(0, 1);
  }

  stop(): void {
    this.bits(1, 1);
    this.zeroAlign();
  }

  raw(bytes: readonly number[]): void {
    for (const byte of bytes) this.bytes.push(byte);
  }

  done(): Buffer {
    return Buffer.from(this.bytes);
  }
}

/** A NAL unit with its escapes: no three bytes of it look like a start code. */
const nal = (type: number, payload: Buffer): Buffer => {
  const bytes: number[] = [type << 1, 1];
  let zeros = 0;
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      bytes.push(3);
      zeros = 0;
    }
    bytes.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Buffer.from(bytes);
};

/** Main Still Picture, level 6. */
const profile = (out: BitWriter): void => {
  out.bits(3, 8);
  out.bits(0x70_00_00_00, 32);
  out.bits(0x90, 8);
  out.bits(0, 40);
  out.bits(180, 8);
};

const videoParameters = (): Buffer => {
  const out = new BitWriter();
  out.bits(0, 4);
  out.flags(1, 1);
  out.bits(0, 9);
  out.flags(1);
  out.bits(0xffff, 16);
  profile(out);
  out.flags(1);
  out.golomb(0, 0, 0);
  out.bits(0, 6);
  out.golomb(0);
  out.flags(0, 0);
  out.stop();
  return nal(32, out.done());
};

const coded = (side: number): number => Math.ceil(side / block) * block;

const sequenceParameters = (width: number, height: number): Buffer => {
  const out = new BitWriter();
  out.bits(0, 7);
  out.flags(1);
  profile(out);
  out.golomb(0, 1, coded(width), coded(height));
  out.flags(1);
  out.golomb(0, (coded(width) - width) / 2, 0, (coded(height) - height) / 2);
  out.golomb(0, 0, 0);
  out.flags(1);
  out.golomb(0, 0, 0);
  // Coding blocks of 16 pixels only; transform blocks of 4 to 16.
  out.golomb(1, 0, 0, 2, 0, 0);
  out.flags(0, 0, 0, 1);
  out.bits(7, 4);
  out.bits(7, 4);
  out.golomb(1, 0);
  out.flags(1);
  out.golomb(0);
  out.flags(0, 0, 0, 0, 0);
  out.stop();
  return nal(33, out.done());
};

const pictureParameters = (): Buffer => {
  const out = new BitWriter();
  out.golomb(0, 0);
  out.bits(0, 7);
  out.golomb(0, 0, 0);
  out.flags(0, 0, 0);
  out.golomb(0, 0);
  out.flags(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  out.golomb(0);
  out.flags(0, 0);
  out.stop();
  return nal(34, out.done());
};

/** Ranges of the less probable symbol at the widest quarter, by state (table 9-52). */
const lessProbable = [
  240, 227, 216, 205, 195, 185, 175, 166, 158, 150, 142, 135, 128, 122, 116, 110, 104, 99, 94, 89, 85, 80, 76,
  72, 69, 65, 62, 59, 56, 53, 50, 48, 45, 43, 41, 39, 37, 35, 33, 31, 30, 28, 27, 25, 24, 23, 22, 21, 20, 19,
  18, 17, 16, 15, 14, 14, 13, 12, 12, 11, 11, 10, 9,
];

/** Ends an arithmetic code whose only bits so far were probable ones: its lower end is the whole range. */
const flush = (out: BitWriter, low: number): void => {
  // Seven shifts of a register of ten bits; the first bit of a code is not written.
  const shifted = low << 7;
  out.bits((shifted >> 10) & 0x3f, 6);
  out.bits((shifted >> 9) & 1, 1);
  out.bits(((shifted >> 7) & 3) | 1, 2);
};

const slice = (picture: Painted): Buffer => {
  const out = new BitWriter();
  out.flags(1, 0);
  out.golomb(0, 2, 0);
  out.stop();
  const [width, height] = [coded(picture.width), coded(picture.height)];
  const inside = (x: number, y: number): Colour =>
    picture.at(Math.min(x, picture.width - 1), Math.min(y, picture.height - 1));
  let state = 0;
  let range = 510;
  for (let top = 0; top < height; top += block)
    for (let left = 0; left < width; left += block) {
      // The block is not divided (the probable value). Its raw samples follow.
      range -= lessProbable[state] ?? 0;
      state = Math.min(62, state + 1);
      flush(out, range - 2);
      out.zeroAlign();
      out.raw(samples(inside, left, top));
      const isLast = top + block >= height && left + block >= width;
      range = 510 - 2;
      if (isLast) flush(out, range);
    }
  out.zeroAlign();
  return nal(20, out.done());
};

const clamp = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));

/** BT.601 in its full range, with colour at half the resolution. */
const samples = (at: Painted['at'], left: number, top: number): readonly number[] => {
  const luma: number[] = [];
  const [blues, reds]: [number[], number[]] = [[], []];
  for (let y = top; y < top + block; y += 1)
    for (let x = left; x < left + block; x += 1) {
      const [red, green, blue] = at(x, y);
      luma.push(clamp(0.299 * red + 0.587 * green + 0.114 * blue));
      if (x % 2 !== 0 || y % 2 !== 0) continue;
      blues.push(clamp(128 - 0.168_736 * red - 0.331_264 * green + 0.5 * blue));
      reds.push(clamp(128 + 0.5 * red - 0.418_688 * green - 0.081_312 * blue));
    }
  return [...luma, ...blues, ...reds];
};

const number = (value: number, bytes: 1 | 2 | 4): Buffer => {
  const out = Buffer.alloc(bytes);
  out.writeUIntBE(value, 0, bytes);
  return out;
};

const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([number(body.length + 8, 4), Buffer.from(type, 'latin1'), body]);
};

/** A box with a version, and flags of zero. */
const fullBox = (type: string, version: number, ...parts: readonly Buffer[]): Buffer =>
  box(type, Buffer.from([version, 0, 0, 0]), ...parts);

const configuration = (width: number, height: number): Buffer => {
  const units = [
    [32, videoParameters()],
    [33, sequenceParameters(width, height)],
    [34, pictureParameters()],
  ] as const;
  const head = [
    1, 3, 0x70, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 180, 0xf0, 0, 0xfc, 0xfd, 0xf8, 0xf8, 0, 0, 0x0f, 3,
  ];
  return box(
    'hvcC',
    Buffer.from(head),
    ...units.map(([type, bytes]) =>
      Buffer.concat([number(0x80 | type, 1), number(1, 2), number(bytes.length, 2), bytes]),
    ),
  );
};

const sizeBox = (width: number, height: number): Buffer =>
  fullBox('ispe', 0, number(width, 4), number(height, 4));

type Item = {
  readonly id: number;
  readonly type: string;
  readonly data: Buffer;
  readonly hidden?: boolean;
  readonly properties: readonly number[];
};

const itemEntry = ({ id, type, hidden = false }: Item): Buffer =>
  box(
    'infe',
    Buffer.from([2, 0, 0, hidden ? 1 : 0]),
    number(id, 2),
    number(0, 2),
    Buffer.from(`${type}\0`, 'latin1'),
  );

const metaBox = (
  items: readonly Item[],
  properties: readonly Buffer[],
  references: readonly Buffer[],
  dataAt: number,
): Buffer => {
  let at = dataAt;
  const locations = items.map(({ id, data }) => {
    const entry = Buffer.concat([
      number(id, 2),
      number(0, 2),
      number(1, 2),
      number(at, 4),
      number(data.length, 4),
    ]);
    at += data.length;
    return entry;
  });
  const described = items.filter((item) => item.properties.length > 0);
  return fullBox(
    'meta',
    0,
    fullBox('hdlr', 0, number(0, 4), Buffer.from('pict', 'latin1'), Buffer.alloc(13)),
    fullBox('pitm', 0, number(1, 2)),
    fullBox('iinf', 0, number(items.length, 2), ...items.map(itemEntry)),
    ...(references.length > 0 ? [fullBox('iref', 0, ...references)] : []),
    box(
      'iprp',
      box('ipco', ...properties),
      fullBox(
        'ipma',
        0,
        number(described.length, 4),
        ...described.map((item) =>
          Buffer.concat([
            number(item.id, 2),
            number(item.properties.length, 1),
            ...item.properties.map((property) => number(0x80 | property, 1)),
          ]),
        ),
      ),
    ),
    fullBox('iloc', 0, number(0x44, 1), number(0, 1), number(items.length, 2), ...locations),
  );
};

const lengthPrefixed = (unit: Buffer): Buffer => Buffer.concat([number(unit.length, 4), unit]);

/** A whole HEIC file. */
export const heic = (
  picture: Painted,
  { turns = 0, tile, exif, brand = 'heic', streamHeight }: HeicOptions = {},
): Buffer => {
  const { width, height } = picture;
  const part = tile ?? 0;
  const [columns, rows] = part > 0 ? [Math.ceil(width / part), Math.ceil(height / part)] : [1, 1];
  const tiles: Item[] = [];
  const tileCount = part > 0 ? columns * rows : 0;
  for (let index = 0; index < tileCount; index += 1) {
    const [left, top] = [(index % columns) * part, Math.floor(index / columns) * part];
    const own = {
      width: part,
      height: part,
      at: (x: number, y: number) => picture.at(Math.min(left + x, width - 1), Math.min(top + y, height - 1)),
    };
    tiles.push({
      id: index + 2,
      type: 'hvc1',
      data: lengthPrefixed(slice(own)),
      hidden: true,
      properties: [1, 2],
    });
  }
  const properties = [
    configuration(part || width, streamHeight ?? (part || height)),
    sizeBox(part || width, part || height),
    sizeBox(width, height),
    box('irot', number(turns, 1)),
  ];
  const main: Item =
    part > 0
      ? {
          id: 1,
          type: 'grid',
          data: Buffer.concat([
            Buffer.from([0, 0, rows - 1, columns - 1]),
            number(width, 2),
            number(height, 2),
          ]),
          properties: [3, 4],
        }
      : { id: 1, type: 'hvc1', data: lengthPrefixed(slice(picture)), properties: [1, 2, 4] };
  const camera: Item[] = exif
    ? [{ id: tiles.length + 2, type: 'Exif', data: Buffer.concat([number(0, 4), exif]), properties: [] }]
    : [];
  const items = [main, ...tiles, ...camera];
  const reference = (type: string, from: number, to: readonly number[]) =>
    box(type, number(from, 2), number(to.length, 2), ...to.map((id) => number(id, 2)));
  const references = [
    ...(tiles.length > 0
      ? [
          reference(
            'dimg',
            1,
            tiles.map(({ id }) => id),
          ),
        ]
      : []),
    ...camera.map(({ id }) => reference('cdsc', id, [1])),
  ];
  const head = box('ftyp', Buffer.from(`${brand}\0\0\0\0mif1heic`, 'latin1'));
  const before = head.length + metaBox(items, properties, references, 0).length + 8;
  return Buffer.concat([
    head,
    metaBox(items, properties, references, before),
    box('mdat', ...items.map(({ data }) => data)),
  ]);
};
