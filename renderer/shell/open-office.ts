import type { Person } from '../../shared/contract/office.ts';
import { callOffice, takeLink } from '../state/office.ts';
import type { EntranceView } from './entrance.tsx';

/**
 * The signed-in user, or the view for a user who is not signed in. A link has priority, because it may set a
 * new password.
 */
export const openOffice = async (): Promise<
  { readonly person: Person } | { readonly view: EntranceView }
> => {
  // A link that is opened in a tab that shows this page already changes nothing but the address.
  window.addEventListener('hashchange', () => window.location.reload());
  const secret = takeLink();
  if (secret !== null) {
    const link = await callOffice('openLink', { link: secret });
    return {
      view: link.ok ? { kind: 'link', secret, link: link.value } : { kind: 'failure', failure: link.failure },
    };
  }
  const who = await callOffice('who', {});
  if (!who.ok) return { view: { kind: 'failure', failure: who.failure } };
  return who.value.person ? { person: who.value.person } : { view: { kind: 'sign-in' } };
};
