import { userChanged } from '#accounts/server/changes.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import type { NeedOnMachine } from '#events/contract/documents.ts'
import { eventsHeldStandings, eventsStandings } from '#events/contract/publications.ts'
import { scoreRules } from '#events/formats/registry.ts'
import type { Attempt, VoidWindow } from '#events/rules/attempt.ts'
import { attemptsLeft } from '#events/rules/attempts-left.ts'
import { nextOnCard } from '#events/rules/cards.ts'
import type { ScoreRules } from '#events/rules/format-rules.ts'
import { ImprovementCalculator } from '#events/rules/standings/improvement.ts'
import type { StandingsEntry } from '#events/rules/standings/standings-entry.ts'
import type { RankKey } from '#events/rules/standings/tie-break.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { updates } from '#platform/live/server/live-query.ts'
import type { ViewSource } from '#platform/live/server/view.ts'
import type { WatchedNight } from '../api.ts'
import { eventChanged, isPlayChange } from '../changes.ts'
import { standingsDocument } from '../documents.ts'
import type { EntrantRow } from '../entrants/entrant-store.ts'
import type { EventViewers } from '../event-viewers.ts'
import { toNight } from '../nights/night.ts'
import type { EventRow } from '../store.ts'
import { type CurrentStandings, type EventInMemory, LiveStandings } from './live-standings.ts'
import { computeStandings, loadEventInMemory } from './load-standings.ts'

/**
 * The document of each row, and the entrant whose names it has. A document with its rank is kept by its row, one without by the row's
 * `rankKey`, which stays the same object when only the rank changes.
 */
const documentsOfRows = new WeakMap<StandingsEntry | RankKey, { entrant: EntrantRow | undefined; document: Fields }>()

function documentOfRow(eventId: string, row: StandingsEntry, entrant: EntrantRow | undefined, withoutRank: boolean): Fields {
  const key = withoutRank ? row.rankKey! : row
  const known = documentsOfRows.get(key)
  if (known !== undefined && known.entrant === entrant) return known.document
  const document = standingsDocument(eventId, row, entrant, withoutRank)
  documentsOfRows.set(key, { entrant, document })
  return document
}

const isCountable = ({ rankKey, playoff }: StandingsEntry): boolean => rankKey !== undefined && playoff === undefined

/**
 * Returns the documents of the first rows of an event's standings.
 * @param withoutRanks the reader counts the ranks, where that can be done without the other rows
 */
export function standingsDocuments(
  eventId: string,
  { data, rows }: Pick<CurrentStandings, 'data' | 'rows'>,
  { limit, withoutRanks = false }: { limit: number; withoutRanks?: boolean },
): [string, Fields][] {
  const withoutRank = withoutRanks && rows.every(isCountable)
  return rows
    .slice(0, limit)
    .map(row => [`${eventId}/${row.entrantId}`, documentOfRow(eventId, row, data.entrants.get(row.entrantId), withoutRank)])
}

/** What the answers to all players have in common until the standings change. */
interface Requirements {
  rules: ScoreRules
  improvement: ImprovementCalculator
  attemptsByEntrant: ReadonlyMap<string, readonly Attempt[]>
  windows: readonly VoidWindow[]
}

/** @returns null if the event is not played for scores */
function indexRequirements(
  { format, machineIds }: EventRow,
  { attempts, windows }: EventInMemory,
  rows: readonly StandingsEntry[],
): Requirements | null {
  const rules = scoreRules(format)
  if (rules === null) return null
  const attemptsByEntrant = new Map<string, Attempt[]>()
  for (const attempt of attempts.values()) {
    const own = attemptsByEntrant.get(attempt.entrantId)
    if (own === undefined) attemptsByEntrant.set(attempt.entrantId, [attempt])
    else own.push(attempt)
  }
  return { rules, improvement: new ImprovementCalculator({ rules, machineIds }, rows), attemptsByEntrant, windows: [...windows.values()] }
}

/** Takes the rows away from everybody at once when they are held back; the load that follows finds none. */
const standingsHidden = updates(
  eventChanged,
  ({ eventId, change }) => (change?.kind === 'standings-held' && change.held ? [eventId] : []),
  (_source, documents) => {
    for (const id of [...documents.ids('standings')]) documents.remove('standings', id)
  },
  { revokes: true },
)

/** The standings that are currently subscribed to. */
export class StandingsViewCache {
  readonly #platform: FeatureContext
  /** by event; all views of an event share one, however many rows they show */
  readonly #live = new Map<string, { standings: LiveStandings; views: number }>()
  /** by the rows of the standings, which are others once anything has changed on which they depend */
  readonly #requirements = new WeakMap<readonly StandingsEntry[], Requirements>()

  constructor(platform: FeatureContext, viewers: EventViewers) {
    this.#platform = platform
    const { live } = platform
    // Before the views hear of a change, what they are loaded from has it.
    live.onChange(eventChanged, ({ eventId, change }, n) => this.#live.get(eventId)?.standings.apply(n, change))
    live.onChange(userChanged, ({ userId, card }, n) => {
      if (card !== undefined) for (const { standings } of this.#live.values()) standings.applyName(n, userId, card)
    })
    const cache = { name: 'standings', maxIdle: 100 }
    const reloadOn = [
      userChanged.touches(({ userId, card }) => (card === undefined ? [] : [userId])),
      eventChanged.touches(({ eventId, change }) => (change === null || isPlayChange(change) ? [eventId] : [])),
    ]
    live.query(eventsStandings, {
      cache,
      async params({ eventId, device, limit = 100, withoutRanks = false }, publishing) {
        await viewers.authorize({ eventId, device }, publishing)
        return { eventId, limit, withoutRanks }
      },
      key: ({ eventId, limit, withoutRanks }) => `${eventId} ${limit} ${withoutRanks}`,
      open: ({ eventId, ...shown }) => this.#openView(eventId, shown),
      reloadOn,
      updateOn: [standingsHidden],
    })
    live.query(eventsHeldStandings, {
      cache,
      async params({ eventId, limit = 100, withoutRanks = false }, publishing) {
        await viewers.authorizeDirector(eventId, publishing)
        return { eventId, limit, withoutRanks, alsoHeld: true }
      },
      key: ({ eventId, limit, withoutRanks }) => `held ${eventId} ${limit} ${withoutRanks}`,
      open: ({ eventId, ...shown }) => this.#openView(eventId, shown),
      reloadOn,
    })
  }

  /**
   * Computes what a user needs to gain a rank, from standings that are loaded already if there are any, otherwise from the database.
   * @returns null if the user is not in the event
   */
  async requiredScores(eventId: string, userId: string): Promise<NeedOnMachine[] | null> {
    const rest = this.#live.get(eventId)?.standings.rest ?? 0
    // Else the calls of many players would have the standings computed more often than their views do.
    if (rest > 0) await new Promise<void>(resolve => this.#platform.clock.after(rest, resolve))
    const standings = this.#live.get(eventId)?.standings ?? this.#create(eventId)
    const { data, rows } = await standings.current()
    const { event } = data
    const entrant = [...data.entrants.values()].find(each => each.userId === userId)
    if (entrant === undefined || event === null) return null
    const requirements = this.#requirements.get(rows) ?? indexRequirements(event, data, rows)
    if (requirements === null) return []
    this.#requirements.set(rows, requirements)
    const { rules, improvement, attemptsByEntrant, windows } = requirements
    const attempts = attemptsByEntrant.get(entrant.id) ?? []
    const { cards } = rules
    const getAttemptsLeft = (machineId: string): number | null => {
      const own = cards === undefined ? attempts.filter(attempt => attempt.machineId === machineId) : attempts
      return attemptsLeft(rules, own, windows, machineId)
    }
    // What a card needs depends on its other games.
    if (cards !== undefined)
      return rules.machineIds(event.machineIds).map(machineId => {
        const left = getAttemptsLeft(machineId)
        return { machineId, attemptsLeft: left, ...(left === 0 ? {} : { next: nextOnCard(cards, attempts, windows, machineId) }) }
      })
    return improvement
      .requiredScores(entrant.id, getAttemptsLeft)
      .map(({ machineId, least }) => ({ machineId, ...(event.standingsHeld ? {} : { least }), attemptsLeft: getAttemptsLeft(machineId) }))
  }

  /** Follows the standings of an event for a feature above events, which shares them with the views of the event itself. */
  watch(eventId: string): WatchedNight {
    const { standings, close } = this.#share(eventId)
    return {
      async current() {
        const current = await standings.current()
        return { position: current.position, night: toNight(current) }
      },
      get rest() {
        return standings.rest
      },
      close,
    }
  }

  #create(eventId: string): LiveStandings {
    const { clock, database, live } = this.#platform
    return new LiveStandings({
      clock,
      read: () => database.readSnapshot(async (tx, position) => ({ position, data: await loadEventInMemory(tx, eventId) })),
      compute: computeStandings,
      applied: () => live.changeLog.applied,
    })
  }

  /** @param shown `alsoHeld`: for those who direct the event, who see the standings also while they are held back */
  #openView(eventId: string, { alsoHeld = false, ...shown }: { limit: number; withoutRanks: boolean; alsoHeld?: boolean }): ViewSource {
    const { standings, close } = this.#share(eventId)
    return {
      async load() {
        const current = await standings.current()
        const isHidden = current.data.event?.standingsHeld === true && !alsoHeld
        const documents = isHidden ? [] : standingsDocuments(eventId, current, shown)
        const players = [...current.data.entrants.values()].flatMap(({ userId }) => userId ?? [])
        return {
          position: current.position,
          keys: new Set([eventId, ...players]),
          until: null,
          documents: () => ({ standings: documents }),
        }
      },
      rest: () => standings.rest,
      close,
    }
  }

  /** Returns the standings that all who watch an event share, and what to call once they are not needed any more. */
  #share(eventId: string): { standings: LiveStandings; close: () => void } {
    const shared = this.#live.get(eventId) ?? { standings: this.#create(eventId), views: 0 }
    this.#live.set(eventId, shared)
    shared.views++
    return {
      standings: shared.standings,
      close: () => {
        if (--shared.views === 0) this.#live.delete(eventId)
      },
    }
  }
}
