import { useState } from 'react';
import type { UnfinishedDrop } from '../../../shared/contract/intake-commands.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import { formatCount } from '../../../shared/texts/format.ts';
import { useApp } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { instantText } from '../../ui/i18n/instant-text.ts';
import { useTools } from '../tools.ts';

const mostNames = 50;

/** Opens the system's dialog for the missing files; a whole folder is chosen if they were in one. */
const chooseMissing = (names: readonly string[], onChosen: (files: readonly File[]) => void): void => {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.webkitdirectory = names.some((name) => name.includes('/'));
  input.addEventListener('change', () => onChosen([...(input.files ?? [])]));
  input.click();
};

/** Files that were handed in and are not in the list: the tab was closed, or the program ended. */
const MissingFiles = ({ drop }: { readonly drop: UnfinishedDrop }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const [names, setNames] = useState<readonly string[] | null>(null);
  const { id, files, left, unlisted, at } = drop;
  const namesOf = async (): Promise<readonly string[]> =>
    (await actions.ask('drops.files', { id }))?.files.map(({ name }) => name) ?? [];
  const toggleNames = async () => setNames(names ? null : await namesOf());
  const choose = async () => {
    const missing = names ?? (await namesOf());
    chooseMissing(missing, (chosen) => void actions.addMissing(drop, chosen));
  };
  const count = { count: left, left: formatCount(left, language), all: formatCount(files, language) };
  return (
    <section className="left-files" aria-label={t('missing.title')}>
      <div className="left-files-bar">
        <span className="tone-warn">
          <Icon name="alert" />
        </span>
        <p role="status">
          {t('missing.text', count)} <span className="muted">{instantText(at, language)}</span>
        </p>
        <span className="gap" />
        <Button small look="quiet" onPress={() => void toggleNames()}>
          {t(names ? 'missing.hideNames' : 'missing.showNames')}
        </Button>
        <Button
          small
          look="quiet"
          onPress={() =>
            void actions.saveMissing(
              id,
              t('missing.listName'),
              unlisted > 0 ? t('missing.unlisted', { count: unlisted }) : '',
            )
          }
        >
          {t('missing.save')}
        </Button>
        <Button small look="quiet" onPress={() => void actions.dismissDrop(id)}>
          {t('missing.dismiss')}
        </Button>
        <Button small look="primary" onPress={() => void choose()}>
          {t('missing.choose')}
        </Button>
      </div>
      {names && (
        <ul className="left-files-names">
          {names.slice(0, mostNames).map((name) => (
            <li key={name}>{name}</li>
          ))}
          {names.length > mostNames && (
            <li className="muted">{t('missing.more', { count: names.length - mostNames })}</li>
          )}
          {unlisted > 0 && <li className="muted">{t('missing.unlisted', { count: unlisted })}</li>}
        </ul>
      )}
    </section>
  );
};

/** What was handed in and is not in the list, for one workspace: files that wait for an answer, and missing ones. */
export const LeftFiles = ({ service }: { readonly service: ServiceId }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const drops = useApp((state) => state.drops);
  const waiting = useApp((state) => state.waiting);
  const isAsking = useApp(({ dialog }) => dialog?.kind === 'ask' || dialog?.kind === 'settings');
  const files = waiting.filter((one) => one.service === service);
  const count = files.reduce((sum, one) => sum + one.files.length, 0);
  return (
    <>
      {count > 0 && !isAsking && (
        <section className="left-files" aria-label={t('missing.waitingTitle')}>
          <div className="left-files-bar">
            <span className="muted">
              <Icon name="clock" />
            </span>
            <p role="status">{t('missing.waiting', { count })}</p>
            <span className="gap" />
            <Button
              small
              look="quiet"
              onPress={() => {
                for (const { drop } of files) void actions.dismissDrop(drop.id);
              }}
            >
              {t('missing.dismiss')}
            </Button>
            <Button small look="primary" onPress={() => actions.openDialog({ kind: 'ask', service })}>
              {t('missing.decide')}
            </Button>
          </div>
        </section>
      )}
      {drops
        .filter((drop) => drop.service === service)
        .map((drop) => (
          <MissingFiles key={drop.id} drop={drop} />
        ))}
    </>
  );
};
