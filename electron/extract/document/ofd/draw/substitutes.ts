import { loadShippedFont, shippedFamily } from '../../../../infra/canvas-fonts.ts';
import type { OfdFont } from '../resources.ts';

/** Font families of a style, in the order in which documents usually name them. */
type Substitutes = { readonly names: RegExp; readonly families: readonly string[] };

const song = ['SimSun', 'NSimSun', '宋体', 'Songti SC', 'STSong', 'Noto Serif CJK SC', 'Source Han Serif SC'];
const substitutes: readonly Substitutes[] = [
  {
    names: /仿宋|fang ?song/i,
    families: ['FangSong', '仿宋', 'FangSong_GB2312', 'STFangsong', ...song],
  },
  {
    names: /楷|kai/i,
    families: [
      'KaiTi',
      '楷体',
      'KaiTi_GB2312',
      'STKaiti',
      'Kaiti SC',
      'AR PL UKai CN',
      'LXGW WenKai',
      ...song,
    ],
  },
  {
    names: /黑|雅黑|hei|sans|arial|helvetica|verdana|calibri/i,
    families: [
      'SimHei',
      '黑体',
      'Microsoft YaHei',
      'PingFang SC',
      'Heiti SC',
      'Noto Sans CJK SC',
      'Source Han Sans SC',
      'WenQuanYi Zen Hei',
    ],
  },
  {
    names: /courier|mono|consol/i,
    families: ['Courier New', 'Courier', 'Liberation Mono', 'DejaVu Sans Mono', 'Noto Sans Mono', ...song],
  },
  { names: /times|serif/i, families: ['Times New Roman', 'Liberation Serif', ...song] },
  { names: /(?:)/, families: song },
];

let available: ReadonlySet<string> | null = null;

/** The available families, the shipped one included. */
export const loadFamilies = async (): Promise<ReadonlySet<string>> => {
  if (available) return available;
  const { GlobalFonts } = await import('@napi-rs/canvas');
  await loadShippedFont();
  available = new Set(GlobalFonts.families.map(({ family }) => family));
  return available;
};

/** A canvas's list of families for a font that is not embedded; the shipped one is always the last. */
export const familiesFor = (font: OfdFont | null, present: ReadonlySet<string>): string => {
  const named = font ? [font.name, font.family] : [];
  const style = substitutes.find(({ names }) => named.some((name) => names.test(name))) ?? substitutes.at(-1);
  const wanted = [...named, ...(style?.families ?? [])].filter((family) => present.has(family));
  return [...new Set([...wanted.slice(0, 2), shippedFamily])].map((family) => `"${family}"`).join(', ');
};
