/**
 * Why a decoded response contains no extraction: the service returned an error code, or a required member is
 * missing.
 */
export type ResponseDefect =
  | {
      readonly reason: 'session-code' | 'service-code' | 'object-code' | 'ret';
      readonly code: number;
      /** The message that came with the code; null if there was none. */
      readonly detail: string | null;
    }
  | {
      readonly reason: 'reply-member-missing';
      /** Path of the member, in the document's own names: `object_list[0].region_list`. */
      readonly member: string;
    };

/** A member is missing or has the wrong type. */
export const memberMissing = (member: string): ResponseDefect => ({ reason: 'reply-member-missing', member });
