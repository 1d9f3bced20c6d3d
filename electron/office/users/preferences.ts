import { settingsChangeSchema, type SettingsChange } from '../../../shared/contract/settings.ts';
import type { PeopleDatabase } from './database.ts';

/** Settings of a user, on every computer where the user signs in. */
export type Preferences = {
  readonly of: (person: string) => Promise<SettingsChange>;
  readonly change: (person: string, change: SettingsChange) => Promise<SettingsChange>;
};

const parsed = (members: string | undefined): SettingsChange => {
  const read = settingsChangeSchema.safeParse(JSON.parse(members ?? '{}'));
  return read.success ? read.data : {};
};

export const createPreferences = (database: PeopleDatabase): Preferences => {
  const of: Preferences['of'] = async (person) => {
    const row = await database
      .selectFrom('preference')
      .select('members')
      .where('person', '=', person)
      .executeTakeFirst();
    return parsed(row?.members);
  };
  return {
    of,
    change: async (person, change) => {
      const changed = { ...(await of(person)), ...change };
      const members = JSON.stringify(changed);
      await database
        .insertInto('preference')
        .values({ person, members })
        .onConflict((conflict) => conflict.column('person').doUpdateSet({ members }))
        .execute();
      return changed;
    },
  };
};
