import { randomBytes } from 'node:crypto';
import { sha256Of } from '../../infra/bytes.ts';
import { sql } from 'kysely';
import { linkKinds, type NewLink } from '../../../shared/contract/office.ts';
import { roleSchema, type Role } from '../../../shared/contract/roles.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { UserDatabase } from './database.ts';

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
  /**
   * A new link replaces earlier links for the same purpose. The first administrator's links are the
   * exception: every server prints one, and all of them work until there is an administrator.
   */
  readonly make: (link: Link) => Promise<NewLink>;
  /**
   * The same for an administrator. Fails if another one has just made such a link: of two at once, the first would have
   * handed out a dead one.
   */
  readonly makeAs: (link: Link, author: string) => Promise<Result<NewLink, { readonly by: string }>>;
  /** Null for a link that is unknown, used, replaced or expired. */
  readonly find: (secret: string) => Promise<Link | null>;
  /** Like `find`, but uses up the link: if two users open it at once, only one gets it. */
  readonly take: (secret: string) => Promise<Link | null>;
  readonly endAll: (kind: Link['kind']) => Promise<void>;
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
    make: async (link) => {
      if (link.kind === 'first') await expired.execute();
      else await database.deleteFrom('link').where(sameUse(link)).execute();
      return insert(database, link, null);
    },
    makeAs: (link, author) =>
      database.transaction().execute(async (unit): Promise<Result<NewLink, { readonly by: string }>> => {
        const { kind, email, person } = link;
        await sql`select pg_advisory_xact_lock(hashtextextended(${JSON.stringify([kind, email, person])}, 4))`.execute(
          unit,
        );
        const other = await unit
          .selectFrom('link')
          .select('author')
          .where(sameUse(link))
          .where('author', '<>', author)
          .where(sql<boolean>`made > clock_timestamp() - make_interval(secs => ${meanwhileSeconds})`)
          .executeTakeFirst();
        if (other?.author) return failed({ by: other.author });
        await unit.deleteFrom('link').where(sameUse(link)).execute();
        return success(await insert(unit, link, author));
      }),
    find: async (secret) =>
      linkOf(
        await database
          .selectFrom('link')
          .selectAll()
          .where('digest', '=', secretDigest(secret))
          .where(sql<boolean>`until > now()`)
          .executeTakeFirst(),
      ),
    take: async (secret) =>
      linkOf(
        await database
          .deleteFrom('link')
          .where('digest', '=', secretDigest(secret))
          .where(sql<boolean>`until > now()`)
          .returningAll()
          .executeTakeFirst(),
      ),
    endAll: async (kind) => {
      await database.deleteFrom('link').where('kind', '=', kind).execute();
    },
  };
};
