import { sql } from 'kysely';
import { flawOfName, nameKey, plainName } from '../../../shared/office/user-name.ts';
import { sha256Of } from '../../infra/bytes.ts';
import { tellSetting } from '../store/command-use.ts';
import { ownsSchema } from '../store/create-schema.ts';
import { isMissing, NotPrepared } from '../store/failures.ts';
import { createLibraryTables, libraryTables } from './accounts.ts';
import { usersSchema } from '../store/schema.ts';
import { consoleAuthor } from './audit-log.ts';
import { alone, ownTables, type UserDatabase } from './database.ts';

/** Before there were four roles, reviewers had the rights of approvers. */
const renameReviewers = async (database: UserDatabase): Promise<void> => {
  await database.updateTable('user').set({ role: 'approver' }).where('role', '=', 'reviewer').execute();
  await database.updateTable('link').set({ role: 'approver' }).where('role', '=', 'reviewer').execute();
};

/**
 * In earlier versions, users could have names that look the same, or names of Vouch. They get their email addresses into
 * their names, which say who did something everywhere.
 */
const separateNames = async (database: UserDatabase): Promise<void> => {
  const users = await database.selectFrom('user').select(['id', 'name', 'email']).execute();
  const byKey = Map.groupBy(users, ({ name }) => nameKey(name));
  const unclear = users.filter(
    ({ name }) => flawOfName(name) !== null || (byKey.get(nameKey(name))?.length ?? 0) > 1,
  );
  for (const { id, name, email } of unclear) {
    const now = `${plainName(name)} (${email})`.trim();
    await database.transaction().execute(async (unit) => {
      await unit.updateTable('user').set({ name: now }).where('id', '=', id).execute();
      await tellSetting(
        unit,
        { user: consoleAuthor, address: '', action: 'user-renamed', about: email },
        { field: 'name', was: name, now },
      );
    });
  }
};

/** Tables of another version of the program have another digest. */
const definitions = (database: UserDatabase): string =>
  sha256Of(
    JSON.stringify([
      ownTables.map((statement) => statement.compile(database).sql),
      libraryTables(database),
      'names that differ',
    ]),
  );

const create = (database: UserDatabase, digest: string): Promise<void> =>
  alone(database, async () => {
    await sql`create schema if not exists ${sql.id(usersSchema)}`.execute(database);
    for (const statement of ownTables) await statement.execute(database);
    await createLibraryTables(database);
    await renameReviewers(database);
    await separateNames(database);
    await database
      .insertInto('prepared')
      .values({ digest })
      .onConflict((conflict) => conflict.column('one').doUpdateSet({ digest }))
      .execute();
  });

/**
 * Creates the tables of the users. A user who does not own them only checks them.
 * @throws NotPrepared if their owner has not prepared them for this version
 */
export const prepareUsers = async (database: UserDatabase): Promise<void> => {
  const digest = definitions(database);
  if (await ownsSchema(database, usersSchema)) return create(database, digest);
  try {
    // With the schema's name: a role without any right to it is told so.
    const found = await database
      .withSchema(usersSchema)
      .selectFrom('prepared')
      .select('digest')
      .executeTakeFirst();
    if (found?.digest === digest) return;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  throw new NotPrepared('The tables of the users are of another version');
};
