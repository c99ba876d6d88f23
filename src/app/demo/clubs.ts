import { groupsAdd, groupsEdit, groupsInvite, groupsJoin } from '../../features/groups/contract.ts'
import { uuidv7 } from '../../platform/uuid.ts'
import type { DemoSite } from './client.ts'
import { type DemoPerson, DIRECTOR, PLAYER } from './people.ts'
import { render } from './rasterize.ts'
import { emblem } from './svg.ts'
import { joinedAt } from './users.ts'

const DAY = 86_400_000

export interface Club {
  id: string
  owner: DemoPerson
  members: readonly DemoPerson[]
}

export interface Clubs {
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
  founded: number
  pictured?: true
}

/** Plans a group: the owner creates it, and the members join one by one. */
function found(site: DemoSite, { name, description, visibility, owner, members, founded, pictured }: Plan): Club {
  const { dice, now, timeline } = site
  const groupId = uuidv7()
  const begin = now - founded * DAY
  timeline.at(begin, async () => {
    await site.call(owner, groupsAdd, { _id: groupId, name, description, visibility })
    if (pictured) {
      const jpeg = await render(emblem(dice))
      await site.call(owner, groupsEdit, { groupId, picture: await site.send(owner, 'groupPicUpload', jpeg, { groupId }) })
    }
  })
  for (const member of members) {
    const at = Math.max(begin, joinedAt(member, now)) + dice.between(0.5, 40) * DAY
    timeline.at(at, async () => {
      if (visibility === 'public') return site.call(member, groupsJoin, { groupId })
      const { code } = await site.call(owner, groupsInvite, { groupId })
      return site.call(member, groupsJoin, { code })
    })
  }
  return { id: groupId, owner, members: [owner, ...members] }
}

/** Plans three public groups and one private group. */
export function foundClubs(site: DemoSite): Clubs {
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
      founded: 1000,
      pictured: true,
    }),
    bar: found(site, {
      name: 'The Ball Return',
      description: 'A bar with eleven machines. Coin boxes are emptied on Mondays, and so are the outlanes.',
      visibility: 'public',
      owner: site.person('max'),
      members: [player, director, ...others.slice(3, 21).filter(({ username }) => username !== 'max')],
      founded: 870,
      pictured: true,
    }),
    circle: found(site, {
      name: 'Chimes & Reels',
      description: 'Friends of everything that rings a real bell.',
      visibility: 'public',
      owner: site.person('greta'),
      members: named('willy', 'mina', 'theo', 'leo', 'rita', 'oskar', PLAYER),
      founded: 520,
    }),
    kitchen: found(site, {
      name: 'Kitchen Table Crew',
      description: 'Six friends, three machines, one kitchen.',
      visibility: 'private',
      owner: player,
      members: named('oskar', 'wanda', 'benny', 'pia', DIRECTOR),
      founded: 300,
    }),
  }
}
