/** Why a decoded answer is no reading: the service says so by a code, or a member that is needed is not there. */
export type ReplyProblem =
  | {
      readonly reason: 'session-code' | 'service-code' | 'object-code' | 'ret';
      readonly code: number;
      /** The message that came with the code; null where there was none. */
      readonly said: string | null;
    }
  | {
      readonly reason: 'reply-member-missing';
      /** Path of the member, in the document's own names: `object_list[0].region_list`. */
      readonly member: string;
    };

/** A member is missing, or it is not of the kind that the document gives it. */
export const memberMissing = (member: string): ReplyProblem => ({ reason: 'reply-member-missing', member });
