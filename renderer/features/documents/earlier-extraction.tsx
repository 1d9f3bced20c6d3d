import { isDigitalReader } from '../../../shared/invoice/complete.ts';
import type { PageSummary } from '../../../shared/contract/page.ts';
import { explainFailure, failureDetails } from '../../../shared/services/catalogue.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import { useTools } from '../tools.ts';
import { formatDay } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { DetailsForSupport, plainDetails } from '../../ui/failure-message.tsx';

/** Notes that the shown extraction is from an earlier call: no new call was needed, or the new one failed. */
export const EarlierExtraction = ({ page }: { readonly page: PageSummary }) => {
  const { t, language } = useTexts();
  const { answeredAt, failure } = page;
  if (answeredAt === null) return null;
  const day = formatDay(answeredAt, language);
  if (failure) return <FailedAgain page={page} failure={failure} day={day} />;
  if (!page.reused) return null;
  return (
    <p className="banner" role="note">
      <Icon name="info" />
      {t('documents.reused', { day })}
    </p>
  );
};

type Props = { readonly page: PageSummary; readonly failure: Failure; readonly day: string };

const FailedAgain = ({ page, failure, day }: Props) => {
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
