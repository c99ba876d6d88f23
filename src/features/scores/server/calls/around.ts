import { handle } from '#platform/live/server/call-handler.ts'
import { type BoardRow, boardsAround } from '#scores/contract/boards.ts'
import { authorizeScope } from '../boards/board-scope.ts'
import { bestDetails } from '../boards/board-store.ts'
import { toRowPicture } from '../documents.ts'
import type { ScoresServices } from '../services.ts'

export const listScoresAround = handle(boardsAround, async ({ input, userId: readerId }, services: ScoresServices) => {
  const { scope, window = 'all', userId, radius = 5 } = input
  const members = await authorizeScope(services, scope, readerId)
  const { board: loaded, key } = await services.boards.get({ ...members, window, verifiedOnly: false })
  const { board, spec } = loaded
  const place = board.place(userId)
  if (place === null) return { firstRank: 1, rows: [], players: board.players }
  const offset = Math.max(0, place.position - radius)
  const entries = board.rows(place.position + radius + 1 - offset, offset)
  const playerIds = entries.map(({ id }) => id)
  const details = new Map((await bestDetails(services.database.db, spec, playerIds)).map(detail => [detail.userId, detail]))
  const rows: BoardRow[] = []
  for (const { id, value, achievedAt } of entries) {
    const detail = details.get(id)
    if (detail === undefined) continue
    const { username, displayName, avatar, supporter, scoreId, status } = detail
    rows.push({
      _id: `${key}/${id}`,
      board: key,
      userId: id,
      username,
      displayName,
      ...toRowPicture(avatar),
      supporter,
      scoreId,
      value,
      achievedAt: new Date(achievedAt),
      status,
    })
  }
  return { firstRank: 1 + board.countAbove(entries[0]!.value), rows, players: board.players }
})
