import { createRoot } from 'react-dom/client';
import { App } from './shell/app.tsx';
import { connect } from './shell/connect.ts';
import { chosenLanguage, startTexts } from './ui/i18n/i18n.ts';
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import './ui/styles/controls.css';
import './ui/styles/shell.css';
import './ui/styles/documents.css';
import './ui/styles/batch.css';
import './ui/styles/page.css';
import './ui/styles/intake.css';
import './ui/styles/face.css';
import './ui/styles/panel.css';
import './ui/styles/settings.css';
import './ui/styles/export.css';
import './ui/styles/history.css';
import './ui/styles/record.css';

const start = async () => {
  const root = document.querySelector('#root');
  if (!root) throw new Error('The page has no root');
  await startTexts(chosenLanguage('system', navigator.language));
  createRoot(root).render(<App tools={await connect()} />);
};

void start();
