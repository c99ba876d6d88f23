import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { parsePinballMap } from '#venues/rules/pinball-map.ts'

const file = fileURLToPath(new URL('../../../../shared/data/peers/pinball-map-location.json', import.meta.url))

/** A sample of what Pinball Map answers about a location, which is not part of this repository. */
it('what Pinball Map answers is a list of machines, a location, or neither', () => {
  const sample = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  const read = (path: string) => parsePinballMap(JSON.stringify(sample[`GET /api/v1/locations/99001${path}`]))
  expect(read('/machine_details.json')).toEqual({
    kind: 'machines',
    machines: [
      { pinballMapId: 8101, name: 'Black Knight 2000', manufacturer: 'Williams', year: 1989, opdbId: 'GrxPP-Ml91r', ipdbId: 999_001 },
      { pinballMapId: 8102, name: 'Homebrew Example', manufacturer: null, year: 2024, opdbId: null, ipdbId: null },
      {
        pinballMapId: 8103,
        name: 'Medieval Madness (Remake LE)',
        manufacturer: 'Chicago Gaming',
        year: 2015,
        opdbId: 'GXXXX-MXXXX-AXXXX',
        ipdbId: null,
      },
    ],
  })
  expect(read('.json')).toEqual({ kind: 'location', locationId: 99_001 })
  expect(read('/machine_details.json?machines_only=1')).toBe(null)
})
