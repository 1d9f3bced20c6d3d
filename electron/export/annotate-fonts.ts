/** Chinese font families of Windows, macOS and Linux, sans serif before serif. */
const chineseFamilies = [
  'Noto Sans CJK SC',
  'Noto Sans SC',
  'Source Han Sans SC',
  'Source Han Sans CN',
  'Microsoft YaHei',
  'Microsoft YaHei UI',
  'PingFang SC',
  'Hiragino Sans GB',
  'Heiti SC',
  'STHeiti',
  'SimHei',
  'WenQuanYi Micro Hei',
  'WenQuanYi Zen Hei',
  'Droid Sans Fallback',
  'DengXian',
  'SimSun',
  'NSimSun',
  'Songti SC',
  'STSong',
  'Noto Serif CJK SC',
  'AR PL UMing CN',
  'AR PL UKai CN',
] as const;

const plainFamilies = [
  'Noto Sans',
  'DejaVu Sans',
  'Liberation Sans',
  'Segoe UI',
  'Helvetica Neue',
  'Arial',
] as const;

export type FontChoice = {
  /** The families for a canvas's `font`, without the size. */
  readonly families: string;
  /** Whether Chinese can be drawn; if not, labels use Latin text only. */
  readonly hasChinese: boolean;
};

const quoted = (family: string): string => `"${family}"`;

/** The best of the installed families. */
export const chooseFont = (available: Iterable<string>): FontChoice => {
  const present = new Set(available);
  const chinese = chineseFamilies.find((family) => present.has(family));
  const plain = plainFamilies.find((family) => present.has(family));
  const families = [chinese, plain].filter((family) => family !== undefined).map(quoted);
  return { families: [...families, 'sans-serif'].join(', '), hasChinese: chinese !== undefined };
};
