import type { PageSummary } from '../../../shared/contract/page.ts';
import type { IconName } from '../../ui/icon.tsx';

/** Icon and tone of a row's state. */
type StateSign = { readonly icon: IconName; readonly tone: 'ok' | 'info' | 'warn' | 'error' };

/** One sign per row: the processing state, and at the end the result of the checks. */
export const stateSign = ({ state, findings, review, failure }: PageSummary): StateSign => {
  switch (state) {
    case 'waiting':
      return { icon: 'clock', tone: 'info' };
    case 'calling':
      return { icon: 'busy', tone: 'info' };
    case 'interrupted':
      return { icon: 'pause', tone: 'warn' };
    case 'cancelled':
      return { icon: 'minus', tone: 'info' };
    case 'failed':
      return { icon: 'error', tone: 'error' };
    case 'recognized':
      if (review === 'confirmed') return { icon: 'confirmed', tone: 'ok' };
      if (review === 'aside') return { icon: 'aside', tone: 'info' };
      if (findings.error > 0) return { icon: 'alert', tone: 'error' };
      if (findings.warn > 0 || failure) return { icon: 'alert', tone: 'warn' };
      return { icon: 'check', tone: 'ok' };
    default:
      return state satisfies never;
  }
};
