import { createContext, useContext } from 'react';
import type { Actions } from '../state/actions.ts';
import type { HostConnection } from '../state/host.ts';
import type { User } from '../../shared/contract/office.ts';
import { mayDo, type Role } from '../../shared/contract/roles.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { PictureCache } from '../canvas/load-picture.ts';
import type { ThumbnailCache } from '../state/thumbnail-cache.ts';

/** The tools of the window's parts, created once at the start. */
export type Tools = {
  readonly host: HostConnection;
  readonly actions: Actions;
  readonly thumbnails: ThumbnailCache;
  /** The sent pictures, decoded. */
  readonly pictures: PictureCache<PageId>;
  /** The user who is signed in to the office; null outside an office. */
  readonly user: User | null;
};

export const ToolsContext = createContext<Tools | null>(null);

export const useTools = (): Tools => {
  const tools = useContext(ToolsContext);
  if (!tools) throw new Error('Outside of the app');
  return tools;
};

/** Whether the user's role in the office includes another; outside an office, the only user may do all. */
export const useMay = (role: Role): boolean => {
  const { user } = useTools();
  return user === null || mayDo(user.role, role);
};

/**
 * Whether only administrators of the office can change shared settings. Their controls are then disabled, with a
 * note.
 */
export const useSetForAll = (): boolean => !useMay('administrator');
