import { sql } from 'kysely'
import { eventIdUsed } from '#events/contract/admin.ts'
import { EVENT_FIELDS } from '#events/contract/event-fields.ts'
import { findKnownPlayer, indexKnownPlayers } from '#events/rules/known-players.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { fingerprintRecord, fingerprintValues } from '#platform/live/server/fingerprint.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { PastEvent, PastRound } from '../api.ts'
import { attachEvent } from '../attach-event.ts'
import { insertVoid } from '../attempts/void-store.ts'
import { countEvent, hasDirectorRole } from '../calls/add.ts'
import { createEventChange, stageChanges } from '../changes.ts'
import { checkEventFields, toRowValues } from '../event-fields.ts'
import type { EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { endDevices } from '../staff/device-store.ts'
import * as store from '../store.ts'

/**
 * Adds an event with everything that was played in it. The caller has checked that the user may add it (`requireMaker`).
 * @returns the changes for the change log
 * @throws DdpError 400 for the name of a guest who would be taken for somebody else (`EventAccess.spellGuestName`), 409
 */
export async function addPastEvent(tx: Db, services: EventServices, past: PastEvent): Promise<NewChange[]> {
  const { access, accounts } = services
  const { id: eventId, by, groupId, fields, isFinished, entrants, rounds, attempts, adjustments } = past
  await checkEventFields(services, fields)
  await accounts.lock(tx, by)
  const mayFillLists = await hasDirectorRole(services, by)
  const listedAtOnce = mayFillLists || !(await accounts.isNewcomer(tx, by))
  const row = {
    ...toRowValues(fields),
    ...(isFinished ? { finishesAt: fields.endsAt.getTime() } : {}),
    ...{ id: eventId, groupId, directorId: by, listedAtOnce, fingerprint: fingerprintRecord(EVENT_FIELDS, fields, groupId) },
  }
  if (!(await store.insertEvent(tx, row))) throw eventIdUsed()
  await countEvent(services, tx, by, mayFillLists)
  for (const name of new Set(entrants.map(each => each.name))) await access.checkGuestName(tx, name)
  await insertEntrants(tx, eventId, groupId === null ? entrants : await withPeople(tx, services, groupId, entrants))
  await insertRounds(tx, eventId, rounds)
  await insertAttempts(tx, eventId, attempts)
  for (const adjustment of adjustments) {
    const { entrantId, amount, reason } = adjustment
    await insertVoid(tx, { id: uuidv7(), eventId, adjustment, by, fingerprint: fingerprintValues(entrantId, amount, reason) })
  }
  await insertLog(tx, { eventId, by, action: 'added' })
  return attachEvent(tx, eventId, [createEventChange(eventId)])
}

type PastEntrant = PastEvent['entrants'][number] & { personId?: string }

/**
 * Makes those whom the group's list knows these people, by the number or the name, as where people are added to an event. Of two who could be
 * one person, the one with the person's number is it; whom an account has claimed stays a guest.
 */
async function withPeople(
  tx: Db,
  { groups }: Pick<EventServices, 'groups'>,
  groupId: string,
  entrants: readonly PastEntrant[],
): Promise<PastEntrant[]> {
  const listed = await groups.people.list(tx, groupId)
  const typed = ({ name, ifpaNumber }: { name: string; ifpaNumber: string | null }) => ({
    displayName: name,
    ...(ifpaNumber === null ? {} : { ifpaNumber }),
  })
  const known = indexKnownPlayers(listed.map(person => ({ personId: person.id, ...typed(person) })))
  const byPerson = new Map<string, PastEntrant[]>()
  for (const entrant of entrants) {
    const personId = findKnownPlayer(typed(entrant), known)?.personId
    if (personId !== undefined) byPerson.set(personId, [...(byPerson.get(personId) ?? []), entrant])
  }
  const people = new Map<PastEntrant, PastEntrant>()
  // In one order, so that no two transactions wait for each other.
  for (const personId of [...byPerson.keys()].sort()) {
    const person = await groups.people.lockForShare(tx, groupId, personId)
    if (person === null || person.userId !== null) continue
    const same = byPerson.get(personId)!
    const numbered = same.filter(({ ifpaNumber }) => ifpaNumber !== null && ifpaNumber === person.ifpaNumber)
    const [entrant, ...others] = numbered.length > 0 ? numbered : same
    if (others.length > 0) continue
    people.set(entrant!, { ...entrant!, name: person.name, ifpaNumber: person.ifpaNumber ?? entrant!.ifpaNumber, personId })
  }
  return entrants.map(entrant => people.get(entrant) ?? entrant)
}

async function insertEntrants(tx: Db, eventId: string, entrants: readonly PastEntrant[]): Promise<void> {
  await sql<never>`
    INSERT INTO event_entrants (id, event_id, guest_name, guest_ifpa, presence, person_id)
    SELECT n.id, ${eventId}, n.name, n."ifpaNumber", CASE WHEN n."hasLeft" THEN 'paused' ELSE 'here' END, n."personId"
    FROM jsonb_to_recordset(${JSON.stringify(entrants)}::jsonb) AS n (id text, name text, "ifpaNumber" text, "hasLeft" boolean, "personId" text)
  `.execute(tx)
}

async function insertRounds(tx: Db, eventId: string, rounds: readonly PastRound[]): Promise<void> {
  const withIds = rounds.map(({ byes, groups }, i) => ({
    id: uuidv7(),
    number: i + 1,
    byes,
    groups: groups.map(({ entrantIds, games }, g) => ({ id: uuidv7(), number: g + 1, entrantIds, games })),
  }))
  await sql<never>`
    INSERT INTO event_rounds (id, event_id, number, seed, byes)
    SELECT r.id, ${eventId}, r.number, r.number::text, ARRAY(SELECT jsonb_array_elements_text(r.byes))
    FROM jsonb_to_recordset(${JSON.stringify(withIds)}::jsonb) AS r (id text, number integer, byes jsonb)
  `.execute(tx)
  const groups = withIds.flatMap(({ id: roundId, groups: ofRound }) => ofRound.map(group => ({ ...group, roundId })))
  await sql<never>`
    INSERT INTO event_groups (id, round_id, number, entrant_ids)
    SELECT g.id, g."roundId", g.number, ARRAY(SELECT jsonb_array_elements_text(g."entrantIds"))
    FROM jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) AS g (id text, "roundId" text, number integer, "entrantIds" jsonb)
  `.execute(tx)
  const games = groups.flatMap(({ id: groupId, games: ofGroup }) =>
    ofGroup.map(({ machineId, result, places }, i) => ({ groupId, game: i + 1, machineId: machineId || null, result, places })),
  )
  // A list that is null in JSON is a JSON null here, and has no elements.
  await sql<never>`
    INSERT INTO event_games (group_id, game, machine_id, result, places, confirmed)
    SELECT p."groupId", p.game, p."machineId",
      CASE WHEN jsonb_typeof(p.result) = 'array' THEN ARRAY(SELECT jsonb_array_elements_text(p.result)) END,
      CASE WHEN jsonb_typeof(p.places) = 'array' THEN ARRAY(SELECT jsonb_array_elements_text(p.places)::integer) END,
      jsonb_typeof(p.result) IS NOT DISTINCT FROM 'array'
    FROM jsonb_to_recordset(${JSON.stringify(games)}::jsonb) AS p ("groupId" text, game integer, "machineId" text, result jsonb, places jsonb)
  `.execute(tx)
}

async function insertAttempts(tx: Db, eventId: string, attempts: PastEvent['attempts']): Promise<void> {
  const withIds = attempts.map(({ entrantId, machineId, value = null, at }) => ({ id: uuidv7(), entrantId, machineId, value, at }))
  await sql<never>`
    INSERT INTO event_attempts (id, event_id, entrant_id, machine_id, value, at, fingerprint)
    SELECT a.id, ${eventId}, a."entrantId", a."machineId", a.value, to_timestamp(a.at / 1000.0), ''
    FROM jsonb_to_recordset(${JSON.stringify(withIds)}::jsonb) AS a (id text, "entrantId" text, "machineId" text, value bigint, at bigint)
  `.execute(tx)
}

/** True once somebody has played, joined or claimed an entry in an event that was added by `addPastEvent`, after it was added. */
async function goesOnHere(tx: Db, eventId: string): Promise<boolean> {
  const { rows } = await sql<{ goesOn: boolean }>`
    SELECT EXISTS (SELECT 1 FROM event_entrants n WHERE n.event_id = e.id AND (n.user_id IS NOT NULL OR n.entered_at > e.created_at))
      OR EXISTS (SELECT 1 FROM event_attempts a WHERE a.event_id = e.id AND a.fingerprint <> '')
      OR EXISTS (SELECT 1 FROM event_rounds r WHERE r.event_id = e.id AND r.drawn_at > e.created_at)
      OR EXISTS (SELECT 1 FROM event_rounds r JOIN event_groups g ON g.round_id = r.id JOIN event_games p ON p.group_id = g.id
        WHERE r.event_id = e.id AND (p.entered_by IS NOT NULL OR p.entries <> '[]'))
      OR EXISTS (SELECT 1 FROM event_playoffs f WHERE f.event_id = e.id) AS "goesOn"
    FROM events e WHERE e.id = ${eventId}
  `.execute(tx)
  return rows[0]!.goesOn
}

/**
 * Cancels an event that was added by `addPastEvent`, also one that is over, so that it counts nowhere. Cancelling it again changes nothing.
 * @returns the changes for the change log; null: it goes on here, and stays
 */
export async function withdrawPastEvent(
  tx: Db,
  { clock }: EventServices,
  { id, by }: { id: string; by: string },
): Promise<NewChange[] | null> {
  const event = await store.lockEvent(tx, id, 'to change')
  if (event === null || event.cancelled) return []
  if (await goesOnHere(tx, id)) return null
  await store.setCancelled(tx, id)
  const ended = await endDevices(tx, id, null, new Date(clock.now()))
  await insertLog(tx, { eventId: id, by, action: 'cancelled' })
  return attachEvent(tx, id, [...ended, ...stageChanges(event), createEventChange(id)])
}
