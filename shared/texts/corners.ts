import type { Bilingual } from '../language.ts';

const say = (zh: string, en: string): Bilingual => ({ zh, en });

/** The texts for cropping a page by its corners. They are loaded with the preview. */
export const cornersTexts = {
  crop: say('裁剪拉正', 'Crop and straighten'),
  apply: say('应用', 'Apply'),
  cancel: say('取消', 'Cancel'),
  whole: say('恢复整页', 'Show the whole page'),
  straightened: say('已裁剪拉正', 'cropped and straightened'),
  hint: say(
    '将四角拖到发票四角，或用方向键移动（按住 Shift 更快）。原文件不变。',
    'Drag the corners to those of the invoice, or move them with the arrow keys (Shift moves faster). The file stays unchanged.',
  ),
} as const satisfies Readonly<Record<string, Bilingual>>;

/** The names of the four corners, clockwise from the top left. */
export const cornerNames = [
  say('左上角', 'Top left corner'),
  say('右上角', 'Top right corner'),
  say('右下角', 'Bottom right corner'),
  say('左下角', 'Bottom left corner'),
] as const;
