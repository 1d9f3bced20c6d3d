import type { Bilingual } from '../language.ts';

const say = (zh: string, en: string): Bilingual => ({ zh, en });

/** The texts of the controls for the look of pictures. */
export const pictureLookTexts = {
  title: say('图片显示', 'Look of the picture'),
  hint: say(
    '只改变显示，不改变文件，也不影响识别。',
    'Changes only what you see, no file and no recognition.',
  ),
  brightness: say('亮度', 'Brightness'),
  contrast: say('对比度', 'Contrast'),
  invert: say('反色', 'Invert'),
  reset: say('恢复原样', 'Reset'),
} as const;
