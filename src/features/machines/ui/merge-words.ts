import { plainNumber } from '../../../platform/ui/plain-format.ts'
import type { MachineDoc, MergePreview } from '../contract.ts'

const counted = (count: number, one: string): string => `${plainNumber(count)} ${one}${count === 1 ? '' : 's'}`

/** "Attack from Mars (Bally, 1995)" */
export const nameOf = ({ name, manufacturer, year }: Pick<MachineDoc, 'name' | 'manufacturer' | 'year'>): string =>
  `${name} (${manufacturer}${year === null ? '' : `, ${year}`})`

/** What a merge moves, as a list in words; its backglass is told of where it goes too. */
export function movesWords({ scores, players, events, backglass }: MergePreview): string {
  const parts = [
    ...(scores === 0 ? [] : [`${counted(scores, 'score')} by ${counted(players, 'player')}`]),
    ...(events === 0 ? [] : [`its part in ${counted(events, 'event')}`]),
    ...(backglass === 'moves' ? ['its backglass'] : []),
  ]
  const moves = parts.length === 0 ? 'nothing, since nobody has played it' : parts.join(', ')
  return `${moves}.${backglass === 'goes' ? ' Its backglass goes: the other has one.' : ''}`
}
