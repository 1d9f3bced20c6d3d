import { answerTasks } from '../../infra/answer-tasks.ts';
import { decodeToSend, type DecodeAnswer, type DecodeTask } from './decode-task.ts';

/** The thread that decodes large responses. */
answerTasks<DecodeTask, DecodeAnswer>(decodeToSend);
