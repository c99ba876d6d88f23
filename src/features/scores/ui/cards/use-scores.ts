import { useEffect, useRef, useState } from 'react'
import type { ThumbFacts } from '#machines/ui/MachineThumb.tsx'
import { useDocuments } from '#platform/live/hooks.ts'
import type { MachineFacts, ScoreDoc, ScorePlaceDoc } from '#scores/contract/scores.ts'

export type Score = ScoreDoc & { _id: string }

/** The newest loaded scores that pass the filter, at most `limit`. */
export function useScores(limit: number, passes: (score: Score) => boolean, deps: readonly unknown[]): Score[] {
  return useDocuments<ScoreDoc, Score[]>(
    'scores',
    documents =>
      documents
        .filter(passes)
        .sort((a, b) => b.receipt - a.receipt)
        .slice(0, limit),
    [limit, ...deps],
  )
}

/** The data needed to draw the machines of these scores, by machine id. */
export const machineFacts = (scores: readonly Score[]): Map<string, ThumbFacts> =>
  new Map(scores.map(score => [score.machineId, toThumbFacts(score.machineFacts)]))

/** The data needed to draw a machine. */
export const toThumbFacts = ({ year, type, display, backglass }: MachineFacts): ThumbFacts => ({
  type,
  ...(year === null ? {} : { year }),
  ...(display === null ? {} : { display: display as NonNullable<ThumbFacts['display']> }),
  picture: backglass,
})

const NO_IDS: ReadonlySet<string> = new Set()

/** Ids of the rows that arrived after the list was ready for the first time. Empty in the first render. */
export function useNewRows(rows: readonly { _id: string }[], ready: boolean): ReadonlySet<string> {
  const seenRef = useRef<Set<string> | null>(null)
  const [fresh, setFresh] = useState(NO_IDS)
  useEffect(() => {
    if (!ready) return
    const seenBefore = seenRef.current
    seenRef.current = new Set([...(seenBefore ?? []), ...rows.map(row => row._id)])
    if (seenBefore === null) return
    const arrived = rows.filter(row => !seenBefore.has(row._id)).map(row => row._id)
    if (arrived.length > 0) setFresh(previous => new Set([...previous, ...arrived]))
  }, [rows, ready])
  return fresh
}

/** The ranks of the loaded scores that are their players' bests on their machines' all-time boards, by score id. */
export const useScoreRanks = (): ReadonlyMap<string, number> =>
  useDocuments<ScorePlaceDoc, ReadonlyMap<string, number>>(
    'scorePlaces',
    documents => new Map(documents.map(({ _id, rank }) => [_id, rank])),
    [],
  )
