import { useState, type ReactNode, type SyntheticEvent } from 'react';
import type { CommandFailure } from '../../../shared/contract/commands.ts';
import type { Result } from '../../../shared/result.ts';
import { Button } from '../../ui/button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';

type Props<Value> = {
  readonly submit: string;
  readonly children: ReactNode;
  /** Submits the form. The form shows a failure below its fields. */
  readonly onSubmit: () => Promise<Result<Value, CommandFailure>>;
  readonly onDone: (value: Value) => void;
};

/** A form that submits to the office and shows why the office refused it. */
export const OfficeForm = <Value,>({ submit, children, onSubmit, onDone }: Props<Value>) => {
  const { t } = useTexts();
  const [failure, setFailure] = useState<CommandFailure | null>(null);
  const [isUnderWay, setUnderWay] = useState(false);
  const send = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (isUnderWay) return;
    setUnderWay(true);
    setFailure(null);
    const done = await onSubmit();
    setUnderWay(false);
    if (done.ok) onDone(done.value);
    else setFailure(done.failure);
  };
  return (
    <form className="office-form" onSubmit={(event) => void send(event)}>
      {children}
      <div role="alert" className="form-failure">
        {failure && <FailureMessage failure={failure} />}
      </div>
      <Button type="submit" look="primary">
        {submit}
      </Button>
      <span role="status" className="hint">
        {isUnderWay && t('office.waiting')}
      </span>
    </form>
  );
};
