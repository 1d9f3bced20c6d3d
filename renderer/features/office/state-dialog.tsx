import { useEffect, useEffectEvent } from 'react';
import type { OfficeState } from '../../../shared/contract/office.ts';
import { explainFailure } from '../../../shared/services/catalogue.ts';
import { formatCount } from '../../../shared/texts/format.ts';
import { officeStateWords, type OfficeStateWords } from '../../../shared/texts/office-state.ts';
import { callOffice } from '../../state/claims.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import { useTools } from '../tools.ts';

/** How often the figures are read again while they are shown. */
const lookMs = 5_000;

const durationText = (seconds: number, { hours, minutes }: OfficeStateWords): string => {
  const whole = Math.round(seconds);
  return whole < 3_600
    ? minutes(Math.floor(whole / 60), whole % 60)
    : hours(Math.floor(whole / 3_600), Math.floor(whole / 60) % 60);
};

type FiguresProps = {
  readonly title: string;
  readonly rows: readonly (readonly [label: string, value: string])[];
  /** What is wrong with them. */
  readonly warning?: string | null;
};

const Figures = ({ title, rows, warning = null }: FiguresProps) => (
  <section className="settings-section" aria-label={title}>
    <h3>{title}</h3>
    <table className="plain-rows">
      <tbody>
        {rows.map(([label, value]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className="amount">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
    {warning !== null && <p className="warning">{warning}</p>}
  </section>
);

const Failures = ({ failures }: Pick<OfficeState, 'failures'>) => {
  const { language } = useTexts();
  const words = officeStateWords[language];
  return (
    <section className="settings-section" aria-label={words.failures}>
      <h3>{words.failures}</h3>
      {failures.length === 0 ? (
        <p className="muted">{words.none}</p>
      ) : (
        <table className="plain-rows">
          <thead>
            <tr>
              <th scope="col">{words.reason}</th>
              <th scope="col" className="amount">
                {words.pages}
              </th>
            </tr>
          </thead>
          <tbody>
            {failures.map(({ service, failure, pages }) => {
              const { message, remedy } = explainFailure(service, failure, language);
              return (
                <tr key={`${service} ${failure.reason} ${failure.code}`}>
                  <td>
                    {message}
                    <span className="hint"> {remedy}</span>
                  </td>
                  <td className="amount">{formatCount(pages, language)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      <p className="hint">{words.givenUp}</p>
    </section>
  );
};

const State = ({ state }: { readonly state: OfficeState }) => {
  const { language } = useTexts();
  const words = officeStateWords[language];
  const count = (value: number): string => formatCount(value, language);
  const warning = (): string | null => {
    if (state.workers === 0) return words.noWorker;
    return state.workersWithAccount === 0 ? words.noAccount : null;
  };
  return (
    <>
      <Figures
        title={words.queue}
        rows={[
          [words.queued, count(state.queued)],
          [words.oldest, durationText(state.oldestSeconds, words)],
          [words.calling, count(state.calling)],
          [words.overBudget, count(state.overBudget)],
        ]}
      />
      <Figures
        title={words.workers}
        rows={[
          [words.running, count(state.workers)],
          [words.withAccount, count(state.workersWithAccount)],
        ]}
        warning={warning()}
      />
      <Figures
        title={words.calls}
        rows={[
          [words.made, count(state.callsToday)],
          [words.left, state.budgetLeft === null ? words.unlimited : count(state.budgetLeft)],
        ]}
      />
      <Failures failures={state.failures} />
    </>
  );
};

/** How the office runs: queue, workers, paid calls and failures. Read again every few seconds. */
export const StateDialog = () => {
  const { t } = useTexts();
  const { actions } = useTools();
  const { value: result, reload } = useLoaded('state', () => callOffice('state', {}));
  const again = useEffectEvent(reload);
  useEffect(() => {
    // Only after the answer: a slow office is not asked twice at once.
    const timer = result === null ? undefined : setTimeout(() => again(), lookMs);
    return () => clearTimeout(timer);
  }, [result]);
  return (
    <Dialog wide title={t('office.state')} onClose={actions.closeDialog}>
      {result?.ok && <State state={result.value} />}
      <div role="alert" className="form-failure">
        {result && !result.ok && <FailureMessage failure={result.failure} />}
      </div>
    </Dialog>
  );
};
