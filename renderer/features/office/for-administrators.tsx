import type { ReactNode } from 'react';
import { useSetForAll } from '../tools.ts';

/** Controls for settings that administrators set for everybody. Disabled for reviewers of an office. */
export const ForAdministrators = ({ children }: { readonly children: ReactNode }) => (
  <fieldset className="for-administrators" disabled={useSetForAll()}>
    {children}
  </fieldset>
);
