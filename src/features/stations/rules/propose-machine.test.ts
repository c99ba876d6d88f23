import { describe, expect, it } from 'vitest'
import { proposeMachine } from './propose-machine.ts'

const machine = (name: string) => ({ machineId: name, name })
const venue = [
  'Attack from Mars',
  'Medieval Madness',
  'Medieval Madness (Remake)',
  'The Addams Family',
  'Pin*Bot',
  'Foo Fighters (Pro)',
].map(machine)

describe('the machine that is proposed for a machine board', () => {
  it('has the same name but for case, spaces and signs', () => {
    expect(proposeMachine('ATTACK FROM MARS', venue)).toBe('Attack from Mars')
    expect(proposeMachine('PinBot', venue)).toBe('Pin*Bot')
    expect(proposeMachine('pin bot', venue)).toBe('Pin*Bot')
  })

  it('may have an article or an edition more or less', () => {
    expect(proposeMachine('Addams Family', venue)).toBe('The Addams Family')
    expect(proposeMachine('Foo Fighters', venue)).toBe('Foo Fighters (Pro)')
  })

  it('may have a longer or a shorter name', () => {
    expect(proposeMachine('Addams Family Gold', venue)).toBe('The Addams Family')
    expect(proposeMachine('Mars', venue)).toBe('Attack from Mars')
  })

  it('is none where several fit, where none does, and where the board says nothing', () => {
    expect(proposeMachine('Medieval Madness', venue)).toBeNull()
    expect(proposeMachine('Twilight Zone', venue)).toBeNull()
    expect(proposeMachine('', venue)).toBeNull()
    expect(proposeMachine('***', venue)).toBeNull()
    expect(proposeMachine('Attack from Mars', [])).toBeNull()
  })
})
