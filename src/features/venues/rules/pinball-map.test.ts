import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseLocationAddress, parsePinballMap, toMachineDetails } from './pinball-map.ts'

describe('an address', () => {
  it('is that of a location at Pinball Map, in each form that people copy', () => {
    for (const address of [
      'https://pinballmap.com/map?by_location_id=99001',
      'https://www.pinballmap.com/portland?utm=x&by_location_id=99001#list',
      ' https://pinballmap.com/locations/99001 ',
      'https://pinballmap.com/api/v1/locations/99001.json',
      'https://pinballmap.com/api/v1/locations/99001/machine_details.json?machines_only=1',
    ])
      expect([address, parseLocationAddress(address)]).toEqual([address, 99_001])
  })

  it('is nothing of another site, of another form, or with more than a number', () => {
    for (const address of [
      'http://pinballmap.com/map?by_location_id=1',
      'https://pinballmap.com.evil.example/map?by_location_id=1',
      'https://evil.example/https://pinballmap.com/locations/1',
      'https://user@pinballmap.com/locations/1',
      'https://pinballmap.com:8443/locations/1',
      'https://pinballmap.com/locations/1/../../x',
      'https://pinballmap.com/map?by_location_id=1;sleep(9)',
      'https://pinballmap.com/map?by_location_name=Bar',
      'https://pinballmap.com/locations/0',
      'https://pinballmap.com/locations/12345678901',
      '99001',
      '',
    ])
      expect([address, parseLocationAddress(address)]).toEqual([address, null])
  })

  it('never gives anything but a whole number, whatever is typed', () => {
    const parts = fc.constantFrom('https://', 'pinballmap.com', '/locations/', '?by_location_id=', '7', '.php', "'", '&', ' ', '%00', '@')
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), typed => {
        const id = parseLocationAddress(typed.join(''))
        expect(id === null || (Number.isInteger(id) && id > 0)).toBe(true)
      }),
    )
  })
})

describe('a text', () => {
  const details = {
    machines: [
      { id: 2, name: 'Homebrew', year: null, manufacturer: null, ipdb_id: null, opdb_id: null },
      { id: 1, name: 'Xenon', year: 1980, manufacturer: 'Bally', ipdb_id: 2821, opdb_id: 'G1-M1' },
      { id: 1, name: 'Xenon', year: 1980, manufacturer: 'Bally', ipdb_id: 2821, opdb_id: 'G1-M1' },
    ],
  }
  const machines = [
    { pinballMapId: 2, name: 'Homebrew', manufacturer: null, year: null, opdbId: null, ipdbId: null },
    { pinballMapId: 1, name: 'Xenon', manufacturer: 'Bally', year: 1980, opdbId: 'G1-M1', ipdbId: 2821 },
  ]

  it('is a list in which two of the same title are one', () => {
    expect(parsePinballMap(JSON.stringify(details))).toEqual({ kind: 'machines', machines })
    expect(parsePinballMap(toMachineDetails(machines))).toEqual({ kind: 'machines', machines })
  })

  it('is a location, whose machines it does not name', () => {
    const location = { id: 99_001, name: 'Arcade', location_machine_xrefs: [{ id: 5, machine_id: 1 }] }
    expect(parsePinballMap(JSON.stringify(location))).toEqual({ kind: 'location', locationId: 99_001 })
  })

  it('is otherwise refused, and never throws', () => {
    for (const text of ['', 'x', '[]', 'null', '{}', '{"errors":"x"}', '{"machines":["Xenon (Bally, 1980)"]}', '{"machines":[{"id":1}]}'])
      expect([text, parsePinballMap(text)]).toEqual([text, null])
    fc.assert(
      fc.property(fc.json(), text => {
        parsePinballMap(text)
        parsePinballMap(`{"machines":[${text}]}`)
      }),
    )
  })
})
