import { useMemo } from 'react'
import { useDocuments } from '#platform/live/hooks.ts'
import type { VoidedScoreDoc } from '#scores/contract/scores.ts'
import type { CardScore } from './ScoreCard.tsx'

/** Returns the loaded scores that are void in their event, by id. */
export const useVoidedScores = (): ReadonlyMap<string, VoidedScoreDoc> =>
  useDocuments<VoidedScoreDoc, ReadonlyMap<string, VoidedScoreDoc>>(
    'voidedScores',
    documents => new Map(documents.map(({ _id, ...voided }) => [_id, voided])),
    [],
  )

/** Returns an event's scores as its list shows them: those that are void say so, and why. */
export function useScoresOfEvent(scores: readonly CardScore[]): readonly CardScore[] {
  const voided = useVoidedScores()
  return useMemo(
    () =>
      scores.map((score): CardScore => {
        const { reason } = voided.get(score._id) ?? {}
        if (!voided.has(score._id)) return score
        return { ...score, status: 'void', ...(reason === undefined ? {} : { voidReason: reason }) }
      }),
    [scores, voided],
  )
}
