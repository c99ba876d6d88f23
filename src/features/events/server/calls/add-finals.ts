import { eventIdUsed, eventNotFinished } from '#events/contract/admin.ts'
import type { EventInput } from '#events/contract/event-fields.ts'
import { eventsAddFinals, fewFinalists, tieAtLine } from '#events/contract/stages.ts'
import { type EventFormat, formatRules, isMatchmade, isPlayedInRounds, takesSeeds } from '#events/formats/registry.ts'
import { seededRandom, shuffled } from '#events/rules/draw/seeded-random.ts'
import { DEFAULT_DRAW_OPTIONS } from '#events/rules/draw-options.ts'
import { stateAt } from '#events/rules/event-state.ts'
import { peopleOfEvent } from '#events/rules/person-key.ts'
import { countOfShare, cutField } from '#events/rules/stages/cut-field.ts'
import { DEFAULT_OPTIONS } from '#events/rules/standings-options.ts'
import type { Db } from '#platform/db/database.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { attachEvent } from '../attach-event.ts'
import { createEventChange, stageChanges } from '../changes.ts'
import { listPlayingEntrants, saveQualifiers } from '../entrants/entrant-store.ts'
import { checkEventFields, toRowValues } from '../event-fields.ts'
import type { EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { enterPlayers } from '../nights/enter-players.ts'
import { saveStaffRole } from '../staff/staff-store.ts'
import { finalsOf } from '../stages.ts'
import { loadPlayed } from '../standings/load-standings.ts'
import * as store from '../store.ts'
import { EVENTS_A_DAY, EVENTS_A_DAY_BY_DIRECTORS } from './add.ts'

const HOUR = 3_600_000

export const addFinals = handle(eventsAddFinals, async (call, services: EventServices) => {
  const { access, accounts, clock, dayLimit } = services
  const { _id, eventId, name, format, count, share = 100, ties = null } = call.input
  const userId = signedIn(call)
  let answer = { eventId: _id, players: 0, refused: [] as string[] }
  await call.commit(async tx => {
    await accounts.lock(tx, userId)
    const event = await access.requireDirector(await store.lockEvent(tx, eventId, 'to change'), userId)
    const now = clock.now()
    const existing = await store.eventById(tx, _id)
    if (existing !== null && existing.qualifyingId !== eventId) throw eventIdUsed()
    if (existing !== null) {
      answer = { ...answer, players: existing.players }
      return []
    }
    if (stateAt(event, now) !== 'finished') throw eventNotFinished()
    const entrants = new Map((await listPlayingEntrants(tx, eventId)).map(each => [each.id, each]))
    const rows = formatRules(event.format, event).standings(event.machineIds, [...entrants.keys()], await loadPlayed(tx, event))
    const people = peopleOfEvent(entrants.values())
    const elsewhere = await listFinalists(tx, event)
    const played = rows.filter(({ machines, games = [] }) => machines.length > 0 || games.length > 0)
    const isElsewhere = ({ entrantId }: { entrantId: string }): boolean => elsewhere.has(entrantId) || elsewhere.has(people.get(entrantId)!)
    const left = played.filter(row => !isElsewhere(row))
    // The best one who is not in other finals is the first to go on, unless the director says who is.
    const first = call.input.first ?? played.findIndex(row => !isElsewhere(row)) + 1
    const line = {
      first: first - played.slice(0, first - 1).filter(isElsewhere).length,
      count: count ?? countOfShare(played.length, share),
    }
    const { entrantIds, tied } = cutField(left, line, ties, ids => shuffled(ids, seededRandom(_id)))
    if (tied.length > 0 && ties === null) throw tieAtLine({ names: tied.map(id => entrants.get(id)!.displayName) })
    if (entrantIds.length < 2) throw fewFinalists()
    const mayFillLists = await access.hasRole(userId, ['event-director', 'admin'])
    const fields = finalsFields(event, { name, format, now, machines: await store.eventMachines(tx, eventId) })
    await checkEventFields(services, fields)
    const listedAtOnce = !event.unlisted || mayFillLists
    const { groupId, directorId } = event
    const row = {
      ...toRowValues(fields),
      id: _id,
      groupId,
      directorId,
      listedAtOnce,
      fingerprint: '',
      qualifyingId: eventId,
      finalFrom: first,
    }
    if (!(await store.insertEvent(tx, row))) throw eventIdUsed()
    await dayLimit.check(tx, userId, mayFillLists ? EVENTS_A_DAY_BY_DIRECTORS : EVENTS_A_DAY)
    for (const { userId: member, role } of event.staff) await saveStaffRole(tx, _id, member, role)
    await insertLog(tx, { eventId: _id, by: userId, action: 'added' })
    await insertLog(tx, { eventId, by: userId, action: 'finals', subject: { kind: 'name', name } })
    const players = entrantIds.map(entrantId => {
      const { presence, ...entrant } = entrants.get(entrantId)!
      return {
        ...entrant,
        id: uuidv7(),
        key: people.get(entrantId)!,
        presence: presence === 'here' ? ('here' as const) : ('expected' as const),
      }
    })
    const entered = await enterPlayers(tx, services, { eventId: _id, by: userId, players })
    const qualifiers = entrantIds.flatMap((entrantId): [string, string][] => {
      const finalist = entered.entrantIds.get(people.get(entrantId)!)
      return finalist === undefined ? [] : [[finalist, entrantId]]
    })
    await saveQualifiers(tx, _id, new Map(qualifiers))
    answer = { eventId: _id, players: entered.added, refused: entered.refused }
    return [
      ...(await attachEvent(tx, _id, [createEventChange(_id), ...entered.changes])),
      ...stageChanges(event),
      createEventChange(eventId),
    ]
  })
  return answer
})

/** Returns who is in finals of an event: the ids of their entries in the event, and their keys, as `peopleOfEvent` makes them. */
async function listFinalists(tx: Db, event: store.EventRow): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const id of finalsOf(event)) {
    const entrants = await listPlayingEntrants(tx, id)
    for (const key of peopleOfEvent(entrants).values()) found.add(key)
    for (const { qualifiedAs } of entrants) if (qualifiedAs !== null) found.add(qualifiedAs)
  }
  return found
}

interface FinalsOptions {
  name: string
  format: EventFormat
  now: number
  machines: readonly store.EventMachineRow[]
}

/** Returns what finals have of their qualifying: place, machines that are in order, who enters results; they begin now, and their seeds are given. */
function finalsFields(event: store.EventRow, { name, format, now, machines }: FinalsOptions): EventInput {
  const before = store.EVENT_COLUMNS.read(event)
  const inOrder = machines.filter(({ brokenAt }) => brokenAt === null).map(({ machineId }) => machineId)
  const keepsDraw = isPlayedInRounds(format.kind) && !(isMatchmade(format.kind) && before.machineDraw === 'banks')
  const { machineDraw, banks } = keepsDraw ? before : { ...DEFAULT_DRAW_OPTIONS, banks: null }
  return {
    ...before,
    ...DEFAULT_OPTIONS,
    ...DEFAULT_DRAW_OPTIONS,
    tieBreaks: [...DEFAULT_OPTIONS.tieBreaks],
    ...{ name, format, machineDraw, banks },
    capacity: null,
    seeding: takesSeeds(format.kind) ? 'manual' : 'random',
    machineIds: inOrder.length === 0 ? before.machineIds : inOrder,
    startsAt: new Date(now),
    endsAt: new Date(Math.max(now + 3 * HOUR, event.endsAt)),
  }
}
