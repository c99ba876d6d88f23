import { handle } from '#platform/live/server/call-handler.ts'
import { boardsPlace } from '#scores/contract/boards.ts'
import { authorizeScope } from '../boards/board-scope.ts'
import type { ScoresServices } from '../services.ts'

export const findPlace = handle(boardsPlace, async ({ input, userId: readerId }, services: ScoresServices) => {
  const { scope, window = 'all', userId } = input
  const members = await authorizeScope(services, scope, readerId)
  const { board } = await services.boards.get({ ...members, window, verifiedOnly: false })
  const found = board.board.place(userId)
  return found === null ? null : { rank: found.rank, players: found.players, value: found.value, percentile: found.percentile }
})
