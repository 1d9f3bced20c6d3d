import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstWidth, fittedWidths, paneBounds } from '../../../../renderer/state/panel-view.ts';

const panes = ['list', 'vat-invoice', 'face-detect'] as const;
const windowWidth = fc.integer({ min: 1024, max: 5120 });

describe('widths of the panes', () => {
  test('are initially within their bounds in every window', () => {
    fc.assert(
      fc.property(fc.constantFrom(...panes), windowWidth, (pane, width) => {
        const { least, most } = paneBounds[pane];
        expect(firstWidth(pane, width)).toBeGreaterThanOrEqual(least);
        expect(firstWidth(pane, width)).toBeLessThanOrEqual(most);
      }),
    );
  });

  test('leave room for the picture in windows from 1024 pixels, for any user setting', () => {
    const list = fc.integer({ min: paneBounds.list.least, max: paneBounds.list.most });
    const panel = fc.integer({ min: paneBounds['face-detect'].least, max: paneBounds['face-detect'].most });
    fc.assert(
      fc.property(list, panel, windowWidth, (listWidth, panelWidth, width) => {
        const fitted = fittedWidths(listWidth, panelWidth, width);
        expect(width - fitted.list - fitted.panel).toBeGreaterThanOrEqual(320);
        expect(fitted.list).toBeGreaterThanOrEqual(paneBounds.list.least);
        expect(fitted.list).toBeLessThanOrEqual(listWidth);
        expect(fitted.panel).toBeLessThanOrEqual(panelWidth);
      }),
    );
  });

  test('are unchanged if they fit', () => {
    expect(fittedWidths(260, 420, 1440)).toEqual({ list: 260, panel: 420 });
  });
});
