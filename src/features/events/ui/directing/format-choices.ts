import type { EventFormat, GroupPoints, Strikes } from '../../rules/format.ts'
import { groupStrikes } from '../../rules/points.ts'
import { groupPointsWords, pointsWords } from '../parts/format-words.ts'

/** The formats as a director chooses among them. */
export const FORMAT_CHOICES: readonly { kind: EventFormat['kind']; words: string }[] = [
  { kind: 'best-game', words: 'Everybody plays when they like. On each machine the best game counts, and the rank there gives points.' },
  { kind: 'match-play', words: 'Rounds in small groups, each on one drawn machine. The order in which a group finishes gives points.' },
  { kind: 'strikes', words: 'A knockout in rounds. Who loses takes a strike; too many, and you are out. The last one in wins.' },
  { kind: 'pin-golf', words: 'Each machine has a score to reach. Every ball it takes is a stroke; fewest strokes win.' },
  { kind: 'high-score', words: 'No points at all: who leads on the most machines stands first.' },
]

interface Choices {
  label: string
  choices: readonly { value: string; label: string; hint?: string }[]
}

const numbers = (values: readonly number[], word: (value: number) => string): Choices['choices'] =>
  values.map(value => ({ value: String(value), label: word(value) }))

export const TABLES: Choices = {
  label: 'Points by the rank on a machine',
  choices: [
    { value: 'papa', label: pointsWords('papa') },
    { value: 'linear', label: pointsWords('linear') },
    { value: 'from', label: 'From another number, down by one' },
    { value: 'custom', label: 'As I list them' },
  ],
}

export const BALLS: Choices = { label: 'Balls in a game', choices: numbers([3, 5], value => `${value} balls`) }

export const MISSED: Choices = {
  label: 'When the target is missed',
  choices: [
    { value: 'simple', label: 'One stroke more than there are balls' },
    { value: 'graded', label: 'The further away, the more strokes', hint: 'Up to ten.' },
  ],
}

export const GROUPINGS: Choices = {
  label: 'Who plays whom',
  choices: [
    { value: 'swiss', label: 'Neighbours in the standings', hint: 'The best meet the best.' },
    { value: 'balanced', label: 'As many different opponents as can be' },
    { value: 'random', label: 'By lot' },
  ],
}

export const GROUP_SIZES: Choices = {
  label: 'Players in a group',
  choices: numbers([4, 3, 2], value => (value === 2 ? 'Two, head to head' : value === 3 ? 'Up to three' : 'Up to four')),
}

export const GROUP_POINTS: Choices = {
  label: 'Points by the place in a group of four',
  choices: [
    ...(['ifpa', 'papa', 'pinburgh'] satisfies GroupPoints[]).map(value => ({ value, label: groupPointsWords(value, 4) })),
    { value: 'winner', label: '1 for the winner alone' },
  ],
}

export const STRIKES: Choices = {
  label: 'Strikes by the place in a group of four',
  choices: (['fair', 'standard', 'progressive'] satisfies Strikes['strikes'][]).map(value => ({
    value,
    label: groupStrikes(value, 4).join('-'),
  })),
}
