import { DdpError } from '#ddp/wire/error.ts'
import { eventOver } from '#events/contract/errors.ts'
import type { StoredLogSubject } from '#events/contract/log-subject.ts'
import { takesSeeds } from '#events/formats/registry.ts'
import { isOver } from '#events/rules/event-state.ts'
import { peopleOfEvent } from '#events/rules/person-key.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { EnteredPlayers, SeededPlayer } from '../api.ts'
import { attachEvent } from '../attach-event.ts'
import { addPlayer } from '../calls/add-players.ts'
import { createEventChange } from '../changes.ts'
import { listEntrants, saveSeeds } from '../entrants/entrant-store.ts'
import type { EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { lockEvent, updateEvent } from '../store.ts'

/**
 * Enters players in an event for its director, the best seed first. A player who is in it already gets the seed; one who cannot be entered,
 * such as somebody who has left the group, does not keep the others out.
 * @param by the director's user id
 * @throws DdpError 403, 404, 409
 */
export async function enterPlayers(
  tx: Db,
  services: EventServices,
  { eventId, by, players }: { eventId: string; by: string; players: readonly SeededPlayer[] },
): Promise<EnteredPlayers> {
  const event = await services.access.requireDirector(await lockEvent(tx, eventId, 'to change'), by)
  if (isOver(event, services.clock.now())) throw eventOver()
  const entrants = await listEntrants(tx, eventId)
  const known = new Map([...peopleOfEvent(entrants)].map(([entrantId, key]) => [key, entrantId]))
  const seeds = new Map<string, number>()
  const entrantIds = new Map<string, string>()
  const added: { entrantId: string; accountId: string | null }[] = []
  const refused: string[] = []
  const changes: NewChange[] = []
  for (const { key, id, userId, personId, displayName, ifpaNumber, presence = 'expected' } of players) {
    let entrantId = known.get(key)
    if (entrantId === undefined) {
      try {
        const entry =
          userId !== null
            ? { _id: id, userId, presence }
            : personId !== null
              ? { _id: id, personId, presence }
              : { _id: id, displayName, presence, ...(ifpaNumber === null ? {} : { ifpaNumber }) }
        const player = await addPlayer(tx, services, event, entry)
        entrantId = player.entrantId
        if (player.isNew) added.push({ entrantId, accountId: player.accountId ?? null })
        changes.push(...(player.corrected ?? []))
      } catch (error) {
        if (!(error instanceof DdpError)) throw error
        refused.push(displayName)
        continue
      }
    }
    entrantIds.set(key, entrantId)
    seeds.set(entrantId, seeds.size + 1)
  }
  const earlier = new Map(entrants.map(({ id, seed }) => [id, seed]))
  const isUnchanged = added.length === 0 && [...seeds].every(([id, seed]) => earlier.get(id) === seed)
  if (seeds.size === 0 || isUnchanged) return { added: 0, refused, entrantIds, changes }
  await saveSeeds(tx, eventId, seeds)
  const log = (action: 'player' | 'guest' | 'seeded' | 'edited', subject: StoredLogSubject): Promise<string> =>
    insertLog(tx, { eventId, by, action, subject })
  const accounts = added.filter(({ accountId }) => accountId !== null)
  const guests = added.filter(({ accountId }) => accountId === null)
  if (accounts.length > 0) await log('player', { kind: 'players', players: accounts.map(({ entrantId }) => entrantId) })
  if (guests.length > 0) await log('guest', { kind: 'players', players: guests.map(({ entrantId }) => entrantId) })
  await log('seeded', { kind: 'seeds', count: seeds.size })
  // Without a seeding, lots would decide who meets whom.
  if (event.seeding === 'random' && takesSeeds(event.format.kind)) {
    await updateEvent(tx, { ...event, seeding: 'series' })
    await log('edited', { kind: 'options', seeding: 'series' })
  }
  for (const { entrantId, accountId } of accounts)
    if (accountId !== by) changes.push(createEventChange(eventId, { kind: 'entrant', entrantId, notice: 'added' }))
  changes.push(createEventChange(eventId))
  return { added: added.length, refused, entrantIds, changes: await attachEvent(tx, eventId, changes) }
}
