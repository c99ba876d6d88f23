import { argument, definePublication, text } from '../../platform/live/contract.ts'

/** A document of `players`; its `_id` is the user's. */
export interface PlayerDoc {
  username: string
  displayName: string
  bio: string
  location: string
  supporter: boolean
  /** accepted scores */
  scores: number
  joinedAt: Date
}

export const playersOne = definePublication('players.one', argument({ username: text(1, 60) }), ['players', 'playerBests'], {
  404: 'there is no such player',
})
