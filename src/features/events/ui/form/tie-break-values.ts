import type { EventValues } from '#events/formats/ui/event-values.ts'
import type { TieBreak } from '#events/rules/standings-options.ts'

/** Returns the tie-breaks in the form, without those that the chosen format does not have. @param choices those of the format */
export const parseTieBreaks = ({ tieBreaks }: Pick<EventValues, 'tieBreaks'>, choices: readonly TieBreak[]): TieBreak[] =>
  tieBreaks.split(' ').flatMap(each => choices.find(choice => choice === each) ?? [])
