import { crowdReply } from '../helpers/crowd.ts';
import { answerAll } from './answer-all.ts';

/** Responds with 9,999 faces of 21 points each. */
answerAll(crowdReply(9_999));
