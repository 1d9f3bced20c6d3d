import { expect, test } from 'vitest';
import { isTextField } from '../../renderer/ui/keys.ts';

const elementOf = (html: string): Element => {
  const holder = document.createElement('div');
  holder.innerHTML = html;
  return holder.children[0]!;
};

// A file is pasted into the window unless a text field has the focus.
test.each([
  ['<input>', true],
  ['<input type="search">', true],
  ['<textarea></textarea>', true],
  ['<input type="range">', false],
  ['<input type="checkbox">', false],
  ['<input type="radio">', false],
  ['<select></select>', false],
  ['<button></button>', false],
])('whether %s is a text field: %s', (html, isOne) => {
  expect(isTextField(elementOf(html))).toBe(isOne);
});
