import { isDeepStrictEqual } from 'node:util'
import type * as v from 'valibot'
import type { DdpError } from '#ddp/wire/error.ts'
import { eventOver, groupPlayersOnly } from '#events/contract/errors.ts'
import { type EarlierResult, eventsResult, resultEnteredBefore, resultOfDirector, roundHeld } from '#events/contract/rounds.ts'
import { type EventFormat, entersStrokes, roundRules } from '#events/formats/registry.ts'
import { isOver, stateAt } from '#events/rules/event-state.ts'
import {
  addEntry,
  agreeOnResult,
  contradicts,
  type EnteredOrder,
  isSameAuthor,
  isSamePlaces,
  isSameResult,
  mayReplace,
  type ResultAuthor,
  scoresInOrder,
  type TypedScores,
} from '#events/rules/result-agreement.ts'
import { hasTies, orderProblem, placesOfScores, placesProblem, scoresProblem, strokesProblem } from '#events/rules/rounds.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { CallError } from '#platform/live/call-errors.ts'
import { fieldError } from '#platform/live/contract.ts'
import { handleRecording } from '#platform/live/server/call-handler.ts'
import { fieldRule } from '#platform/text/field-rules.ts'
import type { EventAccess } from '../access.ts'
import type { EventActor } from '../api.ts'
import { createEventChange } from '../changes.ts'
import { findEntrant, listEntrants } from '../entrants/entrant-store.ts'
import type { EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { keepReplaced } from '../rounds/bracket.ts'
import { changePlayed, followsResults } from '../rounds/follow-results.ts'
import { createGameChange } from '../rounds/game-change.ts'
import { updateGameScores } from '../rounds/game-scores.ts'
import { lockGames } from '../rounds/lock-games.ts'
import { noGame, resultSubject } from '../rounds/result-subject.ts'
import * as rounds from '../rounds/round-store.ts'
import { findActor } from '../staff/linked-device.ts'
import { eventMachines, lockEvent } from '../store.ts'

/** A result of the director or a scorekeeper is confirmed; one of a player of the group counts as the event's agreement says. */
export const enterResult = handleRecording(eventsResult, async (call, services: EventServices) => {
  const actor = await findActor(call, services)
  let state: 'entered' | 'confirmed' = 'confirmed'
  await call.commit(async tx => {
    const written = await writeResult(tx, services, actor, call.input)
    state = written.state
    return written.changes
  })
  return { state }
})

/** Enters a result in the caller's transaction. @returns the changes for the change log; none if it changes nothing @throws DdpError as `events.result` */
export async function writeResult(
  tx: Db,
  services: Omit<EventServices, 'address'>,
  { userId, byDevice, byKiosk, byItself = false }: EventActor,
  input: Omit<v.InferOutput<typeof eventsResult.input>, 'device'>,
): Promise<{ state: 'entered' | 'confirmed'; changes: NewChange[] }> {
  const { access, clock } = services
  const { eventId, groupId, game = 1, order, replaces, reopens = false } = input
  const event = await access.requireVisible(await lockEvent(tx, eventId, 'to play'), userId)
  const isDirector = await access.isDirector(event, userId)
  const isOfficial = isDirector || (await access.isScorekeeper(event, userId))
  const ownEntrantId = isOfficial ? null : await findEntrant(tx, eventId, userId)
  if (followsResults(event)) await lockGames(tx, eventId)
  const group = await rounds.lockMatchGroup(tx, eventId, groupId)
  if (!isOfficial && (ownEntrantId === null || !group?.entrantIds.includes(ownEntrantId))) throw groupPlayersOnly()
  const played = group?.games[game - 1]
  if (group === null || played === undefined) throw noGame(group)
  if (group.held) throw roundHeld({ n: group.round })
  const problem = orderProblem(group, order)
  if (problem !== null) throw fieldError('order', problem)
  const { places, scores: givenScores } = checkResult(event.format, input)
  const entered = { order, places, scores: givenScores }
  const author: ResultAuthor = { userId, ...(byDevice ? { byDevice } : {}) }
  if (byItself && (played.confirmed || played.entries.length > 0)) throw resultEnteredBefore()
  if (played.confirmed) {
    const current = { ...toEntered(played), enteredBy: played.enteredBy }
    if (isSamePlaces(current, entered) && (givenScores === undefined || isSameResult(current, entered)))
      return { state: 'confirmed', changes: [] }
    const seen = replaces === undefined ? null : { ...replaces, places: replaces.places ?? null }
    if (!isOfficial) throw await refuse(resultOfDirector, current, access)
    // Scores for places that count already, and have none, replace nothing.
    if (byKiosk || (contradicts(current, entered) && !mayReplace(current, seen, author)))
      throw await refuse(resultEnteredBefore, current, access)
  }
  const isCorrection = isDirector && stateAt(event, clock.now()) === 'finished'
  if (!isCorrection && isOver(event, clock.now())) throw eventOver()
  const ownEntry = { order, places, ...(givenScores ? { scores: givenScores } : {}) }
  const entries = ownEntrantId === null ? [] : addEntry(played.entries, { entrantId: ownEntrantId, ...ownEntry })
  if (ownEntrantId !== null && isDeepStrictEqual(entries, played.entries)) return { state: 'entered', changes: [] }
  const agreed = isOfficial ? null : agreeOnResult(event.agreement, entries)
  // Who confirms what players have entered, and leaves the scores out, leaves them as they are.
  const scores = agreed === null ? keptScores(played, entered) : agreed.scores
  const hasStrokes = entersStrokes(event.format.kind)
  if (hasStrokes && (givenScores ?? keptScores(played, entered)) === null) throw fieldError('scores', strokesProblem([null], null)!)
  // Where players agree on the places alone, nobody knows which strokes count.
  const confirmed = (agreed?.confirmed ?? true) && !(hasStrokes && scores === null)
  const replaced = confirmed ? findReplaced(played, { order, places, scores }, author) : played.replaced
  const scoredAt = confirmed && scores !== null && !hasStrokes ? (played.scoredAt ?? clock.now()) : null
  const result: rounds.MatchResult = {
    ...{ result: order, places, scores, scoredAt, confirmed, replaced },
    ...(confirmed ? { entries: [], enteredBy: author } : { entries, enteredBy: played.enteredBy }),
  }
  const settled = await changePlayed(tx, event, clock.now(), {
    groupId,
    change: () => rounds.setResult(tx, { groupId, game }, result),
    reopens,
    isCorrection: played.confirmed,
  })
  const groupIds = [groupId, ...settled.replaced.flatMap(each => each.groupIds)]
  const ofScores = await updateGameScores(tx, services, groupIds, scores === null && played.scores === null && groupIds.length === 1)
  let logId: string | null = null
  if (confirmed) {
    const machines = await eventMachines(tx, eventId)
    const subject = resultSubject({ group, game, machines }, event.format, entered)
    const voidId = await keepReplaced(tx, settled, { eventId, by: userId })
    logId = await insertLog(tx, { eventId, by: userId, byDevice, action: 'result', subject, ...(voidId === null ? {} : { voidId }) })
  }
  const overruled = replaced === played.replaced || replaced === null ? null : await authorOf(tx, eventId, replaced)
  const overrule = overruled === null ? {} : { overruled: { userId: overruled, game, by: userId } }
  const gameChange = createGameChange(eventId, group, game, { changed: result, logId, ...overrule })
  const ofOthers = settled.lost.length === 0 ? [] : [createEventChange(eventId, { kind: 'rounds', results: settled.lost })]
  return { state: confirmed ? 'confirmed' : 'entered', changes: [gameChange, ...settled.changes, ...ofOthers, ...ofScores] }
}

/** Returns the error for a result that is refused because another one counts. Its details contain that other result and who entered it. */
async function refuse(
  refusal: CallError,
  { order, places, scores, enteredBy }: EnteredOrder & { enteredBy: ResultAuthor | null },
  access: EventAccess,
): Promise<DdpError> {
  const by = enteredBy === null ? null : await access.findNames(enteredBy.userId)
  const earlier: EarlierResult = {
    order,
    ...(places === null ? {} : { places }),
    ...(scores ? { scores } : {}),
    ...(by === null ? {} : { by }),
    ...(enteredBy?.byDevice ? { byDevice: true } : {}),
  }
  return refusal({ earlier: { ...earlier } })
}

const toEntered = ({ result, places, scores }: rounds.GameRow): EnteredOrder => ({ order: result!, places, scores })

/** Returns the scores of a result: those that are entered with it, or else those that were entered before with the same places. */
function keptScores(played: rounds.GameRow, entered: EnteredOrder): TypedScores | null {
  if (entered.scores !== undefined || played.result === null) return entered.scores ?? null
  return isSamePlaces(toEntered(played), entered) ? scoresInOrder(toEntered(played), entered.order) : null
}

/**
 * Returns a result's places, null if nobody is tied, and its scores: null if all were left empty, undefined if there are none. Where all
 * players have a score, the places follow from the scores.
 * @throws DdpError 400
 */
function checkResult(
  format: EventFormat,
  { order, places, scores }: Pick<v.InferOutput<typeof eventsResult.input>, 'order' | 'places' | 'scores'>,
): { places: number[] | null; scores: TypedScores | null | undefined } {
  if (scores === undefined) return { places: checkPlaces(format, order.length, places), scores }
  const problem = scores.length === order.length ? null : fieldRule('each-score', 'must hold a score or null for each player of the group')
  if (problem !== null) throw fieldError('scores', problem)
  const typed = scores.filter(score => score !== null)
  const hasStrokes = entersStrokes(format.kind)
  const followed = places ?? (typed.length === order.length ? placesOfScores(typed) : undefined)
  const checked = checkPlaces(format, order.length, followed, places === undefined ? 'scores' : 'places')
  const mismatch = (hasStrokes ? strokesProblem : scoresProblem)(scores, checked)
  if (mismatch !== null) throw fieldError('scores', mismatch)
  return { places: checked, scores: typed.length === 0 ? null : scores }
}

/** Returns the places of a result if players are tied, otherwise null. @param field names what they come from @throws DdpError 400 */
function checkPlaces(
  format: EventFormat,
  size: number,
  places: number[] | undefined,
  field: 'places' | 'scores' = 'places',
): number[] | null {
  if (places === undefined) return null
  const problem = placesProblem(size, places)
  if (problem !== null) throw fieldError(field, problem)
  if (!hasTies(places)) return null
  const rules = roundRules(format)
  const isShared = (i: number): boolean => i > 0 && places[i] === places[i - 1]
  if (places.some((_, i) => isShared(i) && !rules?.mayShare(size, i)))
    throw fieldError(field, fieldRule('no-ties', 'must be different where the format gives them different worth'))
  return places
}

/**
 * Returns what a result that counts from now on replaces of what others have entered: what counted before, or else the newest entry of a
 * player that says something else. What the same author replaced before stays.
 */
function findReplaced(played: rounds.GameRow, entered: EnteredOrder, author: ResultAuthor): rounds.ReplacedResult | null {
  const { confirmed, entries, enteredBy, replaced } = played
  if (!confirmed) return entries.findLast(entry => contradicts(entry, entered)) ?? null
  const { order, places, scores } = toEntered(played)
  if (isSameAuthor(enteredBy, author) || !contradicts({ order, places, scores }, entered)) return replaced
  return { order, places, ...(scores ? { scores } : {}), enteredBy }
}

/** Returns the user whose entry was replaced; null: nobody's, or not known. */
async function authorOf(tx: Db, eventId: string, { entrantId, enteredBy }: rounds.ReplacedResult): Promise<string | null> {
  if (entrantId === undefined) return enteredBy?.userId ?? null
  const [entrant] = await listEntrants(tx, eventId, [entrantId])
  return entrant?.userId ?? null
}
