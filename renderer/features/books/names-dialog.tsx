import { type NamesPlan, namingModes, type NamingMode } from '../../../shared/contract/name-commands.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useState } from 'react';
import { parsePattern, patternFields } from '../../../shared/books/file-pattern.ts';
import { patternFailureText } from '../../../shared/texts/books.ts';
import { useApp } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Segments } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { useTools } from '../tools.ts';
import { ScopeChoice, useScope } from './scope.tsx';

type State = NamesPlan['files'][number]['state'];

const toneOf = (state: State): string | undefined => {
  if (state === 'new' || state === 'unchanged') return undefined;
  return state === 'numbered' ? 'tone-warn' : 'tone-error';
};

/** The files with their new names. Files without a new name come first. */
const NamesTable = ({ plan }: { readonly plan: NamesPlan }) => {
  const { t } = useTexts();
  const all = Object.values(plan.counts).reduce((sum, count) => sum + count, 0);
  return (
    <>
      {/* A scrollable region must be focusable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="books-table" role="region" aria-label={t('books.names.preview')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('books.names.file')}</th>
              <th scope="col">{t('books.names.to')}</th>
              <th scope="col">{t('books.names.state')}</th>
            </tr>
          </thead>
          <tbody>
            {plan.files.map(({ name, state, to, fields }, index) => (
              // Two files can have one name in different folders.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                <td>{name}</td>
                <td>{to}</td>
                <td className={toneOf(state)}>
                  {t(`books.names.states.${state}`, { fields: fields.join(', ') })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {all > plan.files.length && (
        <p className="muted">{t('books.names.more', { count: all - plan.files.length })}</p>
      )}
    </>
  );
};

/** Milliseconds without typing before names are planned again. */
const settleMs = 250;

const fields = Object.keys(patternFields)
  .map((name) => `{${name}}`)
  .join(' ');

/** Renames originals by a pattern, or copies them to a folder, with a preview and one undo. */
export const NamesDialog = () => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const scope = useScope();
  const [pattern, setPattern] = useState(useApp((state) => state.info?.settings.filePattern) ?? '');
  const [as, setAs] = useState<NamingMode>('move');
  const [folder, setFolder] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const parsed = parsePattern(pattern);
  const isReady = parsed.ok && scope.ids.length > 0 && (as === 'move' || folder !== null);
  const input = { ids: [...scope.ids], pattern, as };
  // Another folder has other files in it.
  const key = isReady ? JSON.stringify([input, folder]) : null;
  // Earlier names stay visible while new ones are planned.
  const planned = useLoaded(key, () => actions.planNames(input), settleMs);
  const plan = isReady ? planned.value : null;
  const named = (plan?.counts.new ?? 0) + (plan?.counts.numbered ?? 0);
  const all = Object.values(plan?.counts ?? {}).reduce((sum, count) => sum + count, 0);

  const alone = async (work: () => Promise<string | null>): Promise<void> => {
    setIsBusy(true);
    setDone(await work());
    planned.reload();
    setIsBusy(false);
  };
  const run = () =>
    alone(async () => {
      await actions.changeSettings({ filePattern: pattern });
      const result = await actions.nameFiles(input);
      return result && t('books.names.done', { count: result.named });
    });
  const undo = () =>
    alone(async () => {
      const result = await actions.undoNames();
      if (!result) return null;
      const undone = t('books.names.undone', { count: result.undone });
      return result.kept === 0 ? undone : `${undone} ${t('books.names.kept', { count: result.kept })}`;
    });

  return (
    <Dialog title={t('books.names.title')} wide onClose={actions.closeDialog}>
      <div className="books-view">
        <ScopeChoice {...scope} />
        <TextInput
          label={t('books.names.pattern')}
          value={pattern}
          onChange={(typed) => setPattern(typed.slice(0, 300))}
          hint={t('books.names.hint', { fields })}
          error={parsed.ok ? null : patternFailureText(parsed.failure)[language]}
        />
        <div className="books-actions">
          <Segments
            label={t('books.names.as')}
            value={as}
            options={namingModes.map((value) => ({ value, label: t(`books.names.modes.${value}`) }))}
            onChange={setAs}
          />
          {as === 'copy' && (
            <>
              <Button small onPress={() => void actions.chooseNamesFolder().then(setFolder)}>
                {t('books.names.choose')}
              </Button>
              <span className="selectable">{folder ?? t('books.names.noFolder')}</span>
            </>
          )}
        </div>
        {plan && <NamesTable plan={plan} />}
        <p role="status">
          {done !== null && <span className="tone-ok">{`${done} `}</span>}
          {plan && t('books.names.plan', { named, left: all - named })}
          {plan?.counts.taken !== undefined && (
            <span className="tone-error">{` ${t('books.names.conflicts', { count: plan.counts.taken })}`}</span>
          )}
        </p>
      </div>
      <div className="dialog-actions">
        {plan !== null && plan.undoable > 0 && (
          <Button isDisabled={isBusy || !planned.isCurrent} onPress={() => void undo()}>
            {t('books.names.undo', { count: plan.undoable })}
          </Button>
        )}
        <Button onPress={actions.closeDialog}>{t('app.close')}</Button>
        <Button
          look="primary"
          isDisabled={named === 0 || !planned.isCurrent}
          isPending={isBusy}
          onPress={() => void run()}
        >
          {t(`books.names.run.${as}`, { count: named })}
        </Button>
      </div>
    </Dialog>
  );
};
