import type { Face } from '../../shared/face/model.ts';
import type { FaceNote } from '../../shared/face/review.ts';
import type { Journey, ReaderId, Seal, Ticket } from '../../shared/invoice/extraction.ts';
import type { Invoice, Origins } from '../../shared/invoice/model.ts';
import type { Sent } from '../../shared/contract/page.ts';
import type { Finding } from '../../shared/invoice/finding.ts';
import type { Failure } from '../../shared/services/failure.ts';
import type { Region } from '../../shared/services/regions.ts';
import type { ServiceId } from '../../shared/services/service.ts';

/** A page as exports see it: the end of its way through Vouch, recognized or failed. */
export type ExportPage = {
  /** The path as given, or the file's name where there was no path. */
  readonly source: string;
  readonly page: number;
  readonly service: ServiceId;
  /** Who extracted the data; of a page without data, who was or would be asked. */
  readonly reader: ReaderId;
  /** A call for the page may have been billed without its answer having been kept. */
  readonly maybePaid: boolean;
  /** Of a digital invoice that is signed. */
  readonly seal: Seal | null;
  /** Sources of the other files that hold the same invoice, as given. */
  readonly renditions: readonly string[];
  readonly sid: string | null;
  readonly reused: boolean;
  /** When the answer came that the page shows; null where it shows none. */
  readonly answeredAt: string | null;
  readonly sandbox: boolean;
  readonly sent: Sent | null;
  /** Null: recognized, or not asked yet. */
  readonly failure: Failure | null;
  /** The user has confirmed it: nothing on it is open. */
  readonly confirmed?: true;
  /** The user has set it aside: a question about it is open. */
  readonly aside?: true;
  /** The user's own; left out where there are none. */
  readonly tags?: readonly string[];
  readonly note?: string;
  /** A URI of the original; only in a file that stays on this computer. */
  readonly link?: string;
  /** It was not asked about: it waits, or its batch was stopped before. */
  readonly waiting?: true;
  /** Of a waiting page: the user has cancelled it. */
  readonly cancelled?: true;
  /** With the user's corrections in place. */
  readonly invoice: {
    readonly value: Invoice;
    readonly ticket: Ticket | null;
    /** Of passenger transport; left out where there are none. */
    readonly journeys?: readonly Journey[];
    readonly origins: Origins;
    readonly regions: readonly Region[];
    readonly checks: readonly Finding[];
  } | null;
  readonly faces: readonly Face[] | null;
  /** What is to be said of the faces as a whole; left out where there is nothing. */
  readonly faceChecks?: readonly Finding[];
  /** What the user made of the faces, by their ordinals; those that nobody touched have none. */
  readonly faceNotes: ReadonlyMap<number, FaceNote>;
};
