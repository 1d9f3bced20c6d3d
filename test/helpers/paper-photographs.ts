import { createCanvas, type Canvas } from '@napi-rs/canvas';
import { defaultSettings } from '../../shared/contract/settings.ts';
import { scoresOn } from '../../electron/extract/local/place/paper-doubts.ts';
import { scanPageOf } from '../../electron/extract/local/place/scan-glyphs.ts';
import { nodeReader } from '../../electron/extract/local/engine/node-reader.ts';
import { createLineReader } from '../../electron/extract/local/engine/reader-pool.ts';
import { textRowsOf } from '../../electron/extract/document/page-text/rows.ts';
import { paperIn } from '../../electron/extract/document/page-text/papers.ts';
import type { Paper, PaperType } from '../../shared/invoice/paper.ts';
import { paperKinds, type Item, type PaperKind } from './paper-kinds.ts';
import { randomFrom, type Random } from './random.ts';
import { degrade } from './scans/degrade.ts';
import { requireScanFonts } from './scans/print.ts';

const companies = [
  '启明纸业（苏州）有限公司',
  '青禾信息技术股份有限公司',
  '远山科技有限公司',
  '海棠商贸有限公司',
  '临港机电设备厂',
  '北辰物业管理有限责任公司',
];

const hotels = ['虚构大酒店', '海景宾馆'];
const offices = ['国家税务总局苏州市税务局', '国家税务总局上海市浦东新区税务局'];
const bodies = ['苏州市人事考试中心', '江苏省慈善总会'];

const payeeOf = (random: Random, type: PaperType, payer: string): string => {
  if (type === 'hotel-bill') return random.pick(hotels);
  if (type === 'tax-certificate') return random.pick(offices);
  if (type === 'fiscal-receipt') return random.pick(bodies);
  return random.pick(companies.filter((one) => one !== payer));
};

const two = (number: number): string => String(number).padStart(2, '0');

/** What a paper of a kind states; the same for a seed. */
const paperOf = ({ type, lacks = [] }: PaperKind, random: Random): Paper => {
  const payer = random.pick(companies);
  const all: Paper = {
    type,
    number: Array.from({ length: 14 }, () => random.whole(1, 9)).join(''),
    date: `2026-${two(random.whole(1, 12))}-${two(random.whole(1, 28))}`,
    amount: (random.whole(1_000, 900_000) / 100).toFixed(2),
    payer,
    payee: payeeOf(random, type, payer),
  };
  return { ...all, ...Object.fromEntries(lacks.map((value) => [value, null])) };
};

/** Pixels a point: 200 dpi. */
const scale = 200 / 72;
const [width, height, type] = [600, 240, 9];

const drawn = (items: readonly Item[]): Canvas => {
  requireScanFonts();
  const canvas = createCanvas(width * scale, height * scale);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#222';
  context.strokeStyle = '#555';
  context.font = `${type * scale}px "Scan Sans", "Scan Serif"`;
  for (const item of items) {
    if (item.length === 3) {
      context.fillText(item[0], item[1] * scale, item[2] * scale);
      continue;
    }
    context.beginPath();
    context.moveTo(item[0] * scale, item[1] * scale);
    context.lineTo(item[2] * scale, item[3] * scale);
    context.stroke();
  }
  return canvas;
};

/** A value that was read from a picture of a paper in another way than it is stated there. */
export type Misread = {
  readonly kind: string;
  readonly seed: number;
  readonly value: keyof Paper;
  readonly stated: string | null;
  readonly read: string | null;
  /** A finding has the user compare it. */
  readonly isMarked: boolean;
};

const keys = ['type', 'number', 'date', 'amount', 'payer', 'payee'] as const;

const plain = (text: string | null): string | null =>
  text?.replaceAll(/\s/gu, '').replaceAll('(', '（').replaceAll(')', '）') ?? null;

/** What was read otherwise from photographs and scans of generated papers. */
export const misreadPhotographs = async (
  kinds: readonly string[],
  seeds: readonly number[],
): Promise<readonly Misread[]> => {
  const reader = createLineReader(nodeReader());
  const misread: Misread[] = [];
  try {
    for (const kind of kinds) {
      const made = paperKinds[kind];
      if (!made) throw new Error(`No such paper: ${kind}`);
      for (const seed of seeds) {
        const random = randomFrom(seed);
        const stated = paperOf(made, random);
        const canvas = drawn(made.items(stated, random));
        const { bytes } = await degrade(random, canvas, seed % 2 === 0 ? 'photographed' : 'scanned');
        const lines = await reader.read({ bytes });
        if (!lines.ok) throw new Error(`${kind} was not read: ${lines.failure.code}`);
        const page = scanPageOf(lines.value);
        const found = paperIn(textRowsOf(page.glyphs));
        const read = found?.paper;
        const scores = found ? scoresOn(found, page, lines.value) : {};
        for (const value of keys)
          if (plain(read?.[value] ?? null) !== plain(stated[value]))
            misread.push({
              kind,
              seed,
              value,
              stated: stated[value],
              read: read?.[value] ?? null,
              isMarked: value !== 'type' && (scores[value] ?? 1) < defaultSettings.confidenceLimit,
            });
      }
    }
  } finally {
    await reader.close();
  }
  return misread;
};
