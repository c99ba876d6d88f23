import { signedIn } from '../../../platform/live/server/live-server.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { MachinesDoor } from '../../machines/server/door.ts'
import { type BoardRow, boardsAround, boardsPlace, scoresEdit, scoresRemove, scoresSubmit } from '../contract.ts'
import { bestDetails } from './board-store.ts'
import type { Boards } from './boards.ts'
import { machineOfScope } from './publications.ts'
import type { ScoresService } from './service.ts'

export function registerMethods(
  { live, database }: Platform,
  { machines }: { machines: MachinesDoor },
  service: ScoresService,
  boards: Boards,
): void {
  live.method(scoresSubmit, async call => {
    const { answer, news } = await service.submit(signedIn(call), call.input)
    await call.wrote(news)
    return answer
  })

  live.method(scoresEdit, async call => {
    await call.wrote(await service.edit(signedIn(call), call.input))
    return {}
  })

  live.method(scoresRemove, async call => {
    await call.wrote(await service.remove(signedIn(call), call.input.scoreId))
    return {}
  })

  live.method(boardsPlace, async ({ input: { scope, window = 'all', userId } }) => {
    const machineId = await machineOfScope(machines, scope)
    const { loaded } = await boards.current({ machineId, window, verifiedOnly: false })
    const place = loaded.board.place(userId)
    return place === null ? null : { rank: place.rank, players: place.players, value: place.value, percentile: place.percentile }
  })

  live.method(boardsAround, async ({ input: { scope, window = 'all', userId, radius = 5 } }) => {
    const machineId = await machineOfScope(machines, scope)
    const { loaded, key } = await boards.current({ machineId, window, verifiedOnly: false })
    const { board, spec } = loaded
    const place = board.place(userId)
    if (place === null) return { firstRank: 1, rows: [], players: board.players }
    const from = Math.max(0, place.position - radius)
    const standings = board.rows(place.position + radius + 1 - from, from)
    const details = new Map(
      (
        await bestDetails(
          database.db,
          spec,
          standings.map(row => row.id),
        )
      ).map(detail => [detail.userId, detail]),
    )
    const rows: BoardRow[] = []
    for (const { id, value, achievedAt } of standings) {
      const detail = details.get(id)
      if (detail === undefined) continue
      const { username, displayName, scoreId, status } = detail
      rows.push({
        _id: `${key}/${id}`,
        board: key,
        userId: id,
        username,
        displayName,
        supporter: false,
        scoreId,
        value,
        achievedAt: new Date(achievedAt),
        status,
      })
    }
    return { firstRank: 1 + board.countAbove(standings[0]!.value), rows, players: board.players }
  })
}
