import type { Bilingual } from '../language.ts';
import { joinItems } from './phrases.ts';

const say = (zh: string, en: string): Bilingual => ({ zh, en });

/** The names of the evidence for values that were recognized on this computer. */
const evidenceNames = {
  'line-sum': say('各行金额合计', 'the sum of the lines'),
  'tax-sum': say('各行税额合计', 'the sum of the taxes'),
  'gross-sum': say('金额与税额之和', 'net plus tax'),
  words: say('大写金额', 'the amount in words'),
  product: say('数量 × 单价', 'quantity × unit price'),
  rate: say('金额 × 税率', 'amount × rate'),
  qr: say('二维码', 'the QR code'),
  'printed-twice': say('重复印刷', 'the second print'),
  'check-character': say('识别号校验位', 'the check character of the taxpayer ID'),
  'confirmed-pair': say('此前确认的单位', 'a company that you confirmed before'),
  year: say('年份', 'the year'),
} as const;

export type EvidenceName = keyof typeof evidenceNames;

const listed = (names: readonly EvidenceName[]): Bilingual => ({
  zh: joinItems(
    names.map((name) => evidenceNames[name].zh),
    'zh',
  ),
  en: joinItems(
    names.map((name) => evidenceNames[name].en),
    'en',
  ),
});

export const evidenceTexts = {
  proven: (names: readonly EvidenceName[], fields: Bilingual) => {
    const evidence = listed(names);
    return say(`${fields.zh}：由${evidence.zh}证实`, `${fields.en}: proven by ${evidence.en}`);
  },
  repaired: (from: string | null, to: string, names: readonly EvidenceName[]) => {
    const evidence = listed(names);
    return from === null
      ? say(
          `读作“${to}”：只有这一读法与${evidence.zh}相符`,
          `read as ${to}: the only reading that agrees with ${evidence.en}`,
        )
      : say(`读到“${from}”，按${evidence.zh}应为“${to}”`, `read ${from}; by ${evidence.en} it is ${to}`);
  },
  contradicted: (names: readonly EvidenceName[]) => {
    const evidence = listed(names);
    return say(`与${evidence.zh}不符，请核对`, `contradicts ${evidence.en}: compare it with the picture`);
  },
  hidden: say(
    '印章或其他文字盖住了此栏，可能没有读全，请核对',
    'a seal or other text covers this field, so it may be incomplete: compare it with the picture',
  ),
  coarse: say(
    '黑白扫描件分辨率太低，笔画残缺：请逐项核对，或用灰度、200 dpi 以上重新扫描',
    'this scan has only black and white at a low resolution, so strokes are missing: compare every value, or scan it again in grey at 200 dpi or more',
  ),
  odd: say('此栏的文字可能没有读全，请核对', 'this text may be incomplete: compare it with the picture'),
} as const;
