import { createContext } from 'react'
import type { MethodContract } from '#platform/live/contract.ts'
import type { FoundPlayer } from '../contract/players.ts'

/** The method that searches players by name. It finds no unlisted players. */
export type PlayerSearch = MethodContract<{ text: string; limit?: number | undefined }, { players: FoundPlayer[] }>

/** The search comes by context because its feature is above the features that let people choose a player. */
export const PlayerSearchContext = createContext<PlayerSearch | null>(null)
