import type { ReactNode } from 'react';
import { useSetForAll } from '../tools.ts';

/** Controls of what administrators set for everybody: disabled for reviewers of an office. */
export const ForAdministrators = ({ children }: { readonly children: ReactNode }) => (
  <fieldset className="for-administrators" disabled={useSetForAll()}>
    {children}
  </fieldset>
);
