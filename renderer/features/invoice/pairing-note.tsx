import type { PageDetail, PageSummary, PairedPage } from '../../../shared/contract/page.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useTools } from '../tools.ts';

type Props = { readonly page: PageSummary; readonly detail: PageDetail };

/** The invoice of a paper, or the papers of an invoice: shown, offered, and taken apart again. */
export const PairingNote = ({ page, detail }: Props) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const { pairing } = detail;
  if (!pairing) return null;
  const { isPaper, paired, offers } = pairing;
  const nameOf = ({ name, number, day }: PairedPage): string =>
    isPaper ? [number ?? name, day].filter((part) => part !== null).join(', ') : name;
  /** The paper of a pair, and the invoice. */
  const pairWith = (other: PairedPage, isWanted: boolean) => () => {
    const paper = isPaper ? { id: page.id, version: detail.version } : other;
    const invoice = isPaper ? other.id : page.id;
    void actions.pair(page.service, page.id, paper, isWanted ? invoice : null);
  };
  return (
    <>
      {paired.map((other) => (
        <p key={other.id} className="panel-note joined-note" role="note">
          <Icon name="joined" />
          <span>
            {t(isPaper ? 'invoice.paperOf' : 'invoice.hasPaper', { name: nameOf(other) })}
            {!other.isChosen && ` ${t('invoice.pairedAlone')}`}
          </span>
          <Button small look="quiet" onPress={pairWith(other, false)}>
            {t('invoice.unpair')}
          </Button>
        </p>
      ))}
      {offers.map((other) => (
        <p key={other.id} className="panel-note joined-note" role="note">
          <Icon name="joined" />
          <span>{t(isPaper ? 'invoice.pairOffer' : 'invoice.paperOffer', { name: nameOf(other) })}</span>
          <Button
            small
            aria-label={t('invoice.pairWith', { name: nameOf(other) })}
            onPress={pairWith(other, true)}
          >
            {t('invoice.pair')}
          </Button>
        </p>
      ))}
    </>
  );
};
