import { machinesEdit } from '#machines/contract/machines.ts'
import { playersEdit } from '#players/contract/players.ts'
import type { DemoClient } from './client.ts'
import { demoMachines } from './machines.ts'
import { DIRECTOR } from './people.ts'
import { render, renderTitled } from './rasterize.ts'
import { avatar, backglass } from './svg.ts'
import { joinedAt } from './users.ts'

const TOWNS = ['Drainsburg', 'Upper Playfield', 'Kickback-on-Sea', 'New Tiltham'] as const
const FACES = 10
const BACKGLASSES = 6

/** Plans the profiles, some of them with pictures, and the backglass pictures of the most played machines. */
export function seedAvatars(site: DemoClient): void {
  const { random, now, schedule, people } = site
  for (const [i, person] of people.entries()) {
    schedule.at(joinedAt(person, now) + 3_600_000, async () => {
      const picture = i < FACES ? await site.send(person, 'profilePicUpload', await render(avatar(random))) : undefined
      const { bio } = person
      if (picture ?? bio) await site.callAs(person, playersEdit, { picture, bio, location: random.pickOne(TOWNS) })
    })
  }
  const editor = site.person(DIRECTOR)
  for (const machine of demoMachines.slice(0, BACKGLASSES)) {
    schedule.at(joinedAt(editor, now) + 7_200_000, async () => {
      const picture = await site.send(editor, 'machineBackglassPicUpload', await renderTitled(backglass(random), machine.name))
      await site.callAs(editor, machinesEdit, { machineId: site.machineId(machine), backglass: picture })
    })
  }
}
