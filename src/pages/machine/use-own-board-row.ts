import { useEffect, useState } from 'react'
import { useMethod } from '#platform/live/hooks.ts'
import { type BoardRow, boardsAround, type PlayerRankDoc } from '#scores/contract/boards.ts'
import type { Window } from '#scores/rules.ts'

/** The user's own row if it is below the loaded rows. It is requested again when the user's best changes. */
export function useOwnRow(
  machineId: string,
  window: Window,
  place: PlayerRankDoc | null,
  rows: readonly BoardRow[],
  userId: string | null,
): { rank: number; row: BoardRow } | undefined {
  const around = useMethod(boardsAround)
  const [own, setOwn] = useState<BoardRow | null>(null)
  const shown = rows.some(row => row.userId === userId)
  const value = place?.value ?? null
  useEffect(() => {
    if (userId === null || value === null || shown) return setOwn(null)
    let isCurrent = true
    around({ scope: { machineId }, window, userId, radius: 1 }).then(
      answer => {
        if (isCurrent) setOwn(answer.rows.find(row => row.userId === userId) ?? null)
      },
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [around, machineId, window, userId, value, shown])
  return place === null || own === null || own.userId !== userId ? undefined : { rank: place.rank, row: own }
}
