/** The tabs of an event's page, as the query parameter `show` names them. */
export const EVENT_TABS = ['standings', 'rounds', 'machines', 'scores', 'players', 'direct'] as const
export type EventTab = (typeof EVENT_TABS)[number]

type Query = Readonly<Record<string, string>>

const ID = /^[\x21-\x7e]{1,64}$/

/** Returns the tab that an address names; null: none. */
export const readShownTab = ({ show: tab }: Query): EventTab | null => EVENT_TABS.find(each => each === tab) ?? null

/** Returns the text if it is a well-formed id, otherwise null. */
export const readEventId = (text: string | undefined): string | null => (text !== undefined && ID.test(text) ? text : null)

/** Returns the number of the round that an address names; null: none. */
export const readRound = ({ round = '' }: Query): number | null => (/^[1-9]\d{0,2}$/.test(round) ? Number(round) : null)

export const eventHref = (eventId: string, query: { show?: EventTab; machine?: string; round?: string } = {}): string => {
  const search = new URLSearchParams(query).toString()
  return `/events/${eventId}${search === '' ? '' : `?${search}`}`
}

/** The page of a new event that begins with what an earlier one has. */
export const nextEventHref = (earlierId: string): string => `/events/new?from=${encodeURIComponent(earlierId)}`

/** How many of the best rows a page shows at first. */
export const INITIAL_ROWS = 100
/** The most rows that the server sends. */
export const MAX_ROWS = 1000

/** The parameters of a subscription to standings. Ranks are counted by `useStandings`. */
export const standingsInput = (eventId: string, limit = INITIAL_ROWS) => ({ eventId, limit, withoutRanks: true as const })

/** Returns the subscription input for the standings of a tab; null: the tab shows no standings. */
export function tabStandingsInput(eventId: string, tab: EventTab | null): ReturnType<typeof standingsInput> | null {
  if (tab === 'machines') return standingsInput(eventId, MAX_ROWS)
  return tab === null || tab === 'standings' ? standingsInput(eventId) : null
}
