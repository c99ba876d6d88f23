import { useUserId } from '#accounts/ui/session/use-account.ts'
import { groupsMine, type MemberDoc } from '#groups/contract.ts'
import { runsGroup, topRole } from '#groups/ui/group-roles.ts'
import { useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { useHasRole } from '#roles/ui/use-roles.ts'
import type { SeriesDoc, SeriesNightDoc, SeriesRowDoc } from '../contract/documents.ts'
import { seriesNights, seriesOne, seriesStandings } from '../contract/publications.ts'
import { compareOrder, ranksOfOrders } from '../rules/series-standings.ts'

export type ShownSeries = SeriesDoc & { _id: string }
export type ShownNight = SeriesNightDoc & { _id: string }
/** A row with its rank, which is counted here. */
export type ShownRow = SeriesRowDoc & { _id: string; rank: number }

/** Returns a season by the part of its page's address. */
export function useSeries(slug: string): { live: ReturnType<typeof useSubscription>; series: ShownSeries | undefined } {
  const live = useSubscription(seriesOne, { slug })
  const series = useDocuments<SeriesDoc, ShownSeries | undefined>('series', documents => documents.find(each => each.slug === slug), [slug])
  return { live, series }
}

/** Returns the nights of a season, in their order. */
export function useNights(slug: string, seriesId: string | undefined): { live: ReturnType<typeof useSubscription>; nights: ShownNight[] } {
  const live = useSubscription(seriesNights, { slug })
  const nights = useDocuments<SeriesNightDoc, ShownNight[]>(
    'seriesNights',
    documents => documents.filter(each => each.seriesId === seriesId).sort((a, b) => a.number - b.number),
    [seriesId],
  )
  return { live, nights }
}

/** How many rows of a season its page shows at first, and at most. */
export const FIRST_ROWS = 50
const MOST_ROWS = 1000

/** Returns the subscription input for the rows of a season. */
export const rowsInput = (slug: string, all: boolean) => ({
  ...{ slug, limit: all ? MOST_ROWS : FIRST_ROWS },
  withoutRanks: true as const,
})

/** Returns the standings of a season, best first: the first rows, or all. */
export function useRows(
  slug: string,
  seriesId: string | undefined,
  all: boolean,
): { live: ReturnType<typeof useSubscription>; rows: ShownRow[] } {
  const live = useSubscription(seriesStandings, rowsInput(slug, all))
  const rows = useDocuments<SeriesRowDoc, ShownRow[]>(
    'seriesRows',
    documents => {
      const sorted = documents
        .filter(each => each.seriesId === seriesId)
        .sort((a, b) => compareOrder(a.order, b.order) || (a.name < b.name ? -1 : Number(a.name > b.name)) || (a.rowId < b.rowId ? -1 : 1))
      const ranks = ranksOfOrders(sorted.map(({ order }) => order))
      return sorted.map((row, i) => ({ ...row, rank: ranks[i]! }))
    },
    [seriesId],
  )
  return { live, rows }
}

/** True if the user runs a season. @param series undefined: it is not loaded yet */
export function useRunsSeries(series: Pick<SeriesDoc, 'groupId'> | undefined): boolean {
  const userId = useUserId()
  const hasSiteRole = useHasRole(['admin', 'event-director'])
  const isAdmin = useHasRole(['admin'])
  useSubscription(groupsMine, userId === null || series?.groupId === undefined ? null : {})
  const runs = useDocuments<MemberDoc, boolean>(
    'members',
    documents => documents.some(each => each.userId === userId && each.groupId === series?.groupId && runsGroup(topRole(each.roles))),
    [userId, series?.groupId],
  )
  if (userId === null || series === undefined) return false
  return series.groupId === undefined ? hasSiteRole : runs || isAdmin
}
