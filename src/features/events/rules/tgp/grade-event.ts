import type { PlayedEventData } from '#events/formats/event-format.ts'
import { type EventFormat, formatRules } from '#events/formats/registry.ts'
import { listSharedIfpaNumbers } from '#players/rules/ifpa-number.ts'
import { isValid } from '../attempts.ts'
import type { StandingsOptions } from '../standings-options.ts'
import { TGP_RULES, tgpPercent } from './meaningful-games.ts'

/**
 * What a director should know before the results are sent to IFPA. `needs-finals`: the format alone is not endorsed; `byes`: IFPA grades
 * formats with byes one by one; `own-grading`: the guide does not say how the format is graded; `under-half`: these players have played
 * less than half of the games; `open-games`: so many games are without a result; `same-ifpa-number`: these players have one IFPA number
 * together, so one person may be in the results twice.
 */
export type TgpWarning =
  | { kind: 'needs-finals' | 'byes' | 'own-grading' }
  | { kind: 'under-half' | 'same-ifpa-number'; names: string[] }
  | { kind: 'open-games'; games: number }

/** How IFPA would grade an event, as exports contain it. */
export interface EventGrade {
  rules: string
  /** null: IFPA has to be asked */
  percent: number | null
  games: number | null
  /** what IFPA's table promises for a field of this size; left out: no table is known. What is sent is `percent`: what was really played */
  promised?: { games: number; percent: number }
  /** of a qualifying with finals: what each part is worth, and all of it at most, in percent; left out: it stands alone */
  stages?: { qualifying: number; finals: number; most: number }
  /** games actually played by each entrant, in the order of the entrants */
  played: { entrantId: string; games: number }[]
  warnings: TgpWarning[]
}

export interface GradedEvent {
  format: EventFormat
  options: StandingsOptions
  machineIds: readonly string[]
  entrants: readonly { id: string; displayName: string; ifpaNumber?: string }[]
  /** from the start to the end */
  hours: number
}

/** Counts the games that each entrant has really played: valid attempts, and games of groups with a result; byes are none. */
function countGames(entrantIds: readonly string[], { attempts = [], windows = [], rounds = [] }: PlayedEventData): Map<string, number> {
  const games = new Map(entrantIds.map((id): [string, number] => [id, 0]))
  const add = (id: string): unknown => games.has(id) && games.set(id, games.get(id)! + 1)
  for (const attempt of attempts) if (isValid(attempt, windows)) add(attempt.entrantId)
  for (const { groups } of rounds) for (const { order = [] } of groups) for (const id of order) add(id)
  return games
}

/**
 * Grades an event by what was really played in it (IFPA's TGP guide; see docs/rules.md).
 * @param most what it is worth at most, in percent; left out: as much as an event that stands alone
 */
export function gradeEvent(
  { format, options, machineIds, entrants, hours }: GradedEvent,
  played: PlayedEventData,
  most?: number,
): EventGrade {
  const rules = formatRules(format, options)
  const entrantIds = entrants.map(({ id }) => id)
  const counted = countGames(entrantIds, played)
  const found = rules.countGames?.({ machineIds, hours, standings: rules.standings(machineIds, entrantIds, played) }, played) ?? null
  const warnings: TgpWarning[] = []
  if (found === null) warnings.push({ kind: 'own-grading' })
  if (found?.needsFinals) warnings.push({ kind: 'needs-finals' })
  if (played.rounds?.some(({ byes }) => byes.length > 0)) warnings.push({ kind: 'byes' })
  const open = (played.rounds ?? []).flatMap(({ groups }) => groups).filter(({ order }) => order === undefined).length
  if (open > 0) warnings.push({ kind: 'open-games', games: open })
  const expected = found?.expected ?? null
  const names = entrants.filter(({ id }) => expected !== null && counted.get(id)! * 2 < expected).map(({ displayName }) => displayName)
  if (names.length > 0) warnings.push({ kind: 'under-half', names })
  for (const shared of listSharedIfpaNumbers(entrants))
    warnings.push({ kind: 'same-ifpa-number', names: shared.map(({ displayName }) => displayName) })
  return {
    rules: TGP_RULES,
    percent: found === null ? null : tgpPercent(found.games, found.hours, most),
    games: found?.games ?? null,
    ...(found?.promised === undefined ? {} : { promised: { games: found.promised, percent: tgpPercent(found.promised) } }),
    played: entrantIds.map(entrantId => ({ entrantId, games: counted.get(entrantId)! })),
    warnings,
  }
}
