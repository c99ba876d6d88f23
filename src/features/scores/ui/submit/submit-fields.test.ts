import { expect, it } from 'vitest'
import type { QueuedScore } from '../queue/queued-score.ts'
import type { BallReached } from './select-event.ts'
import { type SubmitFieldValues, toSubmitFields, toTypedScore, validateSubmit } from './submit-fields.ts'

const machine = { machineId: 'm', name: 'Medieval Madness' }
const fields = (more: Partial<SubmitFieldValues> = {}): SubmitFieldValues => ({ ...toSubmitFields(machine), digits: '1000', ...more })

it('a score needs a machine from the list, and a value that is in range', () => {
  expect(validateSubmit(fields())).toEqual({})
  expect(validateSubmit(fields({ machine: null, digits: '' }))).toEqual({
    machine: 'Choose a machine from the list.',
    value: 'Enter your score.',
  })
  expect(validateSubmit(fields({ digits: '9007199254740992' })).value).toBe('That’s higher than any machine can display.')
})

it('a queued score fills the form, and reading the form returns it unchanged', () => {
  const item: QueuedScore = {
    id: 'a',
    userId: 'ann',
    machineId: 'm',
    machineName: 'Medieval Madness',
    value: 1_234_567,
    achievedAt: new Date(1000),
    typedAt: new Date(1000),
    comment: 'three ball',
    picture: new Blob(['x'], { type: 'image/jpeg' }),
    state: 'editing',
  }
  const filled = toSubmitFields(machine, item)
  expect(filled).toMatchObject({ machineText: 'Medieval Madness', digits: '1234567', comment: 'three ball' })
  expect(filled.picture).toBeInstanceOf(File)
  expect(toTypedScore(filled, item, new Date(2000))).toEqual({
    machineId: 'm',
    machineName: 'Medieval Madness',
    value: 1_234_567,
    achievedAt: new Date(1000),
    comment: 'three ball',
    picture: filled.picture,
  })
  expect(toTypedScore(filled, { ...item, achievedAt: new Date(9000) }, new Date(2000)).achievedAt).toEqual(new Date(2000))
})

it('a score for an event is played on one of its machines, and in pin-golf says on which ball the target was reached', () => {
  const hole = { target: 1000 }
  expect(validateSubmit(fields(), { machineIds: ['other'] })).toEqual({ machine: 'Choose a machine from the list.' })
  expect(validateSubmit(fields({ machine: null }), { isLoading: true }).machine).toMatch(/^This machine couldn’t be loaded\./)
  const ballOf = (digits: string, ball: BallReached): string | undefined =>
    validateSubmit(fields({ digits, ball }), { machineIds: ['m'], hole }).ball
  expect([ballOf('1000', '2'), ballOf('999', 'missed'), ballOf('999', '')]).toEqual([undefined, undefined, undefined])
  expect(ballOf('1000', 'missed')).toBe('That reaches the target. Choose the ball it was reached on.')
  expect(ballOf('999', '1')).toContain('misses the target')
})

it('the event stays with a score that is taken back into the form, and so does the ball', () => {
  const event = { eventId: 'e', name: 'Tuesday League', endsAt: new Date(9000) }
  const typed = toTypedScore(fields({ ball: '2' }), null, new Date(5), event)
  expect(typed).toMatchObject({ event, strokes: 2 })
  const item: QueuedScore = { ...typed, id: 'a', userId: 'ann', typedAt: new Date(5), state: 'editing' }
  expect(toSubmitFields(machine, item)).toMatchObject({ eventId: 'e', ball: '2' })
  expect(toTypedScore(fields({ ball: '2' }), null, new Date(5))).not.toHaveProperty('strokes')
  const { event: _, strokes: __, ...plain } = item
  expect(toSubmitFields(machine, plain)).toMatchObject({ eventId: null, ball: '' })
})

it('a new score was played now, and empty fields are left out', () => {
  expect(toTypedScore(fields({ comment: '  ' }), null, new Date(5))).toEqual({
    machineId: 'm',
    machineName: 'Medieval Madness',
    value: 1000,
    achievedAt: new Date(5),
  })
})

it('a score is a whole number in digits; anything else is told apart from a missing one', () => {
  const problems = ['1000', '', '0', '1.5', '9007199254740992'].map(digits => validateSubmit(fields({ digits })).value)
  expect(problems).toEqual([
    undefined,
    'Enter your score.',
    'Enter your score.',
    'That isn’t a whole number. Enter it like 1,234,567.',
    'That’s higher than any machine can display.',
  ])
})

it('where it was played stays with a score that is taken back into the form, and also that its player has taken it away', () => {
  const venue = { venueId: 'v', slug: 'cellar', name: 'Silverball Cellar' }
  const typed = toTypedScore(fields(), null, new Date(5), null, venue)
  expect(typed).toMatchObject({ venue })
  const item: QueuedScore = { ...typed, id: 'a', userId: 'ann', typedAt: new Date(5), state: 'editing' }
  expect(toSubmitFields(machine, item).venue).toEqual(venue)
  const { venue: _, ...without } = item
  expect(toSubmitFields(machine, without).venue).toBeNull()
  expect(toSubmitFields(machine).venue).toBeUndefined()
})
