import type { BestGame, EventFormat, GroupPoints, GroupSize, PointsTable } from '../../rules/format.ts'
import { groupPoints, groupStrikes, rankPoints, THOUSANDTHS } from '../../rules/points.ts'

const NAMES: Readonly<Record<EventFormat['kind'], string>> = {
  'high-score': 'High score',
  'best-game': 'Best game',
  'pin-golf': 'Pin-golf',
  'match-play': 'Match play',
  strikes: 'Strikes',
}

/** A format in two words. */
export const formatName = ({ kind }: EventFormat): string => NAMES[kind]

const of = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** "100, 90, 85, 84 …" */
export const pointsWords = (table: PointsTable): string => `${[1, 2, 3, 4].map(rank => rankPoints(table, rank) / THOUSANDTHS).join(', ')} …`

/** "7-5-3-1" */
export const groupPointsWords = (kind: GroupPoints, size: GroupSize): string =>
  groupPoints(kind, size)
    .map(points => points / THOUSANDTHS)
    .join('-')

function countedWords({ machinesCounted }: BestGame, machines: number): string {
  if (machines === 1) return ''
  if (machinesCounted === undefined || machinesCounted >= machines) return `all ${machines} machines count; `
  return `the best ${machinesCounted} of ${machines} machines count${machinesCounted === 1 ? 's' : ''}; `
}

const GROUPS: Readonly<Record<GroupSize, string>> = { 2: 'head to head', 3: 'in groups of three', 4: 'in groups of four' }

const GROUPING = { swiss: 'with players of your own standing', balanced: 'with every mix of players', random: 'drawn at random' } as const

/** What a format is, in one sentence for its players. @param machines how many the event has */
export function formatSentence(format: EventFormat, machines: number): string {
  switch (format.kind) {
    case 'high-score':
      return machines === 1
        ? 'The highest score wins.'
        : `Your best score on each of ${machines} machines gives a place there; most first places win, then most seconds, then thirds.`
    case 'best-game': {
      const attempts =
        format.attemptsPerMachine === undefined ? 'as many attempts as you like' : `${of(format.attemptsPerMachine, 'attempt')} a machine`
      return `Your best game on each machine counts; ranks give points (${pointsWords(format.points)}); ${countedWords(format, machines)}${attempts}.`
    }
    case 'pin-golf': {
      const missed =
        format.missed === 'simple'
          ? `a missed target costs ${format.balls + 1}`
          : `a missed target costs ${format.balls + 1} to 10, by how near you came`
      return `${of(Object.keys(format.targets).length, 'machine')}, each with a target: the ball on which you reach it is your strokes, ${missed}. Fewest strokes win.`
    }
    case 'match-play':
      return `${of(format.rounds, 'round')} ${GROUPS[format.groupSize]}, ${GROUPING[format.grouping]}; places give points (${groupPointsWords(format.points, format.groupSize)}). Most points win.`
    case 'strikes':
      return `Rounds ${GROUPS[format.groupSize]}; places give strikes (${groupStrikes(format.strikes, format.groupSize).join('-')}), and with ${of(format.strikesToLeave, 'strike')} you are out. Last one in wins.`
  }
}
