import { useState, type KeyboardEvent } from 'react';
import type { PageSummary } from '../../shared/contract/page.ts';
import { useTools } from './tools.ts';

/** A grid of pages. Enter or a double click shows one with its picture. */
export const usePageRows = (pages: readonly PageSummary[]) => {
  const { actions } = useTools();
  const [active, setActive] = useState(-1);
  const open = (index: number): void => {
    const page = pages[index];
    if (page) void actions.openFromHistory(page);
  };
  return {
    hasActive: active >= 0,
    openActive: () => open(active),
    grid: {
      count: pages.length,
      keyOf: (index: number) => pages[index]?.id ?? index,
      active: Math.min(active, pages.length - 1),
      onActive: setActive,
      onKey: ({ key }: KeyboardEvent, index: number) => {
        if (key === 'Enter') open(index);
      },
    },
  };
};
