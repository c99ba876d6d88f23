import { expect, it } from 'vitest'
import { DdpError } from '#ddp/wire/error.ts'
import { setErrorTexts } from '#platform/live/error-texts.ts'
import type { MachineDoc } from '../contract/machines.ts'
import { diffMachineInput, mapMachineServerError, NO_MACHINE, omitNulls, toMachineFormValues, toMachineInput } from './machine-values.ts'

const machine: MachineDoc = {
  name: 'Centaur',
  manufacturer: 'Bally',
  year: 1981,
  type: 'ss',
  playerCount: 4,
  scores: 0,
  players: 0,
  retired: false,
}

it('converts form values into the input of the methods', () => {
  expect(
    toMachineInput({ ...NO_MACHINE, name: ' Centaur ', manufacturer: 'Bally', year: '1981', playerCount: '4', display: 'dmd' }),
  ).toEqual({
    name: 'Centaur',
    manufacturer: 'Bally',
    year: 1981,
    type: 'ss',
    display: 'dmd',
    playerCount: 4,
    opdbId: null,
    ipdbId: null,
  })
  expect(omitNulls(toMachineInput({ ...NO_MACHINE, name: 'x', manufacturer: 'y' }))).toEqual({ name: 'x', manufacturer: 'y', type: 'ss' })
})

it('sends only changed fields, and null for emptied ones', () => {
  const values = toMachineFormValues(machine)
  expect(diffMachineInput(values, values)).toEqual({})
  expect(diffMachineInput(values, { ...values, name: 'Centaur ', year: '', opdbId: 'Gabc-Mdef' })).toEqual({
    year: null,
    opdbId: 'Gabc-Mdef',
  })
})

it('maps a server error to its field', () => {
  // Other test files of this process may have set the texts of the application.
  setErrorTexts(() => null)
  const details = [{ path: 'year', message: 'must be a whole number from 1930 to 2100' }]
  expect(mapMachineServerError(new DdpError(400, 'year must be …', details))).toEqual({ year: 'Must be a whole number from 1930 to 2100.' })
  expect(mapMachineServerError(new DdpError(409, 'Another machine has this OPDB id.'))).toBe(null)
  expect(mapMachineServerError(new DdpError(400, 'machineId must be an id.', [{ path: 'machineId', message: 'must be an id' }]))).toBe(null)
})
