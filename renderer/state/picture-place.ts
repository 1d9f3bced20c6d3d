import type { PicturePlace } from '../../shared/geometry.ts';
import type { ServiceId } from '../../shared/services/service.ts';

const kept = new Map<ServiceId, PicturePlace>();

/** What the user last made a picture show, for the next document of the same kind; the whole page at first. */
export const keptPlace = (service: ServiceId): PicturePlace => kept.get(service) ?? 'page';

export const keepPlace = (service: ServiceId, place: PicturePlace): void => {
  kept.set(service, place);
};
