import { describe, expect, it } from 'vitest'
import {
  cancelEdit,
  oldestFirst,
  QUEUED_TRANSITIONS,
  type QueuedEvent,
  type QueuedScore,
  type QueuedState,
  queueTransition,
  wasRefused,
  withoutPicture,
} from './queued-score.ts'

const item = (state: QueuedState, more: Partial<QueuedScore> = {}): QueuedScore => ({
  id: 'a',
  userId: 'ann',
  machineId: 'm',
  machineName: 'Medieval Madness',
  value: 1,
  achievedAt: new Date(1),
  typedAt: new Date(1),
  state,
  ...more,
})

describe('a queued score', () => {
  it('has these transitions and no others', () => {
    const steps = (Object.keys(QUEUED_TRANSITIONS) as QueuedState[]).map(from =>
      (['send', 'defer', 'accept', 'refuse', 'again', 'edit'] satisfies QueuedEvent[]).map(
        event => queueTransition(item(from), event)?.state ?? '-',
      ),
    )
    //                send       defer      accept      refuse     again      edit
    expect(steps).toEqual([
      ['sending', '-', '-', '-', 'waiting', 'editing'],
      ['-', 'waiting', 'accepted', 'refused', '-', 'editing'],
      ['-', '-', '-', '-', '-', '-'],
      ['-', '-', '-', '-', 'waiting', 'editing'],
      ['-', '-', '-', 'refused', 'waiting', 'editing'],
    ])
  })

  it('drops its reason with each transition, but keeps it while a refused score is edited', () => {
    const refused = queueTransition(item('sending'), 'refuse', { reason: 'No.', about: 'picture' })!
    expect(refused).toMatchObject({ state: 'refused', reason: 'No.', about: 'picture' })
    expect(queueTransition(refused, 'again')).toEqual(item('waiting'))
    expect(queueTransition(refused, 'edit')).toEqual(item('editing', { reason: 'No.', about: 'picture' }))
    expect(queueTransition(queueTransition(refused, 'edit')!, 'edit')).toEqual(item('editing', { reason: 'No.', about: 'picture' }))
    expect(queueTransition(item('waiting', { reason: 'Busy.' }), 'edit')).toEqual(item('editing'))
  })

  it('has its former state again after editing is cancelled', () => {
    const refused = queueTransition(item('sending'), 'refuse', { reason: 'No.', about: 'picture' })!
    expect(cancelEdit(queueTransition(refused, 'edit')!)).toEqual(refused)
    expect(cancelEdit(queueTransition(item('waiting'), 'edit')!)).toEqual(item('waiting'))
    expect([cancelEdit(item('waiting')), cancelEdit(item('sending'))]).toEqual([null, null])
    expect([refused, queueTransition(refused, 'edit')!, queueTransition(refused, 'again')!, item('editing')].map(wasRefused)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('drops its picture when it is accepted, and when the player removes the picture', () => {
    const picture = new Blob(['x'])
    const sending = item('sending', { picture, pictureKey: 'k' })
    expect(queueTransition(sending, 'defer')).toMatchObject({ picture, pictureKey: 'k' })
    expect(Object.keys(queueTransition(sending, 'accept')!)).not.toContain('picture')
    expect(withoutPicture(sending)).toEqual(item('sending'))
  })

  it('is sorted before those that were typed later', () => {
    const at = (id: string, ms: number) => item('waiting', { id, typedAt: new Date(ms) })
    expect([at('c', 2), at('b', 1), at('a', 2)].sort(oldestFirst).map(({ id }) => id)).toEqual(['b', 'a', 'c'])
  })
})
