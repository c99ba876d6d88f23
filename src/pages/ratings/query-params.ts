import { MIN_GAMES } from '#ratings/rules.ts'

/** How many players the page shows at first, and how many more with each further page. */
const PAGE = 50
const MOST_PAGES = 10

/** Which players the page shows: how many times fifty, and whether also those with few games. */
export interface ShownRatings {
  page: number
  all: boolean
}

/** Reads an address. What is no such number is left out. */
export function readShown({ show, page = '' }: Readonly<Record<string, string>>): ShownRatings {
  return { page: /^\d{1,2}$/.test(page) ? Math.min(MOST_PAGES, Math.max(1, Number(page))) : 1, all: show === 'all' }
}

/** Returns the input of the list's subscription. */
export const ratingsInput = ({ page, all }: ShownRatings): { limit: number; minGames: number } => ({
  limit: page * PAGE,
  minGames: all ? 1 : MIN_GAMES,
})

/** Returns the address of a list; null: there are no more pages. */
export function ratingsHref({ page, all }: ShownRatings): string | null {
  if (page > MOST_PAGES) return null
  const query = [...(all ? ['show=all'] : []), ...(page === 1 ? [] : [`page=${page}`])]
  return `/ratings${query.length === 0 ? '' : `?${query.join('&')}`}`
}
