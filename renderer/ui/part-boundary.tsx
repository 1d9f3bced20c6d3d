import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { useTexts } from './i18n/use-texts.ts';

/** What stands in place of a part that failed: its code may be of another version, after an update of the server. */
const NotLoaded = () => {
  const { t } = useTexts();
  return (
    <div className="not-loaded">
      <div className="notice failure" role="alert">
        <p className="notice-text">{t('app.notLoaded')}</p>
        {/* A module that failed stays failed, and what was typed is saved at the end of the window. */}
        <Button small onPress={() => window.location.reload()}>
          {t('app.loadAgain')}
        </Button>
      </div>
    </div>
  );
};

type Props = { readonly children?: ReactNode };

/** Keeps the failure of a part of the window within it. */
export class PartBoundary extends Component<Props, { readonly isFailed: boolean }> {
  static getDerivedStateFromError() {
    return { isFailed: true };
  }

  override state = { isFailed: false };

  override render() {
    return this.state.isFailed ? <NotLoaded /> : this.props.children;
  }
}
