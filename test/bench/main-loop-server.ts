import { crowdResponse } from '../helpers/crowd.ts';
import { answerAll } from './answer-all.ts';

/** Responds with 9,999 faces of 21 points each. */
answerAll(crowdResponse(9_999));
