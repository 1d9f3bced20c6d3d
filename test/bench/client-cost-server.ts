import { argv } from 'node:process';
import { answerAll } from './answer-all.ts';

/** Responds with the text of the first argument. */
answerAll(Buffer.from(argv[2] ?? '{}'));
