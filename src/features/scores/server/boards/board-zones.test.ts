import { expect, it } from 'vitest'
import { BoardZones } from './board-zones.ts'

it('does not keep a zone that was changed while it was read', async () => {
  const answers = ['Europe/Berlin', 'America/New_York']
  const zones = new BoardZones({ site: () => 'UTC', event: async () => 'UTC', venue: async () => answers.shift()! })
  const loaded = zones.load({ venueId: 'v' })
  zones.forget('v')
  await loaded
  expect(zones.of({ venueId: 'v' })).toBe('America/New_York')
})
