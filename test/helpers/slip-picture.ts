import { createCanvas } from '@napi-rs/canvas';
import { nodeReader } from '../../electron/extract/local/engine/node-reader.ts';
import { createLineReader } from '../../electron/extract/local/engine/reader-pool.ts';
import { placePage } from '../../electron/extract/local/place/place-page.ts';
import type { MadeSlip } from '../samples/digital/made-slip.ts';
import { makeSlip, type SlipForm } from '../samples/digital/make-slip.ts';
import { faultsOf } from './read-slips.ts';
import { requireScanFonts } from './scans/print.ts';

/** Pixels a point: 200 dpi. */
const scale = 200 / 72;
const margin = 20;
const type = 9;

/** The picture of a form on paper, without noise. */
export const slipPicture = ({ texts, width }: Pick<MadeSlip, 'texts' | 'width'>): Buffer => {
  requireScanFonts();
  const bottom = Math.max(...texts.map(([, , y]) => y));
  const canvas = createCanvas((width + 2 * margin) * scale, (bottom + 2 * margin) * scale);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#222';
  context.font = `${type * scale}px "Scan Sans", "Scan Serif"`;
  for (const [text, x, y] of texts) context.fillText(text, (x + margin) * scale, (y + margin) * scale);
  return canvas.toBuffer('image/png');
};

/** The same values without blanks. */
const withoutBlanks = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value), (_, text: unknown) =>
    typeof text === 'string' ? text.replaceAll(' ', '') : text,
  ) as Value;

/** What was read otherwise from pictures of generated forms on paper. */
export const misreadPictures = async (
  forms: readonly SlipForm[],
  rounds: number,
): Promise<readonly string[]> => {
  const reader = createLineReader(nodeReader());
  const wrong: string[] = [];
  try {
    for (const form of forms)
      for (let seed = 1; seed <= rounds; seed += 1) {
        const made = makeSlip(form, seed);
        const read = await reader.read({ bytes: slipPicture(made) });
        if (!read.ok) throw new Error(`${form} was not read: ${read.failure.code}`);
        const [placed = null] = placePage(read.value, { codes: [], confirmed: [] });
        // A mark on a right value costs a look; a recognizer loses blanks.
        const faults = faultsOf(withoutBlanks(placed), withoutBlanks(made));
        const misread = faults.filter((fault) => !fault.startsWith('low-confidence'));
        wrong.push(...misread.map((fault) => `${form} ${seed}: ${fault}`));
      }
  } finally {
    await reader.close();
  }
  return wrong;
};
