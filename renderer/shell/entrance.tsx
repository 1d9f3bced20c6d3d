import { useState } from 'react';
import type { CommandFailure } from '../../shared/contract/commands.ts';
import type { OpenedLink, SessionEnd } from '../../shared/contract/office.ts';
import { SignIn, UseLink } from '../features/office/office-form.tsx';
import { Button } from '../ui/button.tsx';
import { DetailsForSupport, plainDetails } from '../ui/failure-message.tsx';
import { useTexts } from '../ui/i18n/use-texts.ts';

/** The first view of a user who is not signed in. */
export type EntranceView =
  | { readonly kind: 'sign-in'; readonly ended: SessionEnd | null }
  | { readonly kind: 'link'; readonly secret: string; readonly link: OpenedLink }
  | { readonly kind: 'failure'; readonly failure: CommandFailure };

/** Reloads the window, which now has a session. */
const enter = (): void => window.location.reload();

export const Entrance = ({ first }: { readonly first: EntranceView }) => {
  const { t, language } = useTexts();
  const [view, setView] = useState(first);
  if (view.kind === 'sign-in') return <SignIn ended={view.ended} onDone={enter} />;
  if (view.kind === 'link') return <UseLink secret={view.secret} link={view.link} onDone={enter} />;
  const { message, remedy, details } = view.failure;
  return (
    <main className="entrance">
      <h1>{message[language]}</h1>
      <p>{remedy?.[language]}</p>
      <Button onPress={() => setView({ kind: 'sign-in', ended: null })}>{t('office.toSignIn')}</Button>
      <DetailsForSupport message={message[language]} lines={plainDetails(details)} />
    </main>
  );
};
