import * as v from 'valibot'
import { defineMethod } from '#platform/live/contract.ts'
import { MINUTE, perAddress } from '#platform/live/rates.ts'
import { id, integer, strictObject, text, timestamp } from '#platform/live/schemas.ts'
import { atMostItems, fieldRule, mustBeList, mustBeOneOf, mustNotBeEmpty } from '#platform/text/field-rules.ts'
import { MAX_VALUE } from '#scores/rules.ts'
import { noMachineInVenue } from '#venues/contract.ts'
import { REPORTED_DOUBTS } from '../rules/doubts.ts'
import { MAX_PLAYS, MAX_STATIONS } from '../rules/limits.ts'
import { noStation, notAReporter, reportedGameIdUsed, reporterKeyUnknown } from './errors.ts'

/* Our addition: what reporters say about the games of a venue's stations. */

/** The secret of a key with the scope `report`. Over HTTP it stands in the header `Authorization` and is left out here. */
const key = v.optional(text(1, 200))

/** A machine board as its reporter knows it. `id`: its own one, of any kind; `name`: what it says that it is */
const machineBoard = strictObject({ id: text(1, 64), name: v.optional(text(0, 80)) })

/** What one player has scored. `player`: 1 for who began; left out: not known */
const play = strictObject({
  score: integer(1, MAX_VALUE),
  initials: v.optional(text(0, 16)),
  name: v.optional(text(0, 60)),
  player: v.optional(integer(1, MAX_PLAYS)),
})

const differentPlayers = fieldRule('duplicate', 'must not name a player twice')

/**
 * Our addition: reports a game of a station. The same `id` again is the same game: it may add initials and players that were missing, and
 * changes nothing else; with other scores, or of another station, it is refused. `station` may be one that was removed, if another one has
 * taken over its machine. Exactly one of `station`, `machine` and `board` says where it was played; a machine has to stand in the venue of the
 * key. Games of a board that belongs to no station are not kept. `state`: `playing`: it goes on, and is shown as it is now.
 * @returns `reportedGameId`: null: nothing was kept
 */
export const stationsReport = defineMethod<{ reportedGameId: string | null }>()(
  'stations.report',
  v.pipe(
    strictObject({
      key,
      id: text(1, 100),
      station: v.optional(id),
      machine: v.optional(id),
      board: v.optional(machineBoard),
      plays: v.pipe(
        v.array(play, mustBeList()),
        v.minLength(1, mustNotBeEmpty()),
        v.maxLength(MAX_PLAYS, atMostItems(MAX_PLAYS)),
        v.check(plays => {
          const players = plays.flatMap(({ player }) => player ?? [])
          return new Set(players).size === players.length
        }, differentPlayers),
      ),
      /** the sender's time when it sends this, by which the other two are corrected if its clock is wrong; left out: it is right */
      sentAt: v.optional(timestamp),
      /** when it ended; left out: now */
      endedAt: v.optional(timestamp),
      /** when it began; left out: not known */
      startedAt: v.optional(timestamp),
      state: v.optional(v.picklist(['playing', 'ended'], mustBeOneOf(['playing', 'ended']))),
      doubts: v.optional(
        v.pipe(
          v.array(v.picklist(REPORTED_DOUBTS, mustBeOneOf(REPORTED_DOUBTS)), mustBeList()),
          v.maxLength(REPORTED_DOUBTS.length, atMostItems(REPORTED_DOUBTS.length)),
        ),
      ),
    }),
    v.forward(
      v.check(
        ({ station, machine, board }) => [station, machine, board].filter(each => each !== undefined).length === 1,
        fieldRule('one-place', 'must come alone: it, machine or board'),
      ),
      ['station'],
    ),
  ),
  {
    example: { id: 'game-1', station: '01981d8a-4a4f-7c3e-9d1b-2f6a1c0e5b77', plays: [{ score: 12_345_670, initials: 'ABC', player: 1 }] },
    access: 'reporter of the venue',
    rates: [perAddress(1200, MINUTE)],
    errors: [reporterKeyUnknown, notAReporter, noStation, noMachineInVenue, reportedGameIdUsed],
  },
)

/** How a machine board is now. `scores`: of its players, the first one first; null: the board does not answer any more */
const boardState = strictObject({
  id: text(1, 64),
  name: v.optional(text(0, 80)),
  game: v.nullable(
    strictObject({
      playing: v.boolean(),
      /** 0: not known */
      ball: integer(0, 9),
      /** who is up, 1 for who began; 0: not known */
      player: integer(0, MAX_PLAYS),
      scores: v.pipe(v.array(integer(0, MAX_VALUE), mustBeList()), v.maxLength(MAX_PLAYS, atMostItems(MAX_PLAYS))),
    }),
  ),
})

/**
 * Our addition: says how machine boards are now, those alone that have changed. What is shown of them is kept by nobody. A board of which
 * nothing was said for 90 seconds counts as away.
 * @returns `paired`: those of these boards that belong to a station
 */
export const stationsReportLive = defineMethod<{ paired: string[] }>()(
  'stations.reportLive',
  strictObject({ key, boards: v.pipe(v.array(boardState, mustBeList()), v.maxLength(2 * MAX_STATIONS, atMostItems(2 * MAX_STATIONS))) }),
  {
    example: {
      boards: [{ id: '4f0c12ab', name: 'Attack from Mars', game: { playing: true, ball: 2, player: 1, scores: [1_200_000, 0] } }],
    },
    access: 'reporter of the venue',
    rates: [perAddress(1200, MINUTE)],
    errors: [reporterKeyUnknown, notAReporter],
  },
)
