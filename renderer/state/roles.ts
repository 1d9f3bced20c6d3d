import type { User } from '../../shared/contract/office.ts';
import { mayDo, type Role } from '../../shared/contract/roles.ts';
import type { MenuId } from '../../shared/contract/menu.ts';

const withRole = (role: Role, ids: readonly MenuId[]) => ids.map((id) => [id, role] as const);

/** The role that each action needs in an office; viewers have all others. The server decides, by its commands. */
const roleOf: ReadonlyMap<MenuId, Role> = new Map([
  ...withRole('preparer', ['add', 'samples', 'export', 'exportChoices', 'undo', 'redo', 'keepMine']),
  ...withRole('preparer', ['takeExtraction', 'retryFailed', 'recognizeAgain', 'readHere', 'readByService']),
  ...withRole('preparer', [
    'compare',
    'joinPages',
    'splitPages',
    'treat',
    'accept',
    'aside',
    'reopen',
    'setValues',
    'tag',
  ]),
  ...withRole('preparer', ['addLine', 'deleteLine', 'mergeLine', 'moveCellUp', 'moveCellDown']),
  ...withRole('preparer', ['moveCellLeft', 'moveCellRight', 'copyNext', 'exportUnverified', 'matchList']),
  ...withRole('preparer', [
    'drawFace',
    'excludeFaces',
    'includeFaces',
    'facePictures',
    'nextGender',
    'nextExpression',
    'nextGlasses',
    'nextMask',
    'nextBeard',
    'nextHair',
  ]),
  ...withRole('approver', ['remove', 'confirm', 'confirmClean', 'vouchers', 'archive', 'print', 'cancelAll']),
  // It is everybody's queue.
  ...withRole('administrator', ['pause', 'resume']),
]);

/** Whether a user's role allows an action. */
export const mayRun = ({ role }: Pick<User, 'role'>, id: MenuId): boolean =>
  mayDo(role, roleOf.get(id) ?? 'viewer');
