import { expect, it } from 'vitest'
import { chosenPlayers, findShared, listTaken, markCandidates } from './candidates.ts'

const taken = listTaken(
  [
    { displayName: 'Anna' },
    { displayName: 'Bob Smith', username: 'bob', userId: 'u1' },
    { displayName: 'Gone', username: '', userId: 'u9' },
  ],
  [{ displayName: 'Cleo', userId: 'u2' }, { displayName: 'Dan' }],
)
const notes = (...players: { displayName: string; userId?: string }[]) => markCandidates(players, taken).map(({ note }) => note)

it('marks names that are in the event or about to be, without case, accents and spaces', () => {
  expect(
    notes({ displayName: 'ÁNNA' }, { displayName: 'bob' }, { displayName: 'bobsmith' }, { displayName: 'dan' }, { displayName: 'Eve' }),
  ).toEqual([...['same-name', 'same-name', 'same-name', 'same-name'], null])
})

it('knows registered players by their account', () => {
  expect(
    notes({ displayName: 'Bobby', userId: 'u1' }, { displayName: 'Cleopatra', userId: 'u2' }, { displayName: 'Anna', userId: 'u3' }),
  ).toEqual(['in', 'in', 'same-name'])
})

it('marks a name that is listed twice, and one that the server refuses', () => {
  expect(notes({ displayName: 'Eve' }, { displayName: 'eve' }, { displayName: 'x'.repeat(61) })).toEqual([null, 'twice', 'bad-name'])
})

it('adds those without a note, and those of the same name only where they are ticked', () => {
  const candidates = markCandidates(
    [
      { displayName: 'Eve' },
      { displayName: 'Anna' },
      { displayName: 'Finn' },
      { displayName: 'eve' },
      { displayName: 'Bob', userId: 'u1' },
    ],
    taken,
  )
  const names = (ticks: [string, boolean][]) => chosenPlayers(candidates, new Map(ticks)).map(({ displayName }) => displayName)
  expect(names([])).toEqual(['Eve', 'Finn'])
  expect(
    names([
      ['anna/1', true],
      ['finn/1', false],
      ['eve/2', true],
      ['bob/1', true],
    ]),
  ).toEqual(['Eve', 'Anna', 'eve'])
})

it('marks who has the IFPA number of another, in the event or above in the list, whatever zeros are before it', () => {
  const withNumbers = listTaken([{ displayName: 'Toni Vega', ifpaNumber: '4711' }], [{ displayName: 'Uma Ace', ifpaNumber: '12' }])
  const marked = markCandidates(
    [
      { displayName: 'T. Vega', ifpaNumber: '4711' },
      { displayName: 'Other', ifpaNumber: '000012' },
      { displayName: 'Eve', ifpaNumber: '7' },
      { displayName: 'Evelyn', ifpaNumber: '007' },
      { displayName: 'eve', ifpaNumber: '7' },
      { displayName: 'Zed', ifpaNumber: '0' },
      { displayName: 'Zoe', ifpaNumber: '000' },
    ],
    withNumbers,
  )
  expect(marked.map(({ note, sameNumberAs }) => sameNumberAs ?? note)).toEqual(['Toni Vega', 'Uma Ace', null, 'Eve', 'twice', null, null])
  expect(chosenPlayers(marked, new Map()).map(({ displayName }) => displayName)).toEqual(['Eve', 'Zed', 'Zoe'])
  expect(findShared({ displayName: 'Other', ifpaNumber: '000012' }, withNumbers)).toEqual({ kind: 'ifpa-number', of: 'Uma Ace' })
  expect(findShared({ displayName: 'tonivega', ifpaNumber: '12' }, withNumbers)).toEqual({ kind: 'name' })
})
