import { randomBytes } from 'node:crypto';
import { sha256Of } from '../../infra/bytes.ts';
import { sql } from 'kysely';
import { linkKinds, type NewLink } from '../../../shared/contract/office.ts';
import { roleSchema, type Role } from '../../../shared/contract/roles.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { Unit, UserDatabase } from './database.ts';

/** 256 random bits as 43 characters that need no escaping in a cookie or a URL. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/**
 * The digest that the database stores instead of a secret. One round is enough, because 256 random bits can't
 * be guessed.
 */
export const secretDigest = (secret: string): string => sha256Of(secret);

/** A link that works once, for a limited time; the database has only its digest. */
export type Link = {
  readonly kind: (typeof linkKinds)[number];
  readonly role: Role;
  /** The role of an invited user. */
  readonly email: string | null;
  /** The user whose password it sets. */
  readonly person: string | null;
};

/** An invitation for nobody in particular makes an administrator of whoever opens it, so it ends sooner. */
const hoursOf = ({ kind, email }: Link): number => (kind === 'invitation' && email !== null ? 72 : 24);

/** By the database's clock, which all processes share. */
const endAfter = (hours: number) => sql<Date>`now() + make_interval(hours => ${hours})`;

export type Links = {
  /** A link for the first administrator: every server prints one, and all of them work until there is an administrator. */
  readonly makeFirst: () => Promise<NewLink>;
  /**
   * A new link replaces earlier links for the same purpose. Fails if another administrator has just made one: of two at
   * once, the first would have handed out a dead one. Nobody is asked at the console, whose author is null.
   */
  readonly make: (
    unit: Unit,
    link: Link,
    author: string | null,
  ) => Promise<Result<NewLink, { readonly by: string }>>;
  /** Null for a link that is unknown, used, replaced or expired. */
  readonly find: (secret: string) => Promise<Link | null>;
  /** Like `find`, but uses up the link: if two users open it at once, only one gets it. */
  readonly take: (unit: Unit, secret: string) => Promise<Link | null>;
  readonly endAll: (unit: Unit, kind: Link['kind']) => Promise<void>;
};

const linkOf = (
  row: { kind: string; role: string; email: string | null; person: string | null } | undefined,
): Link | null => {
  const kind = linkKinds.find((known) => known === row?.kind);
  return row && kind
    ? { kind, role: roleSchema.parse(row.role), email: row.email, person: row.person }
    : null;
};

/** Of two administrators within this time, the second one does not know of the first one's link. */
const meanwhileSeconds = 10;

const sameUse = ({ kind, email, person }: Link) =>
  sql<boolean>`kind = ${kind} and email is not distinct from ${email} and person is not distinct from ${person}`;

const insert = async (unit: UserDatabase, link: Link, author: string | null): Promise<NewLink> => {
  const secret = newSecret();
  const { until } = await unit
    .insertInto('link')
    .values({ digest: secretDigest(secret), ...link, author, until: endAfter(hoursOf(link)) })
    .returning('until')
    .executeTakeFirstOrThrow();
  return { link: secret, until: until.toISOString() };
};

export const createLinks = (database: UserDatabase): Links => {
  const expired = database.deleteFrom('link').where(sql<boolean>`until <= now()`);
  return {
    makeFirst: async () => {
      await expired.execute();
      return insert(database, { kind: 'first', role: 'administrator', email: null, person: null }, null);
    },
    make: async (unit, link, author) => {
      const { kind, email, person } = link;
      await sql`select pg_advisory_xact_lock(hashtextextended(${JSON.stringify([kind, email, person])}, 4))`.execute(
        unit,
      );
      const other = await unit
        .selectFrom('link')
        .select('author')
        .where(sameUse(link))
        // Nothing differs from the console.
        .where(sql<boolean>`author <> ${author}::text`)
        .where(sql<boolean>`made > clock_timestamp() - make_interval(secs => ${meanwhileSeconds})`)
        .executeTakeFirst();
      if (other?.author) return failed({ by: other.author });
      await unit.deleteFrom('link').where(sameUse(link)).execute();
      return success(await insert(unit, link, author));
    },
    find: async (secret) =>
      linkOf(
        await database
          .selectFrom('link')
          .selectAll()
          .where('digest', '=', secretDigest(secret))
          .where(sql<boolean>`until > now()`)
          .executeTakeFirst(),
      ),
    take: async (unit, secret) =>
      linkOf(
        await unit
          .deleteFrom('link')
          .where('digest', '=', secretDigest(secret))
          .where(sql<boolean>`until > now()`)
          .returningAll()
          .executeTakeFirst(),
      ),
    endAll: async (unit, kind) => {
      await unit.deleteFrom('link').where('kind', '=', kind).execute();
    },
  };
};
