import { useDocuments } from '#platform/live/hooks.ts'
import type { ReportedGameDoc, ReportedPlay } from '../contract/reported-games.ts'

export type ShownReportedGame = ReportedGameDoc & { _id: string }

/**
 * The reported games of the page's subscriptions, the latest first.
 * @param isShown which of them
 * @param deps what `isShown` reads
 */
export const useReportedGames = (isShown: (game: ShownReportedGame) => boolean, deps: readonly unknown[]): ShownReportedGame[] =>
  useDocuments<ReportedGameDoc, ShownReportedGame[]>(
    'reportedGames',
    documents => documents.filter(isShown).sort((a, b) => b.endedAt.getTime() - a.endedAt.getTime() || (a._id < b._id ? 1 : -1)),
    deps,
  )

/** Returns a play of a game. @param n by which calls name it @returns undefined: nobody had claimed it in time */
export const findPlay = ({ plays }: ReportedGameDoc, n: number): ReportedPlay | undefined => plays.find(({ play }) => play === n)
