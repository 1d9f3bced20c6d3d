import { createElement, type RefCallback } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { leaveForListAfter, useFocusTarget } from '../../../../renderer/state/focus.ts';

/** The ref that a component of this place gets. */
const refOf = (name: Parameters<typeof useFocusTarget>[0]): RefCallback<HTMLElement> => {
  let found: RefCallback<HTMLElement> | null = null;
  renderToStaticMarkup(
    createElement(() => {
      found = useFocusTarget(name);
      return null;
    }),
  );
  return found!;
};

/** A document whose body has the focus, and elements that take it. */
const stage = () => {
  const body = {};
  const page = Object.assign(new EventTarget(), { body, activeElement: body });
  const element = () => {
    const made: object = {
      focus: () => (page.activeElement = made),
      contains: (other: object) => other === made,
    };
    return made as HTMLElement;
  };
  vi.stubGlobal('document', page);
  return { page, element };
};

const settled = () => new Promise((resolve) => setImmediate(resolve));

const ends: (() => void)[] = [];
const show = (name: Parameters<typeof useFocusTarget>[0], element: HTMLElement) => {
  const end = refOf(name)(element);
  if (end) ends.push(end);
};

let page: ReturnType<typeof stage>['page'];
let element: ReturnType<typeof stage>['element'];
beforeEach(() => {
  ({ page, element } = stage());
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.unstubAllGlobals();
});

describe('after adding documents', () => {
  test('the focus moves to a list that is loaded later', async () => {
    const list = element();
    const moved = leaveForListAfter(Promise.resolve());
    await settled();
    expect(page.activeElement).toBe(page.body);
    show('list', list);
    await moved;
    expect(page.activeElement).toBe(list);
  });

  test.each(['keydown', 'pointerdown'])('%s leaves the focus where it is', async (event) => {
    const list = element();
    const moved = leaveForListAfter(Promise.resolve());
    await settled();
    page.dispatchEvent(new Event(event));
    await moved;
    show('list', list);
    await settled();
    expect(page.activeElement).toBe(page.body);
  });

  test('a focused picture keeps the focus', async () => {
    const [list, picture] = [element(), element()];
    show('picture', picture);
    show('list', list);
    picture.focus();
    await leaveForListAfter(Promise.resolve());
    expect(page.activeElement).toBe(picture);
  });

  test('a failure of the work is reported at once', async () => {
    await expect(leaveForListAfter(Promise.reject(new Error('no page')))).rejects.toThrow('no page');
    page.dispatchEvent(new Event('keydown'));
  });
});
