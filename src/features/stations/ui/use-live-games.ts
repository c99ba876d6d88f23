import { useDocuments } from '#platform/live/hooks.ts'
import type { LiveGameDoc } from '../contract/live-games.ts'

export type ShownLiveGame = LiveGameDoc & { _id: string }

/**
 * The games that are being played, by machine. They come from the subscriptions of the page.
 * @param isShown which of them
 * @param deps what `isShown` reads
 */
export const useLiveGames = (isShown: (game: LiveGameDoc) => boolean, deps: readonly unknown[]): ShownLiveGame[] =>
  useDocuments<LiveGameDoc, ShownLiveGame[]>(
    'liveGames',
    documents =>
      documents
        .filter(isShown)
        .sort((a, b) => (a.machineName === b.machineName ? (a._id < b._id ? -1 : 1) : a.machineName < b.machineName ? -1 : 1)),
    deps,
  )
