/** An object of JSON, of whose members nothing is known. */
export type JsonFields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is JsonFields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What Match Play says about one event. Lists are empty as long as their answer is missing. */
export interface MatchPlayAnswers {
  tournament: JsonFields
  rounds: readonly JsonFields[]
  games: readonly JsonFields[]
  singlePlayerGames: readonly JsonFields[]
  standings: readonly JsonFields[]
}

/** The parts of the answers that are lists, by a field that only the rows of that list have. Games have a `roundId` as well as rounds. */
const LISTS = [
  ['games', 'gameId'],
  ['singlePlayerGames', 'singlePlayerGameId'],
  ['standings', 'position'],
  ['rounds', 'roundId'],
] as const

/**
 * Sorts answers of Match Play's API by what they are: each as it came, or several in one object under the paths that they came from. Of a list
 * that comes in several pages, the pages follow each other. What is none of them is ignored.
 * @returns null: none of them is a tournament, or they are of several
 */
export function sortAnswers(values: readonly unknown[]): MatchPlayAnswers | null {
  const tournaments: JsonFields[] = []
  const lists: Record<(typeof LISTS)[number][0], JsonFields[]> = { rounds: [], games: [], singlePlayerGames: [], standings: [] }
  const take = (value: unknown, isOuter: boolean): void => {
    if (isObject(value) && 'data' in value) return take(value.data, false)
    if (Array.isArray(value)) {
      const rows = value.filter(isObject)
      const found = LISTS.find(([, field]) => rows.length > 0 && rows.every(row => field in row))
      if (found !== undefined) lists[found[0]].push(...rows)
    } else if (isObject(value)) {
      if ('tournamentId' in value && 'type' in value) tournaments.push(value)
      else if (isOuter) for (const each of Object.values(value)) take(each, false)
    }
  }
  for (const value of values) take(value, true)
  const [tournament, ...others] = tournaments
  if (tournament === undefined || others.some(other => other.tournamentId !== tournament.tournamentId)) return null
  const isOfIt = ({ tournamentId }: JsonFields): boolean => tournamentId === undefined || tournamentId === tournament.tournamentId
  const ofIt = (rows: readonly JsonFields[], key: string): JsonFields[] => [
    ...new Map(rows.filter(isOfIt).map(row => [row[key] ?? row, row])).values(),
  ]
  return {
    tournament,
    rounds: ofIt(lists.rounds, 'roundId'),
    games: ofIt(lists.games, 'gameId'),
    singlePlayerGames: ofIt(lists.singlePlayerGames, 'singlePlayerGameId'),
    standings: ofIt(lists.standings, 'playerId'),
  }
}

const ADDRESS = /^(?:https:\/\/app\.matchplay\.events\/(?:api\/)?tournaments\/)?(\d{1,10})(?:[/?#].*)?$/

/** Returns the number of the event that an address of Match Play names, or that was typed alone; null: it names none. */
export function parseTournamentAddress(text: string): number | null {
  const digits = ADDRESS.exec(text.trim())?.[1]
  return digits === undefined || Number(digits) === 0 ? null : Number(digits)
}

/** Returns a number that may have been written as a text; null: it is none. */
export function toNumber(value: unknown): number | null {
  const number = typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : null
}

export const toFields = (value: unknown): JsonFields => (isObject(value) ? value : {})
export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const toText = (value: unknown): string => (typeof value === 'string' ? value : '')
