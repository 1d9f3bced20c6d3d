import type { PageId } from '../../../shared/contract/page.ts';
import type { WriteStore } from '../../store/port.ts';
import type { PageRow } from '../../store/records/page.ts';
import type { Assessor } from '../../pipeline/assessor.ts';
import { keepShown } from '../../pipeline/digital-intake.ts';

type PageFiguresDependencies = {
  readonly assessor: Pick<Assessor, 'assess' | 'assessIn' | 'trustedKeys'>;
  /** Searches the picture of a page for a QR code. Returns whether it found one now. */
  readonly lookForQr: (page: PageRow) => Promise<boolean>;
  readonly onBug: (error: unknown) => void;
};

/** The figures of a worker's pages. They are saved with the response, so that no page is recognized without them. */
export type PageFigures = {
  /** Searches the picture for a QR code while the service works. */
  readonly begin: (page: PageRow) => void;
  /** Saves the figures in the unit of work that saves the response. Data of a file that stays shown is shown again. */
  readonly keep: (unit: WriteStore, page: PageId) => Promise<void>;
  /** Waits for the search. A code that came after the figures changes them. */
  readonly end: (page: PageId, isRecognized: boolean) => Promise<void>;
};

type Search = {
  /** Whether there is a code. */
  readonly found: Promise<boolean>;
  hasEnded: boolean;
  isInFigures: boolean;
};

export const createPageFigures = ({ assessor, lookForQr, onBug }: PageFiguresDependencies): PageFigures => {
  const searches = new Map<PageId, Search>();
  return {
    begin: (page) => {
      const found = lookForQr(page)
        .catch((error: unknown) => {
          onBug(error);
          return false;
        })
        .finally(() => {
          search.hasEnded = true;
        });
      const search: Search = { found, hasEnded: false, isInFigures: false };
      searches.set(page.id, search);
    },
    keep: async (unit, page) => {
      const search = searches.get(page);
      if (search) search.isInFigures = search.hasEnded;
      await keepShown(unit, page, assessor.trustedKeys());
      await assessor.assessIn(unit, page);
    },
    end: async (page, isRecognized) => {
      const search = searches.get(page);
      const isFound = (await search?.found) === true;
      searches.delete(page);
      if (isFound && isRecognized && search?.isInFigures === false) await assessor.assess(page);
    },
  };
};
