import type { EventValues } from '#events/formats/ui/event-values.ts'
import type { TieBreak } from '#events/rules/standings-options.ts'

/** Returns the tie-breaks in the form, without those that the chosen format does not have. @param choices those of the format */
export const parseTieBreaks = ({ tieBreaks }: Pick<EventValues, 'tieBreaks'>, choices: readonly TieBreak[]): TieBreak[] =>
  tieBreaks.split(' ').flatMap(each => choices.find(choice => choice === each) ?? [])

/** Returns the list with one item a place earlier (-1) or later (1); at the end of the list it stays. */
export function moveItem<T>(list: readonly T[], item: T, by: -1 | 1): T[] {
  const index = list.indexOf(item)
  const neighbour = list[index + by]
  if (index === -1 || neighbour === undefined) return [...list]
  return list.map(each => (each === item ? neighbour : each === neighbour ? item : each))
}
