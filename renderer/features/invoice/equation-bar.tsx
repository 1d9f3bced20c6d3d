import type { Finding } from '../../../shared/invoice/finding.ts';
import { CheckWords } from './check-words.tsx';

/** The equations of the selected or edited field, shown over the picture. */
export const EquationBar = ({ checks }: { readonly checks: readonly Finding[] }) => (
  <div className="equation-bar" role="status">
    {checks.map((check) => (
      <p key={`${check.id} ${check.fields.join(' ')}`} className={`equation ${check.level}`}>
        <CheckWords check={check} />
      </p>
    ))}
  </div>
);
