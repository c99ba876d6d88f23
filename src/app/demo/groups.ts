import { groupsAdd, groupsEdit, groupsInvite, groupsJoin } from '#groups/contract.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { DemoClient } from './client.ts'
import { type DemoPerson, DIRECTOR, PLAYER } from './people.ts'
import { render } from './rasterize.ts'
import { emblemSvg } from './svg.ts'
import { joinedAt } from './users.ts'

const DAY = 86_400_000

export interface Club {
  id: string
  owner: DemoPerson
  members: readonly DemoPerson[]
}

export interface DemoGroups {
  league: Club
  bar: Club
  circle: Club
  /** private */
  kitchen: Club
}

interface Plan {
  name: string
  description: string
  visibility: 'public' | 'private'
  owner: DemoPerson
  /** besides the owner */
  members: readonly DemoPerson[]
  /** days ago */
  foundedAt: number
  hasPicture?: true
}

/** Plans a group: the owner creates it, and the members join one by one. */
function found(site: DemoClient, { name, description, visibility, owner, members, foundedAt, hasPicture }: Plan): Club {
  const { random, now, schedule } = site
  const groupId = uuidv7()
  const createClub = now - foundedAt * DAY
  schedule.at(createClub, async () => {
    await site.callAs(owner, groupsAdd, { _id: groupId, name, description, visibility })
    if (hasPicture) {
      const jpeg = await render(emblemSvg(random))
      await site.callAs(owner, groupsEdit, { groupId, picture: await site.send(owner, 'groupPicUpload', jpeg, { groupId }) })
    }
  })
  for (const member of members) {
    const at = Math.max(createClub, joinedAt(member, now)) + random.between(0.5, 40) * DAY
    schedule.at(at, async () => {
      if (visibility === 'public') return site.callAs(member, groupsJoin, { groupId })
      const { code } = await site.callAs(owner, groupsInvite, { groupId })
      return site.callAs(member, groupsJoin, { code })
    })
  }
  return { id: groupId, owner, members: [owner, ...members] }
}

/** Plans three public groups and one private group. */
export function seedGroups(site: DemoClient): DemoGroups {
  const { people } = site
  const [player, director] = [site.person(PLAYER), site.person(DIRECTOR)]
  const others = people.filter(person => person !== player && person !== director)
  const named = (...names: string[]): DemoPerson[] => names.map(name => site.person(name))
  return {
    league: found(site, {
      name: 'Silverball League',
      description: 'One season in spring, one in autumn. Everybody plays, the glass stays on.',
      visibility: 'public',
      owner: director,
      members: [player, ...others.slice(0, 25)],
      foundedAt: 1000,
      hasPicture: true,
    }),
    bar: found(site, {
      name: 'The Ball Return',
      description: 'A bar with eleven machines. Coin boxes are emptied on Mondays, and so are the outlanes.',
      visibility: 'public',
      owner: site.person('max'),
      members: [player, director, ...others.slice(3, 21).filter(({ username }) => username !== 'max')],
      foundedAt: 870,
      hasPicture: true,
    }),
    circle: found(site, {
      name: 'Chimes & Reels',
      description: 'Friends of everything that rings a real bell.',
      visibility: 'public',
      owner: site.person('greta'),
      members: named('willy', 'mina', 'theo', 'leo', 'rita', 'oskar', PLAYER),
      foundedAt: 520,
    }),
    kitchen: found(site, {
      name: 'Kitchen Table Crew',
      description: 'Six friends, three machines, one kitchen.',
      visibility: 'private',
      owner: player,
      members: named('oskar', 'wanda', 'benny', 'pia', DIRECTOR),
      foundedAt: 300,
    }),
  }
}
