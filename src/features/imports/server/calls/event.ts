import * as v from 'valibot'
import { EVENT_FIELDS } from '#events/contract/event-fields.ts'
import { formatRules } from '#events/formats/registry.ts'
import { type EventImport, eventStillOpen, eventTooLarge, eventUnreadable, importedBefore, importsEvent } from '#imports/contract.ts'
import { compareStandings } from '#imports/rules/compare-standings.ts'
import { createMachineFinder } from '#imports/rules/find-machine.ts'
import { type ImportedEvent, importedEvent } from '#imports/rules/imported-event.ts'
import { parseTournamentAddress } from '#imports/rules/match-play/answers.ts'
import { readEvent } from '#imports/rules/match-play/read-event.ts'
import { knownMachines, toAdjustments, toAttempts, toFormat } from '#imports/rules/played-event.ts'
import { renamePlayers } from '#imports/rules/player-names.ts'
import { recordValues } from '#platform/live/record.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { fingerprintValues } from '#platform/live/server/fingerprint.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { derivedId } from '../derived-id.ts'
import { findImported, markCancelledUndone } from '../import-store.ts'
import { fetchTournament } from '../match-play-client.ts'
import { findSameImport, type ImportsServices, recordImport } from '../services.ts'

/** How long an event that the clock ends runs on here (ms), if its planned end has passed and it still runs at the source. */
const RUNS_ON = 24 * 3_600_000

/** Asks Match Play for the event. @throws DdpError 404, 409, 503 */
async function read(
  { config, clock }: ImportsServices,
  { tournamentId, token }: { tournamentId: number; token: string },
): Promise<ImportedEvent> {
  const event = readEvent(await fetchTournament(config.matchPlay, clock, { tournamentId, token }))
  if (!('problem' in event)) {
    if (!v.is(importedEvent, event)) throw eventTooLarge()
    return event
  }
  throw event.problem === 'open' ? eventStillOpen() : event.problem === 'large' ? eventTooLarge() : eventUnreadable()
}

export const importEvent = handle(importsEvent, async (call, services: ImportsServices) => {
  const { database, events, machines, clock } = services
  const userId = signedIn(call)
  const { _id: importId, groupId = null, matchPlay, event: given, machines: chosen = [], dryRun } = call.input
  // Who may not add events makes the site ask nobody.
  await events.past.requireMaker(groupId, userId)
  const tournamentId = matchPlay === undefined ? null : parseTournamentAddress(matchPlay.tournament)!
  const event = await withGuestNames(services, given ?? (await read(services, { tournamentId: tournamentId!, token: matchPlay!.token })))
  const catalogue = await machines.catalogue()
  const names = new Map(catalogue.map(({ machineId, name }) => [machineId, name]))
  const find = createMachineFinder(catalogue)
  const fits = ({ machine, name, machineId }: (typeof chosen)[number]): boolean =>
    event.machines[machine]?.name === name && names.has(machineId)
  const choices = new Map(chosen.filter(fits).map(({ machine, machineId }) => [machine, machineId]))
  const machineIds = event.machines.map((listed, i) => {
    const found = find(listed)
    return 'machineId' in found ? found.machineId : (choices.get(i) ?? '')
  })
  const result: EventImport = {
    eventId: null,
    read: event,
    machines: machineIds.map(machineId => (machineId === '' ? null : { machineId, name: names.get(machineId)! })),
    format: event.format.kind,
    compared: event.standings.length,
    differences: compareStandings(event, machineIds),
  }
  const source = `${event.source} ${event.sourceId}`
  const before = await findImported(database.db, source, groupId)
  if (dryRun) {
    const mayKnow =
      before !== null &&
      (await events.assertVisible(before, userId).then(
        () => true,
        () => false,
      ))
    return mayKnow ? { ...result, before } : result
  }
  // What Match Play answers and the catalogue have may change between a call and its repetition, so only what the caller sent counts.
  const fingerprint = fingerprintValues(groupId, tournamentId, JSON.stringify(given ?? null), JSON.stringify(chosen))
  const eventId = derivedId(importId, 'event')
  if ((await findSameImport(database.db, { id: importId, userId, fingerprint })) !== null) return { ...result, eventId }
  if (before !== null) throw importedBefore()
  if (!chosen.every(fits)) return result
  const entrantIds = event.players.map((_, i) => derivedId(importId, `player ${i}`))
  const entrantsOf = (players: readonly number[]): string[] => players.map(player => entrantIds[player]!)
  await call.commit(async tx => {
    await markCancelledUndone(tx, source, groupId)
    const isNew = await recordImport(tx, {
      ...{ id: importId, userId, kind: 'event', title: event.name, ids: [], added: event.players.length },
      ...{ groupId, eventId, source, fingerprint },
    })
    if (!isNew) return []
    return events.past.add(tx, {
      id: eventId,
      by: userId,
      groupId,
      fields: fieldsOf(event, machineIds, clock.now()),
      isFinished: event.isFinished,
      entrants: event.players.map(({ name, ifpaNumber, hasLeft }, i) => ({ id: entrantIds[i]!, name, ifpaNumber, hasLeft })),
      rounds: event.rounds.map(({ byes, groups }) => ({
        byes: entrantsOf(byes),
        groups: groups.map(({ players, games }) => ({
          entrantIds: entrantsOf(players),
          games: games.map(({ machine, order, places }) => ({
            machineId: machine === null ? '' : machineIds[machine]!,
            result: order === null ? null : entrantsOf(order),
            places,
          })),
        })),
      })),
      attempts: toAttempts(event, { entrantIds, machineIds }),
      adjustments: toAdjustments(event, { entrantIds }),
    })
  })
  return { ...result, eventId }
})

/** Gives those players other names who would be taken for somebody else by their own: such that look the same, otherwise their numbers in the list. */
async function withGuestNames({ events }: ImportsServices, event: ImportedEvent): Promise<ImportedEvent> {
  const names = await events.past.guestNames(event.players.map(({ name }) => name))
  const players = renamePlayers(
    event.players,
    names.map((name, i) => name ?? `#${i + 1}`),
  )
  return { ...event, players }
}

/** Returns the fields of the event that is made. One that still runs goes on, also if it should have ended by now. @param now ms */
const fieldsOf = (
  event: ImportedEvent,
  machineIds: readonly string[],
  now: number,
): ReturnType<typeof recordValues<typeof EVENT_FIELDS>> => {
  const { name, venue, startsAt, endsAt: planned, timeZone, tieBreaks, byes, isFinished } = event
  const format = toFormat(event, machineIds)
  const runsOut = !isFinished && formatRules(format).endsByClock && planned.getTime() <= now
  const endsAt = runsOut ? new Date(now + RUNS_ON) : planned
  return recordValues(EVENT_FIELDS, {
    ...{ name, venue, startsAt, endsAt, timeZone, format, tieBreaks, byes },
    machineIds: knownMachines(machineIds),
  })
}
