import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { connect } from './app/connect.ts';
import { chosenLanguage, startTexts } from './i18n/i18n.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/shell.css';
import './styles/documents.css';
import './styles/page.css';
import './styles/intake.css';
import './styles/face.css';
import './styles/panel.css';
import './styles/settings.css';
import './styles/export.css';
import './styles/history.css';
import './styles/record.css';

const start = async () => {
  const root = document.querySelector('#root');
  if (!root) throw new Error('The page has no root');
  await startTexts(chosenLanguage('system', navigator.language));
  createRoot(root).render(<App tools={await connect()} />);
};

void start();
