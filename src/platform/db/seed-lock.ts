import type { Database, Db } from './database.ts'
import { lockUntilCommit } from './lock-until-commit.ts'

/**
 * Runs what fills an empty database once. Nodes that start together run it one after another, under an advisory lock, so that each sees
 * what the one before has committed.
 */
export function seedOnce<T>(database: Database, run: (tx: Db) => Promise<T>): Promise<T> {
  return database.longTransaction(async tx => {
    await lockUntilCommit(tx, 'seed')
    return run(tx)
  })
}
