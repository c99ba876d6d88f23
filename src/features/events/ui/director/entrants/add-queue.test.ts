import { describe, expect, it } from 'vitest'
import type { AddedEntrant, NewEntrant } from '#events/contract/entrants.ts'
import { AddQueue, type NewPlayer } from './add-queue.ts'

const guest = (displayName: string): NewPlayer => ({ displayName })

const nameOf = (entry: NewEntrant): string =>
  'displayName' in entry ? entry.displayName : 'userId' in entry ? entry.userId : entry.personId

/** A queue with the calls that it makes, each of which is answered by the test. */
function openQueue() {
  const queue = new AddQueue(error => String(error))
  const calls: { entries: NewEntrant[]; answer(errors?: Record<string, string>): Promise<void>; fail(): Promise<void> }[] = []
  queue.connect(entries => {
    let resolve: (answer: { entrants: AddedEntrant[] }) => void
    let reject: (error: unknown) => void
    const promise = new Promise<{ entrants: AddedEntrant[] }>((...settlers) => {
      ;[resolve, reject] = settlers
    })
    const settled = (): Promise<void> => new Promise(done => setImmediate(done))
    calls.push({
      entries,
      answer(errors = {}) {
        const outcome = (entry: NewEntrant): AddedEntrant => {
          const error = errors[nameOf(entry)]
          return error === undefined ? { _id: entry._id, entrantId: entry._id } : { _id: entry._id, error }
        }
        resolve({ entrants: entries.map(outcome) })
        return settled()
      },
      fail() {
        reject('offline')
        return settled()
      },
    })
    return promise
  })
  const names = (i: number) => calls[i]?.entries.map(nameOf)
  const shown = () =>
    queue.state().entries.map(({ player, state, problem }) => `${player.displayName} ${state} ${problem?.kind ?? ''}`.trim())
  return { queue, calls, names, shown }
}

describe('a queue of players to be added', () => {
  it('sends players in order, one call at a time; those entered meanwhile go together', async () => {
    const { queue, calls, names, shown } = openQueue()
    for (const name of ['Ann', 'Bob', 'Cleo']) queue.add([guest(name)])
    expect([calls.length, names(0), shown()]).toEqual([1, ['Ann'], ['Ann sending', 'Bob queued', 'Cleo queued']])
    await calls[0]!.answer()
    expect([calls.length, names(1), shown()]).toEqual([2, ['Bob', 'Cleo'], ['Bob sending', 'Cleo sending']])
    await calls[1]!.answer()
    expect([calls.length, shown(), queue.state().added]).toEqual([2, [], [guest('Bob'), guest('Cleo')]])
  })

  it('names members and people of the group by their ids, and says which guests are kept on its list', async () => {
    const { queue, calls } = openQueue()
    queue.add([
      { displayName: 'Ann', userId: 'u1', ifpaNumber: '1' },
      { displayName: 'Bob', personId: 'p1', ifpaNumber: '2', presence: 'expected' },
      { displayName: 'Cleo', ifpaNumber: '3', keep: true },
      guest('Dan'),
    ])
    const _id = expect.any(String)
    expect(calls[0]!.entries).toEqual([
      { _id, userId: 'u1' },
      { _id, personId: 'p1', ifpaNumber: '2', presence: 'expected' },
      { _id, displayName: 'Cleo', ifpaNumber: '3', keep: true },
      { _id, displayName: 'Dan' },
    ])
    await calls[0]!.answer()
  })

  it('holds one that was refused, with the reason, and sends it again under the same id', async () => {
    const { queue, calls, shown } = openQueue()
    queue.add([guest('Ann'), guest('Bob')])
    await calls[0]!.answer({ Bob: 'No room.' })
    const [held] = queue.state().entries
    expect([shown(), held!.problem]).toEqual([['Bob held failed'], { kind: 'failed', reason: 'No room.' }])
    queue.release([held!.key])
    expect(calls[1]!.entries).toEqual([calls[0]!.entries[1]])
    await calls[1]!.answer()
    expect(shown()).toEqual([])
  })

  it('holds all of a call that failed, and goes on with those that were entered later', async () => {
    const { queue, calls, names, shown } = openQueue()
    queue.add([guest('Ann')])
    queue.add([guest('Bob')])
    await calls[0]!.fail()
    expect([shown(), names(1)]).toEqual([['Ann held failed', 'Bob sending'], ['Bob']])
    expect(queue.state().entries[0]!.problem).toEqual({ kind: 'failed', reason: 'offline' })
  })

  it('sends a player who was renamed under another id, because the first attempt may have arrived', async () => {
    const { queue, calls, shown } = openQueue()
    queue.add([{ displayName: 'Anna', ifpaNumber: '77' }])
    await calls[0]!.fail()
    const { key } = queue.state().entries[0]!
    queue.rename(key, 'Anna B')
    queue.release([key])
    expect(calls[1]!.entries).toEqual([{ _id: expect.any(String), displayName: 'Anna B', ifpaNumber: '77' }])
    expect(calls[1]!.entries[0]!._id).not.toBe(calls[0]!.entries[0]!._id)
    expect([shown(), queue.state().entries[0]!.key]).toEqual([['Anna B sending'], key])
  })

  it('sends one whose name another has only when the director says so', () => {
    const { queue, calls, shown } = openQueue()
    queue.hold(guest('Anna'))
    expect([calls.length, shown()]).toEqual([0, ['Anna held duplicate']])
    queue.release([queue.state().entries[0]!.key])
    expect([calls.length, shown()]).toEqual([1, ['Anna sending']])
  })

  it('forgets one that was discarded, and keeps what was typed', () => {
    const { queue, shown } = openQueue()
    queue.changeDraft({ name: 'Da' })
    queue.hold(guest('Anna'))
    queue.discard(queue.state().entries[0]!.key)
    expect([shown(), queue.state().draft]).toEqual([[], { name: 'Da', ifpaNumber: '', list: '' }])
  })

  it('sends at most 200 in one call, and players with accounts by their id', async () => {
    const { queue, calls } = openQueue()
    queue.add(Array.from({ length: 201 }, (_, i) => ({ displayName: `P${i}`, userId: `u${i}`, ifpaNumber: '1' })))
    expect([calls[0]!.entries.length, calls[0]!.entries[0]]).toEqual([200, { _id: expect.any(String), userId: 'u0' }])
    await calls[0]!.answer()
    expect(calls[1]!.entries.length).toBe(1)
  })
})
