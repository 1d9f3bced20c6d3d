import type { SeenSettings } from '../../../shared/contract/settings-lists.ts';
import { type VoucherRules, voucherRulesSchema } from '../../../shared/books/voucher-rules.ts';
import { isIsoDate } from '../../../shared/invoice/dates.ts';
import type { IncludableReason } from '../../../shared/books/gate.ts';
import { Segments } from '../../ui/choices.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { ForAdministrators } from '../office/for-administrators.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useEffect, useRef, useState } from 'react';
import type { VoucherTrial } from '../../../shared/contract/books-commands.ts';
import {
  voucherColumnIds,
  voucherFormats,
  type VoucherColumn,
  type VoucherFormat,
} from '../../../shared/books/voucher.ts';
import { voucherColumnNames } from '../../../shared/texts/voucher-columns.ts';
import { useApp } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ColumnEditor } from '../column-editor.tsx';
import { useSetForAll, useTools } from '../tools.ts';
import { starterRules } from '../../../shared/books/starter-rules.ts';
import { CodeTable } from './code-table.tsx';
import { draftOf, emptyRule, ruleOf, type RuleDraft } from './rule-draft.ts';
import { HeldInvoices, OwnCompanyOffer } from './held-invoices.tsx';
import { RuleTable } from './rule-table.tsx';
import { ScopeChoice, useScope } from './scope.tsx';
import { TrialView } from './trial-view.tsx';
import { UnfinishedFiles } from './unfinished-files.tsx';

type Props = { readonly options: VoucherRules; readonly onChange: (options: VoucherRules) => void };

const accounts = ['inputTax', 'outputTax', 'payable', 'receivable', 'traveller'] as const;

/** The accounts with another code; an empty one leaves out the traveller's. */
const withAccount = (
  all: VoucherRules['accounts'],
  name: (typeof accounts)[number],
  code: string,
): VoucherRules['accounts'] => {
  const { traveller: _, ...others } = all;
  return name === 'traveller' && code.trim() === '' ? others : { ...all, [name]: { code, name: '' } };
};

/** Options of all vouchers: type, numbers, date, and the accounts for taxes and debts. */
const VoucherOptions = ({ options, onChange }: Props) => {
  const { t } = useTexts();
  const { date: _, ...undated } = options;
  return (
    <>
      <div className="voucher-options">
        <div className="field">
          <span>{t('books.vouchers.per')}</span>
          <Segments
            label={t('books.vouchers.per')}
            value={options.per}
            options={[
              { value: 'invoice', label: t('books.vouchers.perInvoice') },
              { value: 'batch', label: t('books.vouchers.perBatch') },
            ]}
            onChange={(per) => onChange({ ...options, per })}
          />
        </div>
        <TextInput
          label={t('books.vouchers.word')}
          value={options.word}
          onChange={(word) => onChange({ ...options, word })}
        />
        <TextInput
          label={t('books.vouchers.firstNumber')}
          value={String(options.firstNumber)}
          onChange={(typed) => onChange({ ...options, firstNumber: Number(typed.replace(/\D/g, '')) })}
        />
        <DateInput
          label={t('books.vouchers.date')}
          value={options.date ?? ''}
          onChange={(date) => onChange(isIsoDate(date) ? { ...undated, date } : undated)}
        />
        <TextInput
          label={t('books.vouchers.preparer')}
          value={options.preparer}
          onChange={(preparer) => onChange({ ...options, preparer })}
        />
      </div>
      <details className="voucher-accounts">
        <summary>{t('books.vouchers.accounts')}</summary>
        <ForAdministrators>
          <div className="voucher-options">
            {accounts.map((name) => (
              <TextInput
                key={name}
                label={t(`books.vouchers.account.${name}`)}
                note={options.accounts[name]?.name ?? ''}
                value={options.accounts[name]?.code ?? ''}
                onChange={(code) =>
                  onChange({ ...options, accounts: withAccount(options.accounts, name, code) })
                }
              />
            ))}
          </div>
        </ForAdministrators>
      </details>
    </>
  );
};

/** The user has paused typing. */
const trialAfterMs = 500;

type Tried = { readonly key: string; readonly trial: VoucherTrial };

/** The rules to save; null while one of them is incomplete. */
const rulesOf = (options: VoucherRules, drafts: readonly RuleDraft[]): VoucherRules | null => {
  const rules = drafts.map(ruleOf);
  const parsed = voucherRulesSchema.safeParse({ ...options, rules });
  return rules.includes(null) || !parsed.success ? null : parsed.data;
};

/** A table of rules, with a trial on the invoices before the export of vouchers. */
export const VouchersDialog = () => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const isFixed = useSetForAll();
  const scope = useScope();
  const kept = useApp((state) => state.info?.settings);
  const [options, setOptions] = useState<VoucherRules>(
    () => kept?.voucherRules ?? voucherRulesSchema.parse({}),
  );
  const [drafts, setDrafts] = useState<readonly RuleDraft[]>(() =>
    options.rules.map((rule) => draftOf(rule, language)),
  );
  const [layout, setLayout] = useState<readonly VoucherColumn[]>(() => kept?.voucherLayout ?? []);
  // The version that the next change is made on.
  const [seen, setSeen] = useState<SeenSettings>(() => ({
    voucherRules: options,
    voucherLayout: [...layout],
  }));
  const [format, setFormat] = useState<VoucherFormat>('kingdee');
  const [tried, setTried] = useState<Tried | null>(null);
  const [included, setIncluded] = useState<ReadonlySet<IncludableReason>>(new Set());
  const [isBusy, setIsBusy] = useState(false);
  const rules = rulesOf(options, drafts);
  const ownCompanies = kept?.ownCompanies ?? [];
  const key = JSON.stringify([rules, scope.ids, [...included], ownCompanies, format]);
  // A trial with other rules is out of date.
  const trial = tried?.key === key ? tried.trial : null;

  const alone = async (work: (rules: VoucherRules) => Promise<void>): Promise<void> => {
    if (!rules || isBusy) return;
    setIsBusy(true);
    await work(rules);
    setIsBusy(false);
  };
  const keep = async (lists: SeenSettings): Promise<boolean> => {
    if (isFixed) return true;
    const isKept = await actions.changeSettings(lists, { ...seen, ownCompanies });
    const { ownCompanies: _, ...saved } = lists;
    if (isKept) setSeen((before) => ({ ...before, ...saved }));
    return isKept;
  };
  const attemptWith = (include: ReadonlySet<IncludableReason>, companies = ownCompanies) =>
    alone(async (given) => {
      await keep({ voucherRules: given, voucherLayout: [...layout], ownCompanies: [...companies] });
      const found = await actions.tryVouchers({
        ids: [...scope.ids],
        rules: given,
        include: [...include],
        format,
      });
      const triedKey = JSON.stringify([given, scope.ids, [...include], companies, format]);
      if (found) setTried({ key: triedKey, trial: found });
    });
  const attempt = () => attemptWith(included);
  // The trial follows the rules. It saves nothing, and an older one never replaces a newer one.
  const asked = useRef('');
  useEffect(() => {
    asked.current = key;
    if (!rules || scope.ids.length === 0 || tried?.key === key) return undefined;
    const timer = setTimeout(() => {
      void actions
        .tryVouchers({ ids: [...scope.ids], rules, include: [...included], format })
        .then((found) => found && asked.current === key && setTried({ key, trial: found }));
    }, trialAfterMs);
    return () => clearTimeout(timer);
    // The key stands for rules, invoices and choices.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key, tried?.key]);
  const include = (next: ReadonlySet<IncludableReason>): void => {
    setIncluded(next);
    void attemptWith(next);
  };
  const write = () =>
    alone(async (own) => {
      if (!trial) return;
      if (!(await keep({ voucherRules: own, voucherLayout: [...layout] }))) return;
      await actions.writeVouchers({
        ids: [...scope.ids],
        rules: own,
        format,
        layout: [...layout],
        include: [...included],
        seen: { digest: trial.digest, pages: trial.vouchers.flatMap(({ pages }) => pages) },
      });
      // The next trial shows what changed.
      setTried(null);
    });
  /** Why nothing can be written now, in words beside the button. */
  const obstacle = ((): string | null => {
    if (rules === null) return t('books.vouchers.unfinished');
    if (scope.ids.length === 0) return t('books.vouchers.nothingToWrite');
    if (trial === null) return t('books.vouchers.tryFirst');
    if (!trial.knowsOwn) return t('books.vouchers.ownUnknownShort');
    if (trial.vouchers.length === 0) return t('books.vouchers.nothingToWrite');
    return format === 'own' && layout.length === 0 ? t('books.vouchers.noColumns') : null;
  })();

  return (
    <Dialog title={t('books.vouchers.title')} wide onClose={actions.closeDialog}>
      <div className="books-view">
        <ScopeChoice {...scope} />
        <UnfinishedFiles />
        <VoucherOptions options={options} onChange={setOptions} />
        <ForAdministrators>
          <RuleTable rules={drafts} onChange={setDrafts} />
          {drafts.length === 0 && (
            <div className="books-actions" role="group" aria-label={t('books.vouchers.starter.label')}>
              <span className="hint">{t('books.vouchers.starter.label')}</span>
              {(['trading', 'service'] as const).map((kind) => (
                <Button
                  key={kind}
                  small
                  onPress={() => setDrafts(starterRules[kind].map((rule) => draftOf(rule, language)))}
                >
                  {t(`books.vouchers.starter.${kind}`)}
                </Button>
              ))}
            </div>
          )}
          <CodeTable
            codes={options.codes}
            ids={scope.ids}
            onChange={(codes) => setOptions({ ...options, codes: [...codes] })}
          />
        </ForAdministrators>
        <div className="books-actions rule-actions">
          <Button small icon="add" isDisabled={isFixed} onPress={() => setDrafts([...drafts, emptyRule()])}>
            {t('books.vouchers.add')}
          </Button>
          <Button
            small
            isDisabled={rules === null || scope.ids.length === 0}
            isPending={isBusy}
            onPress={() => void attempt()}
          >
            {t('books.vouchers.try', { count: scope.ids.length })}
          </Button>
          <span role="status" className="hint">
            {isFixed && `${t('office.setForAll')} `}
            {trial &&
              t(trial.vouchers.length > 0 ? 'books.vouchers.trialResult' : 'books.vouchers.trialEmpty', {
                vouchers: trial.vouchers.length,
                failures: trial.failures.length + trial.heldCount + trial.neverCount,
              })}
          </span>
        </div>
        {trial && !trial.knowsOwn && (
          <OwnCompanyOffer
            offer={trial.offer}
            onUse={
              isFixed ? null : (company) => void attemptWith(included, [...ownCompanies, { ...company }])
            }
          />
        )}
        {trial?.knowsOwn === true && <HeldInvoices trial={trial} included={included} onChange={include} />}
        {trial && (
          <TrialView
            trial={trial}
            onPropose={
              isFixed
                ? null
                : (goods, rule) =>
                    setDrafts([
                      ...drafts,
                      rule ? draftOf(rule, language) : { ...emptyRule(), goods: goods ?? '' },
                    ])
            }
          />
        )}
        <div className="field">
          <span>{t('books.vouchers.format')}</span>
          <Segments
            label={t('books.vouchers.format')}
            value={format}
            options={voucherFormats.map((value) => ({ value, label: t(`books.vouchers.formats.${value}`) }))}
            onChange={setFormat}
          />
        </div>
        {format === 'own' && (
          <ForAdministrators>
            <ColumnEditor
              columns={layout}
              addable={voucherColumnIds.filter((id) => !layout.some(({ column }) => column === id))}
              nameOf={(id) => voucherColumnNames[id][language]}
              defaultHeaderOf={(id) => voucherColumnNames[id].zh}
              mostCharacters={60}
              onChange={setLayout}
            />
          </ForAdministrators>
        )}
        <div className="dialog-actions">
          <Button onPress={actions.closeDialog}>{t('app.cancel')}</Button>
          {obstacle !== null && <span className="hint dialog-reason">{obstacle}</span>}
          <Button
            look="primary"
            isDisabled={obstacle !== null}
            isPending={isBusy}
            onPress={() => void write()}
          >
            {t('books.vouchers.write', { count: trial?.vouchers.length ?? 0 })}
          </Button>
        </div>
      </div>
    </Dialog>
  );
};
