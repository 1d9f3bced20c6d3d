import { isDigitalReader } from '../../../shared/invoice/complete.ts';
import type { PageSummary } from '../../../shared/contract/page.ts';
import { explainFailure, failureDetails } from '../../../shared/services/catalogue.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import { useTools } from '../tools.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { DetailsForSupport, FailureLine, plainDetails } from '../../ui/failure-message.tsx';

/** The words of failures, which are loaded with the first document that has one. */

type Props = { readonly page: PageSummary; readonly failure: Failure };

/** What a row of the list says of a failure. */
export const RowFailure = ({ page: { service, state }, failure }: Props) => {
  const { t, language } = useTexts();
  const { message } = explainFailure(service, failure, language);
  // It has not failed: the day's budget of calls is used up.
  if (state === 'waiting') return message;
  return state === 'recognized' ? (
    <FailureLine tone="warn" message={t('documents.againFailed', { message })} />
  ) : (
    <FailureLine tone="error" message={message} />
  );
};

/** Why a page waits. */
export const WhyWaiting = ({ page, failure }: Props) => {
  const { message, remedy } = explainFailure(page.service, failure, useTexts().language);
  return (
    <>
      <p>{message}</p>
      <p className="muted">{remedy}</p>
    </>
  );
};

/** Notes that the shown extraction is from an earlier call because the new one failed. */
export const FailedAgain = ({ page, failure, day }: Props & { readonly day: string }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const isDigital = page.reader !== null && isDigitalReader(page.reader);
  const { message, remedy } = explainFailure(page.service, failure, language);
  return (
    <section className="banner failed-again" aria-label={t('failure.againTitle')}>
      <Icon name="alert" />
      <div className="failed-again-text" role="status">
        <p>
          <strong>{t('documents.againFailed', { message })}</strong>
        </p>
        <p>
          {t('failure.earlierShown', { day })} {failure.mayHaveBeenPaid && `${t('failure.paid')} `}
          {remedy}
        </p>
      </div>
      <span className="failed-again-actions">
        <Button
          small
          icon="again"
          onPress={() =>
            void (isDigital
              ? actions.ask('pages.compare', { id: page.id, reader: 'service' })
              : actions.recognize([page.id]))
          }
        >
          {t('failure.again')}
        </Button>
        <Button small onPress={() => void actions.ask('pages.cancel', { ids: [page.id] })}>
          {t('failure.keepEarlier')}
        </Button>
        <DetailsForSupport message={message} lines={plainDetails(failureDetails(failure))} />
      </span>
    </section>
  );
};
