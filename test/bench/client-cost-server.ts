import { argv } from 'node:process';
import { answerAll } from './answer-all.ts';

/** Answers with the text of the first argument. */
answerAll(Buffer.from(argv[2] ?? '{}'));
