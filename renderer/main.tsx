import { Suspense, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './shell/app.tsx';
import { WindowFrame } from './shell/window-frame.tsx';
import { connect } from './shell/connect.ts';
import { isOffice, callOffice, takeLink } from './state/claims.ts';
import { openTab } from './state/local-storage.ts';
import { restoreDrafts, saveTypedAtEnd } from './state/typed.ts';
import { chosenLanguage, startTexts } from './ui/i18n/i18n.ts';
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import './ui/styles/buttons.css';
import './ui/styles/controls.css';
import './ui/styles/dialog.css';
import './ui/styles/start.css';
import './ui/styles/shell.css';
import './ui/styles/documents.css';
import './ui/styles/batch.css';
import './ui/styles/batch-tools.css';
import './ui/styles/column-menu.css';
import './ui/styles/date-input.css';
import './ui/styles/page.css';
import './ui/styles/intake.css';
import './ui/styles/face.css';
import './ui/styles/panel.css';
import './ui/styles/goods-lines.css';
import './ui/styles/conflict.css';
import './ui/styles/settings.css';
import './ui/styles/guide.css';
import './ui/styles/export.css';
import './ui/styles/history.css';
import './ui/styles/totals.css';
import './ui/styles/compare.css';
import './ui/styles/record.css';
import './ui/styles/office.css';
import './ui/styles/books.css';
import type { User } from '../shared/contract/office.ts';
import type { EntranceView } from './shell/entrance.tsx';
import { onDemand } from './ui/on-demand.ts';

/**
 * The signed-in user, or the view for a user who is not signed in. A link has priority, because it may set a
 * new password.
 */
const openOffice = async (): Promise<{ readonly user: User } | { readonly view: EntranceView }> => {
  // If a tab already shows this page, opening a link in it changes only the address.
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
  return who.value.person
    ? { user: who.value.person }
    : { view: { kind: 'sign-in', ended: who.value.ended } };
};

// Only needed in an office.
const OutagePage = onDemand(async () => (await import('./shell/outage.tsx')).OutagePage);
// For users who are not signed in.
const Entrance = onDemand(async () => (await import('./shell/entrance.tsx')).Entrance);

const start = async () => {
  const root = document.querySelector('#root');
  if (!root) throw new Error('The page has no root');
  await startTexts(chosenLanguage('system', navigator.language));
  const tree = createRoot(root);
  const show = (content: ReactNode) => tree.render(<WindowFrame>{content}</WindowFrame>);
  if (isOffice())
    show(
      <Suspense>
        <OutagePage />
      </Suspense>,
    );
  const office = isOffice() ? await openOffice() : null;
  const user = office && 'user' in office ? office.user : null;
  openTab(user?.id ?? '');
  restoreDrafts(user?.id ?? '');
  void import('./ui/field-undo.ts').then(({ followFields }) => followFields());
  saveTypedAtEnd();
  const content =
    office && 'view' in office ? (
      <Suspense>
        <Entrance first={office.view} />
      </Suspense>
    ) : (
      <App tools={await connect(user)} />
    );
  show(content);
};

void start();
