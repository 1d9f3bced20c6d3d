import { useState } from 'react';
import type { Key } from 'react-aria-components';
import type { CommandInput } from '../../shared/bridge.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { useTools } from './context.ts';
import { openQuestions } from './page-list.ts';
import { useApp } from './store.ts';

type Form = Pick<CommandInput<'pages.export'>, 'format' | 'encoding'>;

const forms = {
  'csv-utf8': { format: 'csv', encoding: 'utf8' },
  'csv-gb18030': { format: 'csv', encoding: 'gb18030' },
  json: { format: 'json', encoding: 'utf8' },
} as const satisfies Record<string, Form>;

type FormName = keyof typeof forms;

const isFormName = (key: Key): key is FormName => typeof key === 'string' && Object.hasOwn(forms, key);

/** The export of the workspace in view. Where questions are open, the user is asked before anything is written. */
export const useExport = () => {
  const { language } = useTexts();
  const { actions } = useTools();
  const service = useApp((state) => state.workspace);
  const list = useApp((state) => state.lists[state.workspace]);
  const [asked, setAsked] = useState<FormName | null>(null);

  const write = (name: FormName) => void actions.exportPages({ service, language, ...forms[name] });
  const ask = (name: FormName) => {
    const { errors, failed } = openQuestions(list);
    if (errors + failed > 0) setAsked(name);
    else write(name);
  };

  return {
    isPossible: list.order.length > 0,
    asked,
    ask,
    askByKey: (key: Key) => {
      if (isFormName(key)) ask(key);
    },
    answer: (goOn: boolean) => {
      setAsked(null);
      if (goOn && asked) write(asked);
    },
  };
};
