import type { PageDetail } from '../../../shared/contract/page.ts';
import { menuTexts } from '../../../shared/texts/menu.ts';
import { explainFailure } from '../../../shared/services/catalogue.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import { runAction, useOfferedActions } from '../../state/registry.ts';
import { useActionName } from '../actions/action-button.tsx';
import { useTools } from '../tools.ts';
import { useThumbnail } from '../picture/thumbnail.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { DetailsForSupport } from '../../ui/failure-message.tsx';
import { PasswordForm } from '../intake/password-form.tsx';
import { TreatButton } from '../intake/treat-button.tsx';
import { RecordButton } from '../picture/record-button.tsx';
import { mainStepAfter, supportRows } from './failure-details.ts';

/** Why a page was not recognized, how to fix it, and details for support. */
export const FailureView = ({ detail }: { readonly detail: PageDetail }) =>
  detail.summary.failure && <FailureCard detail={detail} failure={detail.summary.failure} />;

const FailureCard = ({ detail, failure }: { readonly detail: PageDetail; readonly failure: Failure }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const { id, service, name, review } = detail.summary;
  const { message, remedy } = explainFailure(service, failure, language);
  const mainStep = mainStepAfter(failure);
  const markStep = review === 'aside' ? 'reopen' : 'aside';
  const named = useActionName();
  const offered = useOfferedActions();
  const leadsToImport = mainStep === 'match' && offered.has('matchList');
  const details = supportRows(detail, failure).map(({ key, value }) => ({
    label: t(`failure.${key}`),
    value,
  }));

  return (
    <div className="failure-page">
      <section className="failure-card" aria-label={t('failure.title')}>
        <h2 className="tone-error">
          <Icon name="error" />
          {t('failure.title')}
        </h2>
        <p className="muted cut">{name}</p>
        <p className="failure-message">{message}</p>
        {(failure.mayHaveBeenPaid || detail.summary.maybePaid) && (
          <p className="muted">{t('failure.paid')}</p>
        )}
        <h3>{t('failure.whatToDo')}</h3>
        <p>{remedy}</p>
        <div className="failure-actions">
          {leadsToImport && (
            <Button look="primary" onPress={() => actions.openDialog({ kind: 'tax-list', page: id })}>
              {menuTexts.matchList[language]}
            </Button>
          )}
          {(mainStep === 'remove' || mainStep === 'match') && (
            <Button
              look={leadsToImport ? 'plain' : 'primary'}
              icon="remove"
              onPress={() => actions.openDialog({ kind: 'remove', service, ids: [id] })}
            >
              {t('documents.remove')}
            </Button>
          )}
          <Button
            look={mainStep === 'again' ? 'primary' : 'plain'}
            icon="again"
            onPress={() => void actions.recognize([id])}
          >
            {t('failure.again')}
          </Button>
          {detail.summary.hasEarlier && (
            <Button icon="back" onPress={() => void actions.ask('pages.cancel', { ids: [id] })}>
              {t('failure.earlier')}
            </Button>
          )}
          <TreatButton page={detail.summary} preparation={detail.preparation} />
          <RecordButton />
          {service === 'vat-invoice' && offered.has(markStep) && (
            <Button
              icon={markStep === 'aside' ? 'aside' : 'back'}
              onPress={() => void runAction(markStep)}
              aria-label={named(markStep)}
            >
              {menuTexts[markStep][language]}
            </Button>
          )}
          <DetailsForSupport key={id} message={message} lines={details} />
        </div>
        {failure.reason === 'encrypted-pdf' && (
          <PasswordForm
            key={id}
            onOpen={async (password) => (await actions.ask('pages.unlock', { id, password })) !== null}
          />
        )}
      </section>
      <SentPicture detail={detail} />
    </div>
  );
};

/** A small view of the sent picture: it often shows at once why the service could not read it. */
const SentPicture = ({ detail }: { readonly detail: PageDetail }) => {
  const { t } = useTexts();
  const url = useThumbnail(detail.summary);
  return url && <img className="failure-picture" src={url} alt={t('failure.file')} />;
};
