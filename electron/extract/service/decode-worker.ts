import { handleTasks } from '../../infra/handle-tasks.ts';
import { decodeToSend, type DecodeResult, type DecodeTask } from './decode-task.ts';

/** The thread that decodes large responses. */
handleTasks<DecodeTask, DecodeResult>(decodeToSend);
