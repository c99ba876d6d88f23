import { sql } from 'kysely'
import type { Fields } from '#ddp/wire/ejson.ts'
import { ANY_MACHINE, machineKey } from '#machines/server/changes.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { epochMs } from '#platform/db/epoch-ms.ts'
import type { DocumentWriter } from '#platform/live/server/documents.ts'
import type { ViewLoadResult, ViewSource } from '#platform/live/server/view.ts'
import type { ProgressDoc } from '#scores/contract/scores.ts'
import type { ScoreChange } from '../changes.ts'
import { isCounted } from '../score-fields.ts'
import { COUNT_OF_BEST } from '../store.ts'

const MAX_POINTS = 400

/** The id of the machine with the most accepted scores of a player; null: the player has none. */
export async function mostPlayed(db: Db, userId: string): Promise<string | null> {
  const { rows } = await sql<{ machineId: string }>`
    SELECT m.id AS "machineId" FROM bests b JOIN machine_cards m ON m.id = b.machine_id CROSS JOIN LATERAL (${COUNT_OF_BEST}) c
    WHERE b.user_id = ${userId} ORDER BY c.scores DESC, m.name LIMIT 1
  `.execute(db)
  return rows[0]?.machineId ?? null
}

/** A player's accepted scores on a machine in the order in which they were played; times in ms. */
export interface PlayedScores {
  times: number[]
  values: number[]
}

/**
 * At most `maxPoints` points: all scores that were a new best (of those at most the latest `maxPoints`), and an even selection of the
 * others.
 */
export function progressPoints({ times, values }: PlayedScores, maxPoints = MAX_POINTS): ProgressDoc['points'] {
  let highest = 0
  const bests: number[] = []
  const others: number[] = []
  for (const [at, value] of values.entries()) {
    if (value > highest) bests.push(at)
    else others.push(at)
    highest = Math.max(highest, value)
  }
  const shown = new Set(bests.slice(-maxPoints))
  const room = Math.min(maxPoints - shown.size, others.length)
  const sampled = Array.from({ length: room }, (_, i) => others[Math.floor((i * others.length) / room)]!)
  return [...shown, ...sampled].sort((a, b) => a - b).map(at => ({ at: new Date(times[at]!), value: values[at]!, best: shown.has(at) }))
}

/** Lists are made by Postgres as JSON, which takes a fraction of the time of as many rows. */
async function readPlayed(db: Db, userId: string, machineId: string): Promise<(PlayedScores & { machineName: string }) | null> {
  const { rows } = await sql<{ machineName: string; times: number[] | null; values: number[] | null }>`
    SELECT m.name AS "machineName", p.times, p.values FROM machine_cards m CROSS JOIN (
      SELECT json_agg(at) AS times, json_agg(value) AS values FROM (
        SELECT ${epochMs('s.achieved_at')} AS at, s.value FROM scores s
        WHERE s.machine_id = ${machineId} AND s.user_id = ${userId} AND s.removed_at IS NULL AND s.status <> 'rejected' AND NOT s.under_review
        ORDER BY s.achieved_at, s.id
      ) s
    ) p WHERE m.id = ${machineId}
  `.execute(db)
  const [row] = rows
  return row === undefined || row.times === null || row.values === null ? null : { ...row, times: row.times, values: row.values }
}

/** A player's progress on a machine. It keeps the scores, so that a new one is added without reading the others again. */
export class PlayerProgressView implements ViewSource {
  readonly #database: Database
  readonly #userId: string
  readonly #machineId: string
  readonly #id: string
  #played: (PlayedScores & { machineName: string }) | null = null

  constructor(database: Database, { userId, machineId }: { userId: string; machineId: string }) {
    this.#database = database
    this.#userId = userId
    this.#machineId = machineId
    this.#id = `${userId}/${machineId}`
  }

  load(): Promise<ViewLoadResult> {
    return this.#database.readSnapshot(async (tx, position) => {
      const played = await readPlayed(tx, this.#userId, this.#machineId)
      return {
        position,
        keys: new Set([this.#id, this.#userId, machineKey(this.#machineId), ANY_MACHINE]),
        until: null,
        documents: () => {
          this.#played = played
          return { progress: played === null ? [] : [[this.#id, this.#toDocument(played)]] }
        },
      }
    })
  }

  /** Applies a change of one of the scores. @returns true if the scores have to be read again */
  applyScore({ op, score }: ScoreChange, documents: DocumentWriter): boolean {
    const played = this.#played
    if (op !== 'submitted' || !isCounted(score) || played === null) return true
    const at = played.times.findLastIndex(time => time <= score.achievedAt)
    // Which of two scores of the same moment comes first depends on their ids.
    if (played.times[at] === score.achievedAt) return true
    played.times.splice(at + 1, 0, score.achievedAt)
    played.values.splice(at + 1, 0, score.value)
    documents.put('progress', this.#id, this.#toDocument(played))
    return false
  }

  /** A time and a value of each score take 16 bytes each at most: a place in a list, and a number that is too large to be kept in it. */
  bytes(): number {
    return (this.#played?.times.length ?? 0) * 32
  }

  #toDocument({ machineName, ...played }: PlayedScores & { machineName: string }): ProgressDoc & Fields {
    return { userId: this.#userId, machineId: this.#machineId, machineName, points: progressPoints(played) }
  }
}
