import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '#ddp/timing/clock.ts'
import type { DdpError } from '#ddp/wire/error.ts'
import {
  allMachinesOutOfOrder,
  allRoundsDrawn,
  eventOver,
  fewPlayers,
  groupPlayersOnly,
  groupTooLarge,
  laterRoundDrawn,
  noMachineInEvent,
  noRound,
  notPlayedInRounds,
  resultConfirmed,
  resultEnteredBefore,
  resultOfDirector,
  resultsMissing,
  roundHasResults,
  roundIdUsed,
} from '#events/contract/errors.ts'
import type { EarlierResult } from '#events/contract/rounds.ts'
import { type EventFormat, roundRules } from '#events/formats/registry.ts'
import { formatServer } from '#events/formats/server/registry.ts'
import { nextRound } from '#events/rules/draw/pairing.ts'
import { stateAt } from '#events/rules/event-state.ts'
import {
  addEntry,
  agreeOnResult,
  type EnteredOrder,
  isSameAuthor,
  isSameResult,
  mayReplace,
  type ResultAuthor,
} from '#events/rules/result-agreement.ts'
import { gamesOfGroups, hasTies, MAX_GROUP, orderProblem, placesProblem } from '#events/rules/rounds.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import type { CallError } from '#platform/live/call-errors.ts'
import { fieldError } from '#platform/live/contract.ts'
import { fieldRule } from '#platform/text/field-rules.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { EventAccess, EventActor } from '../access.ts'
import { createEventChange, type ResultOverruled } from '../changes.ts'
import { findEntrant, listEntrants, listPlayingEntrants } from '../entrants/entrant-store.ts'
import { insertLog } from '../log/event-log-store.ts'
import * as store from '../store.ts'
import { noGame, resultSubject } from './result-subject.ts'
import * as rounds from './round-store.ts'

/** A result as `events.result` takes it. */
interface ResultInput {
  eventId: string
  groupId: string
  game?: number | undefined
  order: string[]
  places?: number[] | undefined
  replaces?: { order: string[]; places?: number[] | undefined } | undefined
}

/** A result that counts. `enteredBy` null: not known */
type CountingResult = EnteredOrder & { enteredBy: ResultAuthor | null }

/** The change for one group of which a game was played or moved. It carries the group, so that views of the event need not reload the rounds. */
const createGroupChange = (
  eventId: string,
  { round, ...group }: rounds.MatchGroupRow & { round: number },
  logId: string | null,
  overruled?: ResultOverruled,
): NewChange =>
  createEventChange(eventId, { kind: 'rounds', played: { round, group, logId, ...(overruled === undefined ? {} : { overruled }) } })

/** Draws rounds and takes the results of their groups. Methods return change-log entries that are already committed. */
export class RoundDrawService {
  readonly #database: Database
  readonly #clock: Clock
  readonly #access: EventAccess

  constructor({ database, clock, access }: { database: Database; clock: Clock; access: EventAccess }) {
    this.#database = database
    this.#clock = clock
    this.#access = access
  }

  /** @throws DdpError 403, 404, 409 as events.draw lists them */
  async drawRound(userId: string, eventId: string, id: string): Promise<{ round: number; changes: ChangeLogEntry[] }> {
    return this.#database.longTransaction(async tx => {
      const event = await this.#access.requireDirector(await store.lockEvent(tx, eventId, 'to change'), userId)
      const existing = await rounds.findRound(tx, id)
      if (existing?.eventId === eventId) return { round: existing.number, changes: [] }
      if (existing !== null) throw roundIdUsed()
      const rules = roundRules(event.format, event)
      if (rules === null) throw notPlayedInRounds()
      this.#assertOpen(event)
      const earlierRounds = await rounds.listRounds(tx, eventId)
      const unfinished = earlierRounds.find(({ open }) => open > 0)
      if (unfinished !== undefined) throw resultsMissing({ n: unfinished.number })
      if (rules.rounds !== null && earlierRounds.length >= rules.rounds) throw allRoundsDrawn()
      const machineIds = (await store.eventMachines(tx, eventId)).filter(({ brokenAt }) => brokenAt === null).map(each => each.machineId)
      if (machineIds.length === 0) throw allMachinesOutOfOrder()
      const entrants = (await listPlayingEntrants(tx, eventId)).map(entrant => ({
        id: entrant.id,
        paused: entrant.presence !== 'here',
        seed: event.seeding === 'random' ? null : entrant.seed,
      }))
      const seed = createSeed()
      const draw = nextRound(
        rules,
        formatServer(event.format).drawGroups!(event.format),
        entrants,
        earlierRounds.map(rounds.toRound),
        machineIds,
        seed,
        event.gamesPerRound,
      )
      if (draw === null) throw fewPlayers()
      if (draw.groups.some(({ entrantIds }) => entrantIds.length > MAX_GROUP)) throw groupTooLarge({ n: MAX_GROUP })
      const number = earlierRounds.length + 1
      const groups = gamesOfGroups(draw).map(games => ({
        id: uuidv7(),
        entrantIds: games[0]!.entrantIds,
        machineIds: games.map(({ machineId }) => machineId),
      }))
      await rounds.insertRound(tx, eventId, { id, number, seed, byes: draw.byes, groups })
      await insertLog(tx, { eventId, by: userId, action: 'drawn', subject: { kind: 'round', round: number, groups: groups.length } })
      return { round: number, changes: await appendChanges(tx, [createEventChange(eventId, { kind: 'rounds' })]) }
    })
  }

  /** @throws DdpError 403, 404, 409 as events.drop lists them */
  async dropRound(userId: string, eventId: string, roundId: string): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      const event = await this.#access.requireDirector(await store.lockEvent(tx, eventId, 'to change'), userId)
      const earlierRounds = await rounds.listRounds(tx, eventId)
      const round = earlierRounds.find(each => each.id === roundId)
      if (round === undefined) throw noRound()
      this.#assertOpen(event)
      if (round !== earlierRounds.at(-1)) throw laterRoundDrawn()
      if (round.groups.some(({ games }) => games.some(({ confirmed }) => confirmed))) throw roundHasResults()
      await rounds.deleteRound(tx, roundId)
      await insertLog(tx, { eventId, by: userId, action: 'dropped', subject: { kind: 'round', round: round.number } })
      return appendChanges(tx, [createEventChange(eventId, { kind: 'rounds' })])
    })
  }

  /** @param game which game of the group, 1 for the first @throws DdpError 403, 404, 409 as events.move lists them */
  async moveGame(userId: string, eventId: string, { groupId, game }: rounds.GameKey, machineId: string): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      await this.#access.requireDirector(await store.lockEvent(tx, eventId, 'to play'), userId)
      const group = await rounds.lockMatchGroup(tx, eventId, groupId)
      const moved = group?.games[game - 1]
      if (group === null || moved === undefined) throw noGame(group)
      const machine = await this.#findMachine(tx, eventId, machineId)
      if (machine === undefined) throw noMachineInEvent()
      if (moved.machineId === machineId) return []
      if (moved.confirmed) throw resultConfirmed()
      await rounds.setGameMachine(tx, { groupId, game }, machineId)
      const where = { round: group.round, group: group.number, ...(group.games.length === 1 ? {} : { game }) }
      const subject = { kind: 'moved', ...where, machine: machine.name } as const
      const logId = await insertLog(tx, { eventId, by: userId, action: 'moved', subject })
      return appendChanges(tx, [createGroupChange(eventId, withGame(group, game, { machineId }), logId)])
    })
  }

  /**
   * Takes a result from the director or a scorekeeper, which confirms it, or from a player of the group, which counts as the event's agreement says.
   * @throws DdpError 400, 403, 404, 409 as events.result lists them
   */
  async setResult(
    { userId, byDevice }: EventActor,
    { eventId, groupId, game = 1, order, places: givenPlaces, replaces }: ResultInput,
  ): Promise<{ state: 'entered' | 'confirmed'; changes: ChangeLogEntry[] }> {
    return this.#database.transaction(async tx => {
      const event = await this.#access.requireVisible(await store.lockEvent(tx, eventId, 'to play'), userId)
      const isDirector = await this.#access.isDirector(event, userId)
      const isOfficial = isDirector || (await this.#access.isScorekeeper(event, userId))
      const ownEntrantId = isOfficial ? null : await findEntrant(tx, eventId, userId)
      const group = await rounds.lockMatchGroup(tx, eventId, groupId)
      if (!isOfficial && (ownEntrantId === null || !group?.entrantIds.includes(ownEntrantId))) throw groupPlayersOnly()
      const played = group?.games[game - 1]
      if (group === null || played === undefined) throw noGame(group)
      const problem = orderProblem(group, order)
      if (problem !== null) throw fieldError('order', problem)
      const places = checkPlaces(event.format, order.length, givenPlaces)
      const entered = { order, places }
      const author: ResultAuthor = { userId, ...(byDevice ? { byDevice } : {}) }
      const current = played.confirmed ? { order: played.result!, places: played.places, enteredBy: played.enteredBy } : null
      if (current !== null) {
        if (isSameResult(current, entered)) return { state: 'confirmed', changes: [] }
        const seen = replaces === undefined ? null : { order: replaces.order, places: replaces.places ?? null }
        if (!isOfficial) throw await this.#enteredBefore(resultOfDirector, current)
        if (!mayReplace(current, seen, author)) throw await this.#enteredBefore(resultEnteredBefore, current)
      }
      const isCorrection = isDirector && stateAt(event, this.#clock.now()) === 'finished'
      if (!isCorrection) this.#assertOpen(event)
      const entries = ownEntrantId === null ? [] : addEntry(played.entries, { entrantId: ownEntrantId, ...entered })
      if (ownEntrantId !== null && isDeepStrictEqual(entries, played.entries)) return { state: 'entered', changes: [] }
      const confirmed = isOfficial || agreeOnResult(event.agreement, entries).confirmed
      const replaced = confirmed ? findReplaced(played, entered, author) : played.replaced
      const result: rounds.MatchResult = confirmed
        ? { result: order, places, confirmed, entries: [], enteredBy: author, replaced }
        : { result: order, places, confirmed, entries, enteredBy: played.enteredBy, replaced }
      await rounds.setResult(tx, { groupId, game }, result)
      let logId: string | null = null
      if (confirmed) {
        const machines = await store.eventMachines(tx, eventId)
        const subject = resultSubject({ group, game, machines }, event.format, entered)
        logId = await insertLog(tx, { eventId, by: userId, byDevice, action: 'result', subject })
      }
      const overruled = replaced === played.replaced || replaced === null ? null : await authorOf(tx, eventId, replaced)
      const changes = createGroupChange(
        eventId,
        withGame(group, game, result),
        logId,
        overruled === null ? undefined : { userId: overruled, game, by: userId },
      )
      return { state: confirmed ? 'confirmed' : 'entered', changes: await appendChanges(tx, [changes]) }
    })
  }

  /** Returns the refusal of a result because another one counts, which it names. */
  async #enteredBefore(refusal: CallError, { order, places, enteredBy }: CountingResult): Promise<DdpError> {
    const by = enteredBy === null ? null : await this.#access.findNames(enteredBy.userId)
    const earlier: EarlierResult = {
      order,
      ...(places === null ? {} : { places }),
      ...(by === null ? {} : { by }),
      ...(enteredBy?.byDevice ? { byDevice: true } : {}),
    }
    return refusal({ earlier: { ...earlier } })
  }

  async #findMachine(
    tx: Parameters<typeof store.eventMachines>[0],
    eventId: string,
    machineId: string,
  ): Promise<store.EventMachineRow | undefined> {
    return (await store.eventMachines(tx, eventId)).find(each => each.machineId === machineId)
  }

  /** Rounds may be drawn and played before the planned start. @throws DdpError 409 */
  #assertOpen(event: store.EventRow): void {
    const state = stateAt(event, this.#clock.now())
    if (state === 'finished' || state === 'cancelled') throw eventOver()
  }
}

/** Returns a group of which one game has changed. @param number 1 for the first game */
const withGame = <Group extends rounds.MatchGroupRow>(group: Group, number: number, changed: Partial<rounds.GameRow>): Group => ({
  ...group,
  games: group.games.map((game, i) => (i === number - 1 ? { ...game, ...changed } : game)),
})

/**
 * Returns what a draw is reproduced from: 40 random bits as hexadecimal digits. The server makes it, so that nobody can choose it for the
 * draw that follows from it.
 */
const createSeed = (): string => randomBytes(5).toString('hex')

/** Returns the places of a result if players are tied, otherwise null. @throws DdpError 400 */
function checkPlaces(format: EventFormat, size: number, places: number[] | undefined): number[] | null {
  if (places === undefined) return null
  const problem = placesProblem(size, places)
  if (problem !== null) throw fieldError('places', problem)
  if (!hasTies(places)) return null
  if (roundRules(format)?.allowsTies !== true)
    throw fieldError('places', fieldRule('no-ties', 'must be all different: this format has no ties'))
  return places
}

/**
 * Returns what a result that counts from now on replaces of what others have entered: what counted before, or else the newest entry of a
 * player that says something else. What the same author replaced before stays.
 */
function findReplaced(played: rounds.GameRow, entered: EnteredOrder, author: ResultAuthor): rounds.ReplacedResult | null {
  const { result, places, confirmed, entries, enteredBy, replaced } = played
  if (confirmed) return isSameAuthor(enteredBy, author) ? replaced : { order: result!, places, enteredBy }
  return entries.findLast(entry => !isSameResult(entry, entered)) ?? null
}

/** Returns the user whose entry was replaced; null: nobody's, or not known. */
async function authorOf(tx: Db, eventId: string, { entrantId, enteredBy }: rounds.ReplacedResult): Promise<string | null> {
  if (entrantId === undefined) return enteredBy?.userId ?? null
  const [entrant] = await listEntrants(tx, eventId, [entrantId])
  return entrant?.userId ?? null
}
