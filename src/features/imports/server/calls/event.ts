import * as v from 'valibot'
import { EVENT_FIELDS } from '#events/contract/event-fields.ts'
import { type EventImport, eventStillOpen, eventTooLarge, eventUnreadable, importedBefore, importsEvent } from '#imports/contract.ts'
import { compareStandings } from '#imports/rules/compare-standings.ts'
import { createMachineFinder } from '#imports/rules/find-machine.ts'
import { type ImportedEvent, importedEvent } from '#imports/rules/imported-event.ts'
import { parseTournamentAddress } from '#imports/rules/match-play/answers.ts'
import { readEvent } from '#imports/rules/match-play/read-event.ts'
import { importedStandings, toAdjustments } from '#imports/rules/played-event.ts'
import { recordValues } from '#platform/live/record.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { fingerprintValues } from '#platform/live/server/fingerprint.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { derivedId } from '../derived-id.ts'
import { findImported } from '../import-store.ts'
import { fetchTournament } from '../match-play-client.ts'
import { findSameImport, type ImportsServices, recordImport } from '../services.ts'

/** Asks Match Play for the event. @throws DdpError 404, 409, 503 */
async function read(
  { config, clock }: ImportsServices,
  { tournament, token }: { tournament: string; token: string },
): Promise<ImportedEvent> {
  const event = readEvent(await fetchTournament(config.matchPlay, clock, { tournamentId: parseTournamentAddress(tournament)!, token }))
  if (!('problem' in event)) {
    if (!v.is(importedEvent, event)) throw eventTooLarge()
    return event
  }
  throw event.problem === 'open' ? eventStillOpen() : event.problem === 'large' ? eventTooLarge() : eventUnreadable()
}

export const importEvent = handle(importsEvent, async (call, services: ImportsServices) => {
  const { database, events, machines } = services
  const userId = signedIn(call)
  const { _id: importId, groupId = null, matchPlay, event: given, machines: chosen = [], dryRun } = call.input
  // Who may not add events makes the site ask nobody.
  await events.past.requireMaker(groupId, userId)
  const event = given ?? (await read(services, matchPlay!))
  const catalogue = await machines.catalogue()
  const names = new Map(catalogue.map(({ machineId, name }) => [machineId, name]))
  const find = createMachineFinder(catalogue)
  const choices = new Map(chosen.map(({ machine, machineId }) => [machine, machineId]))
  const machineIds = event.machines.map((listed, i) => {
    const choice = choices.get(i)
    if (choice !== undefined && names.has(choice)) return choice
    const found = find(listed)
    return 'machineId' in found ? found.machineId : ''
  })
  const differences = compareStandings(event, importedStandings(event))
  const source = `${event.source} ${event.sourceId}`
  const before = await findImported(database.db, source, groupId)
  const result: EventImport = {
    eventId: null,
    read: event,
    machines: machineIds.map(machineId => (machineId === '' ? null : { machineId, name: names.get(machineId)! })),
    format: event.format.kind,
    compared: event.standings.length,
    differences,
  }
  if (dryRun) return before === null ? result : { ...result, before }
  const fingerprint = fingerprintValues(groupId, JSON.stringify(event), JSON.stringify(machineIds))
  const eventId = derivedId(importId, 'event')
  if ((await findSameImport(database.db, { id: importId, userId, fingerprint })) !== null) return { ...result, eventId }
  if (before !== null) throw importedBefore()
  const entrantIds = event.players.map((_, i) => derivedId(importId, `player ${i}`))
  const entrantsOf = (players: readonly number[]): string[] => players.map(player => entrantIds[player]!)
  await call.commit(async tx => {
    await recordImport(tx, {
      ...{ id: importId, userId, kind: 'event', title: event.name, ids: [], added: event.players.length },
      ...{ groupId, eventId, source, fingerprint },
    })
    return events.past.add(tx, {
      id: eventId,
      by: userId,
      groupId,
      fields: fieldsOf(event, machineIds),
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
      // An attempt is on a machine, so it is left out where that is not known.
      attempts: event.attempts.flatMap(({ player, machine, value, at }) =>
        machineIds[machine] === '' ? [] : [{ entrantId: entrantIds[player]!, machineId: machineIds[machine]!, value, at: at.getTime() }],
      ),
      adjustments: toAdjustments(event, { entrantIds }),
    })
  })
  return { ...result, eventId }
})

/** Returns the fields of the event that is made. Two machines there may be one here. */
const fieldsOf = (
  { name, venue, startsAt, endsAt, timeZone, format, tieBreaks, byes }: ImportedEvent,
  machineIds: readonly string[],
): ReturnType<typeof recordValues<typeof EVENT_FIELDS>> => {
  const known = [...new Set(machineIds.filter(id => id !== ''))]
  return recordValues(EVENT_FIELDS, { name, venue, startsAt, endsAt, timeZone, format, tieBreaks, byes, machineIds: known })
}
