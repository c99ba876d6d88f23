import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '#ddp/server/server-settings.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { MAX_PINBALL_MAP_JSON, MAX_VENUE_MACHINES, venuesImportMachines } from './contract.ts'
import { toMachineDetails } from './rules/pinball-map.ts'

describe('an import', () => {
  /** Names and makers are as long as the longest that are common, and every number is known. */
  const machines = Array.from({ length: MAX_VENUE_MACHINES }, (_, i) => ({
    pinballMapId: 10_000 + i,
    name: `The Lord of the Rings (LE) ${100 + i}`,
    manufacturer: 'Chicago Gaming',
    year: 2015,
    opdbId: 'GrxPP-Ml91r-A1234',
    ipdbId: 10_000 + i,
  }))
  const json = toMachineDetails(machines)
  const input = { venueId: uuidv7(), json, dryRun: false, was: machines.map(() => uuidv7()) }

  it('takes a list of as many machines as a venue may have', () => {
    expect(json.length).toBeLessThanOrEqual(MAX_PINBALL_MAP_JSON)
    expect(v.safeParse(venuesImportMachines.input, input).success).toBe(true)
  })

  it('of such a list into a venue that is full is one message that the server reads', () => {
    const longest = { ...input, json: json.padEnd(MAX_PINBALL_MAP_JSON) }
    const message = { msg: 'method', id: '1', method: venuesImportMachines.name, params: [longest] }
    expect(JSON.stringify(message).length).toBeLessThanOrEqual(DEFAULT_LIMITS.messageSize)
  })
})
