import { answerTasks } from '../../infra/answer-tasks.ts';
import { decodeToSend, type DecodeResult, type DecodeTask } from './decode-task.ts';

/** The thread that decodes large responses. */
answerTasks<DecodeTask, DecodeResult>(decodeToSend);
