import { sql } from 'kysely'
import type { Fields } from '#ddp/wire/ejson.ts'
import type { Db } from '#platform/db/database.ts'
import type { PlayerFormDoc } from '#players/contract/summary.ts'
import type { BoardDocument } from './board-documents-view.ts'
import { PlayerBoardsView } from './player-boards-view.ts'

const LATEST = 10

type FormRow = Omit<PlayerFormDoc, 'userId' | 'percentile'> & { id: string }

/** Returns the latest accepted scores of a player, latest first. */
async function latestScores(db: Db, userId: string): Promise<FormRow[]> {
  const { rows } = await sql<FormRow>`
    SELECT s.id, s.machine_id AS "machineId", m.name AS "machineName", s.value, s.receipt FROM scores s JOIN machine_cards m ON m.id = s.machine_id
    WHERE s.user_id = ${userId} AND s.removed_at IS NULL AND s.status <> 'rejected' AND NOT s.under_review ORDER BY s.receipt DESC LIMIT ${LATEST}
  `.execute(db)
  return rows
}

const formDocument = (userId: string, { id, ...score }: FormRow): BoardDocument => ({
  collection: 'playerForm',
  id,
  name: { machineId: score.machineId, window: 'all', verifiedOnly: false },
  document({ board: { board } }) {
    const document: PlayerFormDoc & Fields = {
      userId,
      ...score,
      ...(board.players > 1 ? { percentile: board.percentileBelow(score.value) } : {}),
    }
    return document
  },
})

/** A player's latest scores, and the share of the players of their machines whose best is lower, by the boards in memory. */
export class PlayerFormView extends PlayerBoardsView {
  protected override async read(db: Db): Promise<BoardDocument[]> {
    return (await latestScores(db, this.userId)).map(score => formDocument(this.userId, score))
  }
}
