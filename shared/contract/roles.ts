import { z } from 'zod';

/**
 * The rights of users, each with those before it. Viewers see and search. Preparers add, correct and export. Approvers
 * confirm, book, archive, print and remove. Administrators decide who may do what, and what is set for all.
 */
export const roles = ['viewer', 'preparer', 'approver', 'administrator'] as const;
export const roleSchema = z.enum(roles);
export type Role = z.infer<typeof roleSchema>;

/** Whether a role includes another. */
export const mayDo = (role: Role, wanted: Role): boolean => roles.indexOf(role) >= roles.indexOf(wanted);

/** Pages that a window offers at once for its next one. */
export const mostOffered = 1_000;
