import { type ComponentType, createContext } from 'react'
import type { ShownEvent } from '../types.ts'
import type { Entrant } from '../use-event.ts'
import type { PlayedGroup } from './games-of-group.ts'

export interface ReportedGameProps {
  group: PlayedGroup
  entrants: ReadonlyMap<string, Entrant>
  /** true: the user helps to run the event */
  isOfficial: boolean
}

/** What a page adds to the games of its event about games that machines report; null: nothing. Features above this one know them. */
export const ReportedGamesContext = createContext<{
  /** offers a reported game as the result of a group's game, to those who may enter it */
  Game: ComponentType<ReportedGameProps>
  /** the director's setting of how reported games count */
  Settings: ComponentType<{ event: ShownEvent }>
} | null>(null)
