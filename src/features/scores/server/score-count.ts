import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Database } from '../../../platform/db/database.ts'
import { type Follower, follow } from '../../../platform/live/server/follow.ts'
import { countScoresOf } from './store.ts'

/** How many scores a player has, as the field `scores` of the player's document. */
export class ScoreCount {
  readonly set = new LiveSet()
  readonly follower: Follower

  constructor(database: Database, userId: string) {
    const load = (): Promise<number> =>
      database.snapshot(async (tx, position) => {
        this.set.put('players', userId, { scores: await countScoresOf(tx, userId) })
        return position
      })
    this.follower = follow(load, () => load().then(() => undefined))
  }
}
