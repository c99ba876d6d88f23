import type { EventGrade, TgpWarning } from '../tgp/grade-event.ts'
import { MAX_PERCENT } from '../tgp/meaningful-games.ts'
import type { ExportedEntrant, ExportedEvent } from '../verify-export.ts'

/** A stage with its standings. */
export type StageResults = Pick<ExportedEvent, 'entrants' | 'standings' | 'ifpa'>

/** Finals of at least this share of all players let the whole be worth twice as much (WPPR 5.8, 2023). */
const LEAST_FINALISTS = 0.1
/** A qualifying counts only if it has taken out at least this share of the field. */
const LEAST_OUT = 0.5

/** A place in a qualifying with its finals. `entrantId`: in the qualifying */
export interface WholePlace {
  entrantId: string
  rank: number
}

/** Who somebody is in several stages: the account, or the name. */
const personOf = ({ username, displayName }: Pick<ExportedEntrant, 'username' | 'displayName'>): string =>
  username === undefined ? `guest ${displayName.normalize('NFKC').trim().toLowerCase()}` : `user ${username}`

/** True for those who have played. */
const hasPlayed = ({ ifpa }: StageResults): ReadonlySet<string> =>
  new Set(ifpa!.played.filter(({ games }) => games > 0).map(({ entrantId }) => entrantId))

/**
 * Returns the places of a qualifying with its finals: first those of the A final, behind them those of the others, then who has not gone on, as the
 * qualifying has them. Who is tied there shares a place, as everywhere.
 * @param finals in the order of the places that they are played for
 */
export function wholePlaces(qualifying: StageResults, finals: readonly StageResults[]): WholePlace[] {
  const played = hasPlayed(qualifying)
  const ranked = qualifying.standings.filter(({ entrantId }) => played.has(entrantId))
  const people = new Map(qualifying.entrants.map(entrant => [entrant.id, personOf(entrant)]))
  const places: WholePlace[] = []
  const left = new Set(ranked.map(({ entrantId }) => entrantId))
  for (const { entrants, standings } of finals) {
    const byId = new Map(entrants.map(entrant => [entrant.id, entrant]))
    const rows = standings.flatMap(({ entrantId: finalist, rank }) => {
      const { qualifiedAs = '', ...entrant } = byId.get(finalist)!
      // Who was added to the finals by hand is known by the name, if at all. Of several guests with one name the better one has gone on.
      const entrantId = left.has(qualifiedAs) ? qualifiedAs : [...left].find(id => people.get(id) === personOf(entrant))
      if (entrantId === undefined) return []
      left.delete(entrantId)
      return [{ entrantId, rank }]
    })
    append(places, rows)
  }
  append(
    places,
    ranked.filter(({ entrantId }) => left.has(entrantId)),
  )
  return places
}

/** Puts rows behind those that are there. Who shares a rank shares the place. */
function append(places: WholePlace[], rows: readonly WholePlace[]): void {
  const before = places.length
  for (const { entrantId, rank } of rows) places.push({ entrantId, rank: before + 1 + rows.findIndex(row => row.rank === rank) })
}

/**
 * Grades a qualifying with its finals. The games of the first final count, and those of the qualifying if it has taken out half of the field;
 * together they are worth 200 % at most if a tenth of the players or more have gone on, otherwise 100 %.
 * @param percentOf what the games of a stage are worth without a limit; null: IFPA has to be asked
 */
export function gradeStages<Stage extends StageResults>(
  qualifying: Stage,
  finals: readonly Stage[],
  percentOf: (stage: Stage) => number | null,
): EventGrade {
  const own = qualifying.ifpa!
  const first = finals[0]!.ifpa!
  const players = hasPlayed(qualifying).size
  const finalists = finals[0]!.entrants.length
  const most = finalists >= players * LEAST_FINALISTS ? 2 * MAX_PERCENT : MAX_PERCENT
  const counts = players - finalists >= players * LEAST_OUT
  const ofQualifying = counts ? percentOf(qualifying) : 0
  const ofFinals = percentOf(finals[0]!)
  const isKnown = ofQualifying !== null && ofFinals !== null
  const warnings: TgpWarning[] = [...own.warnings, ...first.warnings].filter(({ kind }) => kind !== 'needs-finals')
  return {
    rules: own.rules,
    percent: isKnown ? Math.min(most, ofQualifying + ofFinals) : null,
    games: isKnown ? (counts ? own.games! : 0) + first.games! : null,
    ...(isKnown ? { stages: { qualifying: ofQualifying, finals: ofFinals, most } } : {}),
    played: own.played,
    warnings: warnings.filter((warning, i) => warnings.findIndex(other => JSON.stringify(other) === JSON.stringify(warning)) === i),
  }
}
