import { eventCallIdUsed, roundChanged } from '#events/contract/attempts.ts'
import { eventOver, noEntrant, resultsWouldOpen } from '#events/contract/errors.ts'
import type { StoredLogSubject } from '#events/contract/log-subject.ts'
import { allMachinesOutOfOrder, eventsArrange, laterRoundDrawn, noRound, seatsFollowResults } from '#events/contract/rounds.ts'
import { roundRules } from '#events/formats/registry.ts'
import { type Arrangement, arranged, isSamePlayers, movedPlayers, type Seating, seatingProblem } from '#events/rules/draw/arrangement.ts'
import { isOver } from '#events/rules/event-state.ts'
import { fieldError } from '#platform/live/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { fingerprintValues } from '#platform/live/server/fingerprint.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { insertVoid, wasVoided } from '../attempts/void-store.ts'
import { createEventChange } from '../changes.ts'
import { listPlayingEntrants } from '../entrants/entrant-store.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { type RoundPart, readRoundPart, replaceRoundPart, reseatedPlayers } from '../rounds/arrangement-store.ts'
import { drawNewMachines } from '../rounds/draw-new-machines.ts'
import { followsResults } from '../rounds/follow-results.ts'
import { updateGameScores } from '../rounds/game-scores.ts'
import { isComplete, listRounds, type RoundRow } from '../rounds/round-store.ts'

const NO_RESULT = {
  ...{ result: null, places: null, scores: null, scored_at: null },
  ...{ confirmed: false, entries: [], entered_by: null, replaced: null },
}

export const arrangeRound = handle(eventsArrange, (call, services: EventServices) =>
  changeAsDirector(call, services, async (tx, event, { userId, now }) => {
    const { _id: id, eventId, roundId, groups, byes, reopens = false } = call.input
    const fingerprint = fingerprintValues(roundId, groups, byes ?? null, reopens)
    if (await wasVoided(tx, id, eventId, userId, fingerprint)) return []
    const rounds = await listRounds(tx, eventId)
    const round = rounds.find(each => each.id === roundId)
    const rules = roundRules(event.format, event)
    if (round === undefined || rules === null) throw noRound()
    if (followsResults(event)) throw seatsFollowResults()
    if (isOver(event, now)) throw eventOver()
    if (round !== rounds.at(-1)) throw laterRoundDrawn()

    const before: Seating = { groups: new Map(round.groups.map(each => [each.id, each.entrantIds])), byes: round.byes }
    const change: Arrangement = {
      groups: new Map(groups.map(({ groupId = uuidv7(), entrantIds }) => [groupId, entrantIds])),
      byes: byes?.entrantIds ?? null,
    }
    for (const { groupId, was } of groups) {
      if (groupId === undefined) continue
      const known = before.groups.get(groupId)
      // A group that somebody else has just broken up was there when the caller looked.
      if (known === undefined || !isSamePlayers(known, was)) throw roundChanged()
    }
    if (byes !== undefined && !isSamePlayers(before.byes, byes.was)) throw roundChanged()
    const after = arranged(before, change)
    const problem = seatingProblem(after, rules)
    if (problem !== null) throw fieldError('groups', problem)
    const moved = movedPlayers(before, after)
    const playing = new Set((await listPlayingEntrants(tx, eventId)).map(entrant => entrant.id))
    const seated = new Set([...after.byes, ...[...after.groups.values()].flat()])
    if (moved.some(player => seated.has(player) && !playing.has(player))) throw noEntrant()

    const reopened = round.groups.filter(
      group =>
        change.groups.has(group.id) &&
        !isSamePlayers(group.entrantIds, change.groups.get(group.id)!) &&
        group.games.some(({ confirmed }) => confirmed),
    )
    if (reopened.length > 0 && !reopens) throw resultsWouldOpen({ groups: reopened.map(({ number }) => number) })

    const groupIds = [...change.groups.keys()]
    const stored = await readRoundPart(tx, roundId, groupIds)
    const newGroups = [...change.groups].filter(([groupId, players]) => !before.groups.has(groupId) && players.length > 0)
    const machines =
      newGroups.length === 0
        ? []
        : await drawNewMachines(tx, event, {
            rounds,
            groups: newGroups.map(([, players]) => players),
            games: Math.max(1, ...round.groups.map(({ games }) => games.length)),
            seed: id,
          })
    if (machines === null) throw allMachinesOutOfOrder()
    const part = arrangeRows(round, stored, { change, byes: [...after.byes], newGroups, machines })
    await replaceRoundPart(tx, roundId, groupIds, part)
    const arrangement = { roundId, groupIds, before: stored, after: await readRoundPart(tx, roundId, groupIds) }
    if (!(await insertVoid(tx, { id, eventId, by: userId, fingerprint, arrangement: [arrangement] }))) throw eventCallIdUsed()
    // Where only the order of play changed, it is that of everybody in these groups. Who plays in a round that is held back is not in the log.
    const players = moved.length > 0 ? moved : [...change.groups.values()].flat()
    const where = { round: round.number }
    const subject: StoredLogSubject = round.held ? { kind: 'round', ...where } : { kind: 'arranged', ...where, players: [...players] }
    await insertLog(tx, { eventId, by: userId, action: 'arranged', subject, voidId: id })
    const seats = { roundId, entrantIds: reseatedPlayers(arrangement) }
    const results = reopened.filter(isComplete).map(group => ({ groupId: group.id, roundId, round: round.number }))
    return [createEventChange(eventId, { kind: 'rounds', seats, results }), ...(await updateGameScores(tx, services, groupIds))]
  }),
)

/** Returns the rows of the groups that a change leaves or makes. A group whose players are others has no result any more. */
function arrangeRows(
  round: RoundRow,
  stored: RoundPart,
  {
    change,
    byes,
    newGroups,
    machines,
  }: { change: Arrangement; byes: string[]; newGroups: readonly (readonly [string, readonly string[]])[]; machines: string[][] },
): RoundPart {
  const playersOf = (groupId: string): readonly string[] => change.groups.get(groupId)!
  const kept = stored.groups.filter(({ id }) => playersOf(id).length > 0)
  const keptIds = new Set(kept.map(({ id }) => id))
  const changedIds = new Set(
    round.groups.filter(({ id, entrantIds }) => keptIds.has(id) && !isSamePlayers(entrantIds, playersOf(id))).map(({ id }) => id),
  )
  const last = Math.max(0, ...round.groups.map(({ number }) => number))
  const games = (stored.games as { group_id: string }[]).filter(({ group_id }) => keptIds.has(group_id))
  return {
    byes,
    groups: [
      ...kept.map(group => ({ ...group, entrant_ids: [...playersOf(group.id)] })),
      ...newGroups.map(([id, players], i) => ({ id, round_id: round.id, number: last + i + 1, entrant_ids: [...players] })),
    ],
    games: [
      ...games.map(game => (changedIds.has(game.group_id) ? { ...game, ...NO_RESULT } : game)),
      ...newGroups.flatMap(([group_id], i) =>
        machines[i]!.map((machineId, game) => ({ group_id, game: game + 1, machine_id: machineId || null, ...NO_RESULT })),
      ),
    ],
  }
}
