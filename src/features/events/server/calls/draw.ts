import { randomBytes } from 'node:crypto'
import { eventOver } from '#events/contract/errors.ts'
import {
  allMachinesOutOfOrder,
  allRoundsDrawn,
  bracketTooLarge,
  eventsDraw,
  fewPlayers,
  groupTooLarge,
  notPlayedInRounds,
  resultsMissing,
  roundHeld,
  roundIdUsed,
} from '#events/contract/rounds.ts'
import { formatRules, roundRules } from '#events/formats/registry.ts'
import { formatServer } from '#events/formats/server/registry.ts'
import { drawField, MAX_BRACKET } from '#events/rules/bracket/bracket-rules.ts'
import { drawsMachines } from '#events/rules/draw/assign-machines.ts'
import { nextRound } from '#events/rules/draw/pairing.ts'
import { seededRandom, shuffled } from '#events/rules/draw/seeded-random.ts'
import { isOver } from '#events/rules/event-state.ts'
import { gamesOfGroups, MAX_GROUP } from '#events/rules/rounds.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '#platform/db/change-log/write.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { createEventChange } from '../changes.ts'
import { listPlayingEntrants } from '../entrants/entrant-store.ts'
import { listFixedSeats } from '../entrants/seat-store.ts'
import type { EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { listEarlierRounds } from '../nights/earlier-rounds.ts'
import { listAdjustments } from '../rounds/adjustment-store.ts'
import { bracketRulesOf } from '../rounds/bracket.ts'
import { changePlayed, followsResults } from '../rounds/follow-results.ts'
import * as rounds from '../rounds/round-store.ts'
import { eventMachines, lockEvent } from '../store.ts'

/** Rounds may be drawn and played before the planned start. */
export const drawNextRound = handle(eventsDraw, async (call, { database, access, clock, drawnHooks, earlierNights }: EventServices) => {
  const { _id: id, eventId, leavesOpen = false, held = false, startsAt = null } = call.input
  const userId = signedIn(call)
  const { round, changes } = await database.longTransaction(async tx => {
    const event = await access.requireDirector(await lockEvent(tx, eventId, 'to change'), userId)
    const existing = await rounds.findRound(tx, id)
    if (existing?.eventId === eventId) return { round: existing.number, changes: [] }
    if (existing !== null) throw roundIdUsed()
    const rules = roundRules(event.format, event)
    if (rules === null) throw notPlayedInRounds()
    const now = clock.now()
    if (isOver(event, now)) throw eventOver()
    const earlierRounds = await rounds.listRounds(tx, eventId)
    const unfinished = leavesOpen ? undefined : earlierRounds.find(({ open, held }) => open > 0 && !held)
    if (unfinished !== undefined) throw resultsMissing({ n: unfinished.number })
    // What nobody has seen cannot be left behind: it is shown, or taken back.
    const unseen = earlierRounds.find(({ held }) => held)
    if (unseen !== undefined) throw roundHeld({ n: unseen.number })
    const bracket = bracketRulesOf(event)
    const isDrawn = followsResults(event) ? earlierRounds.length > 0 : rules.rounds !== null && earlierRounds.length >= rules.rounds
    if (isDrawn) throw allRoundsDrawn()
    const machineIds = (await eventMachines(tx, eventId)).filter(({ brokenAt }) => brokenAt === null).map(each => each.machineId)
    if (machineIds.length === 0 && drawsMachines(event.machineDraw)) throw allMachinesOutOfOrder()
    const playing = await listPlayingEntrants(tx, eventId)
    const nights: string[] = []
    if (event.balanceOver === 'series') for (const hook of earlierNights) nights.push(...(await hook(tx, eventId)))
    const entrants = playing.map(entrant => ({
      id: entrant.id,
      paused: entrant.presence !== 'here',
      seed: event.seeding === 'random' ? null : entrant.seed,
    }))
    const seed = createSeed()
    const number = earlierRounds.length + 1
    if (bracket !== null) {
      const field = entrants.filter(({ paused }) => !paused)
      if (field.length < 2) throw fewPlayers()
      const { largestField = MAX_BRACKET } = bracket
      if (field.length > largestField) throw bracketTooLarge({ n: largestField })
      const round = { id, number: 1, seed, byes: [], field: drawField(bracket, field, seed), held, startsAt: startsAt?.getTime() ?? null }
      await rounds.insertRound(tx, eventId, { ...round, groups: [] })
      await changePlayed(tx, event, now, {})
      const [drawn] = await rounds.listRounds(tx, eventId)
      return finish(drawn!.groups.length)
    }
    const { matchmaking } = formatRules(event.format)
    if (matchmaking !== undefined) {
      const ready = entrants.flatMap(({ id, paused }) => (paused ? [] : [id]))
      if (ready.length < 2) throw fewPlayers()
      const waiting = { entrantIds: shuffled(ready, seededRandom(seed)), gameMs: null, begunAt: now, until: null }
      await rounds.insertRound(tx, eventId, { id, number, seed, byes: [], waiting, held: false, startsAt: null, groups: [] })
      await changePlayed(tx, event, now, {})
      const [drawn] = await rounds.listRounds(tx, eventId)
      return finish(drawn!.groups.length)
    }
    const draw = nextRound(
      rules,
      formatServer(event.format).drawGroups!(event.format),
      entrants,
      earlierRounds.map(rounds.toRound),
      machineIds,
      seed,
      {
        ...event,
        adjustments: await listAdjustments(tx, eventId),
        fixedSeats: await listFixedSeats(tx, eventId, machineIds),
        earlierNights: await listEarlierRounds(tx, nights, playing),
      },
    )
    if (draw === null) throw fewPlayers()
    if (draw.groups.some(({ entrantIds }) => entrantIds.length > MAX_GROUP)) throw groupTooLarge({ n: MAX_GROUP })
    const groups = gamesOfGroups(draw).map(games => ({
      id: uuidv7(),
      entrantIds: games[0]!.entrantIds,
      machineIds: games.map(({ machineId }) => machineId),
    }))
    await rounds.insertRound(tx, eventId, { id, number, seed, byes: draw.byes, held, startsAt: startsAt?.getTime() ?? null, groups })
    return finish(groups.length)

    async function finish(groupCount: number): Promise<{ round: number; changes: ChangeLogEntry[] }> {
      const changes: NewChange[] = []
      // Nobody hears of a round that is held back until it is shown.
      if (!held) for (const hook of drawnHooks) changes.push(...(await hook(tx, { roundId: id, groupId: event.groupId })))
      await insertLog(tx, {
        eventId,
        by: userId,
        action: 'drawn',
        subject: { kind: 'round', round: number, ...(held ? {} : { groups: groupCount }) },
      })
      const seats = held ? {} : { seats: { roundId: id } }
      changes.push(createEventChange(eventId, { kind: 'rounds', ...seats }))
      return { round: number, changes: await appendChanges(tx, changes) }
    }
  })
  await call.committed(changes)
  return { round }
})

/**
 * Returns a random seed: 40 bits as hexadecimal digits, from which anybody can reproduce the draw. The server makes it, so that nobody can
 * try seeds until the draw suits them.
 */
const createSeed = (): string => randomBytes(5).toString('hex')
