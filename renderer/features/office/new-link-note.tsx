import { useState } from 'react';
import type { NewLink } from '../../../shared/contract/office.ts';
import { Button } from '../../ui/button.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useTools } from '../tools.ts';
import { instantText } from './instant-text.ts';

export type MadeLink = NewLink & { readonly email: string };

/** A new link. It is shown once and cannot be retrieved later. */
export const NewLinkNote = ({ made }: { readonly made: MadeLink }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const [copied, setCopied] = useState<string | null>(null);
  const address = `${window.location.origin}/#link=${made.link}`;
  const copy = async (): Promise<void> => {
    if (await actions.copy(address)) setCopied(made.link);
  };
  return (
    <div role="status" className="office-link">
      <strong>{t('office.linkFor', { email: made.email })}</strong>
      <span className="selectable">{address}</span>
      <span className="hint">{t('office.linkText', { until: instantText(made.until, language) })}</span>
      <Button small onPress={() => void copy()}>
        {t(copied === made.link ? 'office.copied' : 'office.copy')}
      </Button>
    </div>
  );
};
