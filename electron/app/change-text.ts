import type { KeptFaceEdit } from '../../shared/face/edit.ts';
import type { LinesEdit } from '../../shared/invoice/lines-edit.ts';
import type { Bilingual } from '../../shared/language.ts';
import type { ReviewChange } from '../../shared/review/event.ts';
import { changeTexts, faceChangeTexts, lineChangeTexts } from '../../shared/texts/review-changes.ts';

/** The number of characters of a pasted text that are quoted. */
const mostQuoted = 60;

const linesText = (edit: LinesEdit): Bilingual => {
  if (edit.kind === 'move') return lineChangeTexts.move;
  if (edit.kind !== 'paste') return lineChangeTexts[edit.kind](edit.at + 1);
  const pasted = edit.cells.map(({ value }) => value ?? '').join(' ');
  return lineChangeTexts.paste(pasted.slice(0, mostQuoted));
};

const facesText = (edit: KeptFaceEdit): Bilingual => {
  if (edit.kind === 'attribute') return faceChangeTexts.attribute(edit.name, edit.value);
  return edit.kind === 'exclude' ? faceChangeTexts.exclude(edit.reason) : faceChangeTexts[edit.kind];
};

/** The effect of a change in words, with its value if it has one. */
export const changeText = (change: ReviewChange): Bilingual => {
  if (change.kind === 'correct') return changeTexts.correct(change.value);
  if (change.kind === 'note') return changeTexts.note(change.text);
  if (change.kind === 'edit-lines') return linesText(change.edit);
  return change.kind === 'edit-faces' ? facesText(change.edit) : changeTexts[change.kind];
};
