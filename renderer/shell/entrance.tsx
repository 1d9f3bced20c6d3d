import { useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import type { CommandFailure } from '../../shared/contract/commands.ts';
import type { OpenedLink } from '../../shared/contract/office.ts';
import { SignIn } from '../features/office/sign-in.tsx';
import { UseLink } from '../features/office/use-link.tsx';
import { Button } from '../ui/button.tsx';
import { DetailsForSupport } from '../ui/failure-message.tsx';
import { useTexts } from '../ui/i18n/use-texts.ts';
import { useAppearance } from './use-appearance.ts';

/** The first view of a user who is not signed in. */
export type EntranceView =
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'link'; readonly secret: string; readonly link: OpenedLink }
  | { readonly kind: 'failure'; readonly failure: CommandFailure };

/** Reloads the window, which now has a session. */
const enter = (): void => window.location.reload();

/** The sign-in view of an office. */
export const Entrance = ({ first }: { readonly first: EntranceView }) => {
  const { language } = useTexts();
  useAppearance();
  return (
    <I18nProvider locale={language === 'zh' ? 'zh-CN' : 'en-GB'}>
      <Content first={first} />
    </I18nProvider>
  );
};

const Content = ({ first }: { readonly first: EntranceView }) => {
  const { t, language } = useTexts();
  const [view, setView] = useState(first);
  if (view.kind === 'sign-in') return <SignIn onDone={enter} />;
  if (view.kind === 'link') return <UseLink secret={view.secret} link={view.link} onDone={enter} />;
  return (
    <main className="entrance">
      <h1>{view.failure.message[language]}</h1>
      <p>{view.failure.remedy?.[language]}</p>
      <Button onPress={() => setView({ kind: 'sign-in' })}>{t('office.toSignIn')}</Button>
      {view.failure.details !== undefined && (
        <DetailsForSupport
          message={view.failure.message[language]}
          lines={[{ label: null, value: view.failure.details }]}
        />
      )}
    </main>
  );
};
