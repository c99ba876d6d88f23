import { isDeepStrictEqual } from 'node:util'
import type { DdpError } from '#ddp/wire/error.ts'
import { eventOver, groupPlayersOnly } from '#events/contract/errors.ts'
import { type EarlierResult, eventsResult, resultEnteredBefore, resultOfDirector, roundHeld } from '#events/contract/rounds.ts'
import { type EventFormat, roundRules } from '#events/formats/registry.ts'
import { isOver, stateAt } from '#events/rules/event-state.ts'
import {
  addEntry,
  agreeOnResult,
  type EnteredOrder,
  isSameAuthor,
  isSameResult,
  mayReplace,
  type ResultAuthor,
} from '#events/rules/result-agreement.ts'
import { hasTies, orderProblem, placesProblem } from '#events/rules/rounds.ts'
import type { Db } from '#platform/db/database.ts'
import type { CallError } from '#platform/live/call-errors.ts'
import { fieldError } from '#platform/live/contract.ts'
import { handleRecording } from '#platform/live/server/call-handler.ts'
import { fieldRule } from '#platform/text/field-rules.ts'
import type { EventAccess } from '../access.ts'
import { findEntrant, listEntrants } from '../entrants/entrant-store.ts'
import type { EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { createGameChange } from '../rounds/game-change.ts'
import { noGame, resultSubject } from '../rounds/result-subject.ts'
import * as rounds from '../rounds/round-store.ts'
import { findActor } from '../staff/linked-device.ts'
import { eventMachines, lockEvent } from '../store.ts'

/** A result of the director or a scorekeeper is confirmed; one of a player of the group counts as the event's agreement says. */
export const enterResult = handleRecording(eventsResult, async (call, services: EventServices) => {
  const { access, clock } = services
  const { eventId, groupId, game = 1, order, places: givenPlaces, replaces } = call.input
  const { userId, byDevice, byKiosk } = await findActor(call, services)
  let state: 'entered' | 'confirmed' = 'confirmed'
  await call.commit(async tx => {
    const event = await access.requireVisible(await lockEvent(tx, eventId, 'to play'), userId)
    const isDirector = await access.isDirector(event, userId)
    const isOfficial = isDirector || (await access.isScorekeeper(event, userId))
    const ownEntrantId = isOfficial ? null : await findEntrant(tx, eventId, userId)
    const group = await rounds.lockMatchGroup(tx, eventId, groupId)
    if (!isOfficial && (ownEntrantId === null || !group?.entrantIds.includes(ownEntrantId))) throw groupPlayersOnly()
    const played = group?.games[game - 1]
    if (group === null || played === undefined) throw noGame(group)
    if (group.held) throw roundHeld({ n: group.round })
    const problem = orderProblem(group, order)
    if (problem !== null) throw fieldError('order', problem)
    const places = checkPlaces(event.format, order.length, givenPlaces)
    const entered = { order, places }
    const author: ResultAuthor = { userId, ...(byDevice ? { byDevice } : {}) }
    state = 'confirmed'
    if (played.confirmed) {
      const current = { order: played.result!, places: played.places, enteredBy: played.enteredBy }
      if (isSameResult(current, entered)) return []
      const seen = replaces === undefined ? null : { order: replaces.order, places: replaces.places ?? null }
      if (!isOfficial) throw await refuse(resultOfDirector, current, access)
      if (byKiosk || !mayReplace(current, seen, author)) throw await refuse(resultEnteredBefore, current, access)
    }
    const isCorrection = isDirector && stateAt(event, clock.now()) === 'finished'
    if (!isCorrection && isOver(event, clock.now())) throw eventOver()
    const entries = ownEntrantId === null ? [] : addEntry(played.entries, { entrantId: ownEntrantId, ...entered })
    state = 'entered'
    if (ownEntrantId !== null && isDeepStrictEqual(entries, played.entries)) return []
    const confirmed = isOfficial || agreeOnResult(event.agreement, entries).confirmed
    if (confirmed) state = 'confirmed'
    const replaced = confirmed ? findReplaced(played, entered, author) : played.replaced
    const result: rounds.MatchResult = confirmed
      ? { result: order, places, confirmed, entries: [], enteredBy: author, replaced }
      : { result: order, places, confirmed, entries, enteredBy: played.enteredBy, replaced }
    await rounds.setResult(tx, { groupId, game }, result)
    let logId: string | null = null
    if (confirmed) {
      const machines = await eventMachines(tx, eventId)
      const subject = resultSubject({ group, game, machines }, event.format, entered)
      logId = await insertLog(tx, { eventId, by: userId, byDevice, action: 'result', subject })
    }
    const overruled = replaced === played.replaced || replaced === null ? null : await authorOf(tx, eventId, replaced)
    const overrule = overruled === null ? {} : { overruled: { userId: overruled, game, by: userId } }
    return [createGameChange(eventId, group, game, { changed: result, logId, ...overrule })]
  })
  return { state }
})

/** Returns the error for a result that is refused because another one counts. Its details contain that other result and who entered it. */
async function refuse(
  refusal: CallError,
  { order, places, enteredBy }: EnteredOrder & { enteredBy: ResultAuthor | null },
  access: EventAccess,
): Promise<DdpError> {
  const by = enteredBy === null ? null : await access.findNames(enteredBy.userId)
  const earlier: EarlierResult = {
    order,
    ...(places === null ? {} : { places }),
    ...(by === null ? {} : { by }),
    ...(enteredBy?.byDevice ? { byDevice: true } : {}),
  }
  return refusal({ earlier: { ...earlier } })
}

/** Returns the places of a result if players are tied, otherwise null. @throws DdpError 400 */
function checkPlaces(format: EventFormat, size: number, places: number[] | undefined): number[] | null {
  if (places === undefined) return null
  const problem = placesProblem(size, places)
  if (problem !== null) throw fieldError('places', problem)
  if (!hasTies(places)) return null
  const rules = roundRules(format)
  const isShared = (i: number): boolean => i > 0 && places[i] === places[i - 1]
  if (places.some((_, i) => isShared(i) && !rules?.mayShare(size, i)))
    throw fieldError('places', fieldRule('no-ties', 'must be different where the format gives them different worth'))
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
