import type { Clock } from '../../../../ddp/timing/clock.ts'
import { DdpError } from '../../../../ddp/wire/error.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '../../../../platform/db/change-log/write.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { fieldError } from '../../../../platform/live/contract.ts'
import { uuidv7 } from '../../../../platform/uuid.ts'
import { roundRules } from '../../formats/registry.ts'
import { formatServer } from '../../formats/server/registry.ts'
import { nextRound } from '../../rules/draw/pairing.ts'
import { stateAt } from '../../rules/event-state.ts'
import { orderProblem } from '../../rules/rounds.ts'
import type { EventAccess } from '../access.ts'
import { eventNews } from '../changes.ts'
import { findEntrant, listEntrants } from '../entrants/entrant-store.ts'
import { insertLog, named } from '../log/event-log-store.ts'
import * as store from '../store.ts'
import * as rounds from './round-store.ts'

const conflict = (sentence: string): DdpError => new DdpError(409, sentence)
const noGroup = (): DdpError => new DdpError(404, 'There is no such group in this event.')

const isSame = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((id, i) => id === b[i])

/** The change for one group that was played or moved. It carries the group, so that views of the event need not reload the rounds. */
const playedNews = (eventId: string, { round, ...group }: rounds.MatchGroupRow & { round: number }, logId: string | null): NewChange =>
  eventNews(eventId, { kind: 'rounds', played: { round, group, logId } })

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
  async draw(userId: string, eventId: string, id: string): Promise<{ round: number; news: ChangeLogEntry[] }> {
    return this.#database.patient(async tx => {
      const event = await this.#access.director(await store.lockEvent(tx, eventId, 'to change'), userId)
      const known = await rounds.drawnRound(tx, id)
      if (known?.eventId === eventId) return { round: known.number, news: [] }
      if (known !== null) throw conflict('This id was used for another round.')
      const rules = roundRules(event.format)
      if (rules === null) throw conflict('This event is not played in rounds.')
      this.#mustBeLive(event)
      const drawn = await rounds.listRounds(tx, eventId)
      if (drawn.at(-1)?.groups.some(({ confirmed }) => !confirmed)) throw conflict(`Results of round ${drawn.length} are missing.`)
      if (rules.rounds !== null && drawn.length >= rules.rounds) throw conflict('All rounds are drawn.')
      const machineIds = (await store.eventMachines(tx, eventId)).filter(({ brokenAt }) => brokenAt === null).map(each => each.machineId)
      if (machineIds.length === 0) throw conflict('All machines are out of order.')
      const entrants = (await listEntrants(tx, eventId)).map(entrant => ({ id: entrant.id, paused: entrant.presence !== 'here' }))
      const next = nextRound(
        rules,
        formatServer(event.format).drawGroups!(event.format),
        entrants,
        drawn.map(rounds.toRound),
        machineIds,
        id,
      )
      if (next === null) throw conflict('Fewer than two players are checked in and still in the event.')
      const number = drawn.length + 1
      const groups = next.groups.map((group, i) => ({ ...group, id: uuidv7(), number: i + 1, result: null, confirmed: false }))
      await rounds.insertRound(tx, eventId, { id, number, byes: next.byes, groups })
      const what = `Round ${number}: ${groups.length === 1 ? 'one group' : `${groups.length} groups`}`
      await insertLog(tx, { eventId, by: userId, action: 'drawn', what })
      return { round: number, news: await appendChanges(tx, [eventNews(eventId, { kind: 'rounds' })]) }
    })
  }

  /** @throws DdpError 403, 404, 409 as events.drop lists them */
  async drop(userId: string, eventId: string, roundId: string): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      const event = await this.#access.director(await store.lockEvent(tx, eventId, 'to change'), userId)
      const drawn = await rounds.listRounds(tx, eventId)
      const round = drawn.find(each => each.id === roundId)
      if (round === undefined) throw new DdpError(404, 'There is no such round in this event.')
      this.#mustBeLive(event)
      if (round !== drawn.at(-1)) throw conflict('Another round was drawn after this one.')
      if (round.groups.some(({ confirmed }) => confirmed)) throw conflict('This round has confirmed results.')
      await rounds.deleteRound(tx, roundId)
      await insertLog(tx, { eventId, by: userId, action: 'dropped', what: `Round ${round.number}` })
      return appendChanges(tx, [eventNews(eventId, { kind: 'rounds' })])
    })
  }

  /** @throws DdpError 403, 404, 409 as events.move lists them */
  async move(userId: string, eventId: string, groupId: string, machineId: string): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      await this.#access.director(await store.lockEvent(tx, eventId, 'to play'), userId)
      const group = await rounds.lockMatchGroup(tx, eventId, groupId)
      if (group === null) throw noGroup()
      const machine = await this.#machine(tx, eventId, machineId)
      if (machine === undefined) throw new DdpError(404, 'There is no such machine in this event.')
      if (group.machineId === machineId) return []
      if (group.confirmed) throw conflict('The result of this group is confirmed.')
      await rounds.setGroupMachine(tx, groupId, machineId)
      const what = `Round ${group.round}, group ${group.number}: to ${machine.name}`
      const logId = await insertLog(tx, { eventId, by: userId, action: 'moved', what })
      return appendChanges(tx, [playedNews(eventId, { ...group, machineId }, logId)])
    })
  }

  /**
   * Takes a result from a player of the group, or from the director, which confirms it.
   * @throws DdpError 400, 403, 404, 409 as events.result lists them
   */
  async result(
    userId: string,
    { eventId, groupId, order }: { eventId: string; groupId: string; order: readonly string[] },
  ): Promise<{ state: 'entered' | 'confirmed'; news: ChangeLogEntry[] }> {
    return this.#database.transaction(async tx => {
      const event = await this.#access.player(await store.lockEvent(tx, eventId, 'to play'), userId)
      const directs = await this.#access.directs(event, userId)
      const own = directs ? null : await findEntrant(tx, eventId, userId)
      const group = await rounds.lockMatchGroup(tx, eventId, groupId)
      if (!directs && (own === null || !group?.entrantIds.includes(own)))
        throw new DdpError(403, 'Only its players and the director enter the result of a group.')
      if (group === null) throw noGroup()
      const problem = orderProblem(group, order)
      if (problem !== null) throw fieldError('order', problem)
      const isKnown = group.result !== null && isSame(group.result, order)
      if (isKnown && group.confirmed) return { state: 'confirmed', news: [] }
      if (!directs && group.confirmed) throw conflict('The director has confirmed another result.')
      if (!directs || stateAt(event, this.#clock.now()) !== 'finished') this.#mustBeLive(event)
      if (isKnown && !directs) return { state: 'entered', news: [] }
      await rounds.setResult(tx, groupId, order, directs)
      let logId: string | null = null
      if (directs) {
        const machine = await this.#machine(tx, eventId, group.machineId)
        const places = order.map(named).join(', ')
        const what = `Round ${group.round}, ${machine?.name ?? `group ${group.number}`}: ${places}`
        logId = await insertLog(tx, { eventId, by: userId, action: 'result', what })
      }
      const news = playedNews(eventId, { ...group, result: [...order], confirmed: directs }, logId)
      return { state: directs ? 'confirmed' : 'entered', news: await appendChanges(tx, [news]) }
    })
  }

  async #machine(
    tx: Parameters<typeof store.eventMachines>[0],
    eventId: string,
    machineId: string,
  ): Promise<store.EventMachineRow | undefined> {
    return (await store.eventMachines(tx, eventId)).find(each => each.machineId === machineId)
  }

  #mustBeLive(event: store.EventRow): void {
    if (stateAt(event, this.#clock.now()) !== 'live') throw conflict('This event is not live.')
  }
}
