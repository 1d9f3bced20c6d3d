import type { Pool } from '../../electron/office/store/client.ts';
import type { User } from '../../shared/contract/office.ts';
import type { Role } from '../../shared/contract/roles.ts';
import { answering, enter, valueOf, type asking, type openServer } from './composed-server.ts';
import { both, type Race } from './two-callers.ts';

type Server = Awaited<ReturnType<typeof openServer>>;

type Callers = {
  readonly servers: readonly [here: Server, there: Server];
  readonly users: Readonly<Record<'li' | 'wang' | 'zhao' | 'chen', User>>;
  readonly liAsks: ReturnType<typeof asking>;
  readonly pool: InstanceType<typeof Pool>;
};

/** The races of two administrators, Li Hua and Wang Wei, for users, invitations and links. */
export const userRaces = ({
  servers: [here, there],
  users: { li, wang, zhao, chen },
  liAsks,
  pool,
}: Callers) => {
  const [asLi, asWang] = [answering(here, li), answering(there, wang)];
  /** Both use an administrator's command. */
  const administer = (
    name: 'invite' | 'passwordLink' | 'setRole' | 'switchAccount',
    mine: object,
    yours = mine,
  ) => both(asLi(name, mine), asWang(name, yours));
  /** Both are administrators again. */
  const restore = () =>
    pool.query(`UPDATE vouch_people."user" SET role = 'administrator', banned = false WHERE id = ANY($1)`, [
      [li.id, wang.id],
    ]);
  const onlyTwo = (role: Role) =>
    pool.query(`UPDATE vouch_people."user" SET role = $2, banned = false WHERE id = ANY($1)`, [
      [zhao.id, chen.id],
      role,
    ]);
  const administratorRace = (name: 'setRole' | 'switchAccount', change: object): Race => ({
    same: async () => {
      await restore();
      await onlyTwo('approver');
      const ended = await administer(name, { person: wang.id, ...change }, { person: li.id, ...change });
      await restore();
      return ended;
    },
    told: ['last-administrator'],
    names: true,
    different: async () => {
      await restore();
      await onlyTwo('administrator');
      return administer(name, { person: zhao.id, ...change }, { person: chen.id, ...change });
    },
  });

  let invited = 0;
  const invitation = (name: string) => {
    invited += 1;
    return { email: `${name}${invited}@office.example`, role: 'viewer' };
  };
  const passwordLink = async (person: User): Promise<string> => {
    await pool.query('DELETE FROM vouch_people.link');
    return (valueOf(await asLi('passwordLink', { person: person.id })) as { link: string }).link;
  };

  const races = {
    setRole: administratorRace('setRole', { role: 'approver' }),
    switchAccount: administratorRace('switchAccount', { on: false }),
    invite: {
      same: () => administer('invite', invitation('same')),
      told: ['link-meanwhile'],
      names: true,
      different: () => administer('invite', invitation('li'), invitation('wang')),
    },
    passwordLink: {
      same: async () => {
        await pool.query('DELETE FROM vouch_people.link');
        return administer('passwordLink', { person: zhao.id });
      },
      told: ['link-meanwhile'],
      names: true,
      different: async () => {
        await pool.query('DELETE FROM vouch_people.link');
        return administer('passwordLink', { person: zhao.id }, { person: chen.id });
      },
    },
    useLink: {
      same: async () => {
        const link = await passwordLink(zhao);
        return both(enter(here, link, zhao.name), enter(there, link, zhao.name));
      },
      told: ['dead-link'],
      // Whoever is not signed in learns no name.
      names: false,
      different: async () => {
        const link = await passwordLink(zhao);
        const made = valueOf(await asLi('passwordLink', { person: chen.id })) as { link: string };
        return both(enter(here, link, zhao.name), enter(there, made.link, chen.name));
      },
      // Each hashes a password, which takes long on purpose.
      share: 0.25,
    },
  } as const satisfies Readonly<Record<string, Race>>;

  const turnFourEyes = (fourEyes: boolean) =>
    liAsks('settings.change', { fourEyes, was: { fourEyes: !fourEyes } });
  const demote = (person: User, role: Role) => asWang('setRole', { person: person.id, role });
  /** Different commands that take the ground from each other. */
  const crossed: Readonly<Record<string, Race>> = {
    'four eyes and the last approver but one': {
      same: async () => {
        valueOf(await turnFourEyes(false));
        await restore();
        await onlyTwo('preparer');
        const ended = await both(turnFourEyes(true), demote(wang, 'viewer'));
        await restore();
        return ended;
      },
      told: ['one-approver', 'few-approvers'],
      names: false,
      different: async () => {
        valueOf(await turnFourEyes(false));
        await onlyTwo('preparer');
        return both(turnFourEyes(true), demote(zhao, 'viewer'));
      },
    },
  };

  return { races, crossed };
};
