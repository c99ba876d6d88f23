import type { AccountsApi } from '#accounts/server/api.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { pinGolfOnly } from '#events/formats/score-format.ts'
import type { EventsApi } from '#events/server/api.ts'
import { noMachine } from '#machines/contract/machines.ts'
import type { KnownMachine, MachinesApi } from '#machines/server/api.ts'
import type { ChangeLogReader } from '#platform/db/change-log/reader.ts'
import { appendChanges, type ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { Database } from '#platform/db/database.ts'
import { GroupCommit } from '#platform/db/group-commit.ts'
import { signInFirst } from '#platform/live/call-errors.ts'
import { fieldError } from '#platform/live/contract.ts'
import { fieldRule } from '#platform/text/field-rules.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { Board } from '#ranking/board.ts'
import { scoreIdUsed } from '#scores/contract/errors.ts'
import type { SubmitScoreResult } from '#scores/contract/scores.ts'
import { clampAchievedAt, isRecentEnough } from '#scores/rules.ts'
import type { PictureRef } from '#uploads/contract.ts'
import type { UploadsApi } from '#uploads/server/api.ts'
import type { VenuesApi } from '#venues/server/api.ts'
import { toScoreChange } from '../apply-score-change.ts'
import type { BoardCache } from '../boards/board-cache.ts'
import type { LiveBoard } from '../boards/live-board.ts'
import { scoreChanged } from '../changes.ts'
import { usersWithVerifiedScore } from '../moderation/review-store.ts'
import { measureOddness } from '../moderation/score-review.ts'
import { type ScoreRecord, type Submission, scoreFingerprint, submittedFields } from '../score-fields.ts'
import { insertHistory, lockActiveUser } from '../store.ts'
import { predictSubmitResults } from './predict-submit-result.ts'
import { findByIds, insertScoreRow, insertScores, isSomeLeftOut, type NewScore, type StoredSubmission } from './submit-store.ts'

export interface SubmissionsOptions {
  database: Database
  clock: Clock
  accounts: Pick<AccountsApi, 'getUser'>
  machines: Pick<MachinesApi, 'resolveMerged' | 'findMergeTarget'>
  uploads: UploadsApi
  events: EventsApi
  venues: Pick<VenuesApi, 'assertVisible'>
  boards: BoardCache
  changeLog: Pick<ChangeLogReader, 'applied' | 'catchUp'>
}

/** The upload kind of score pictures. */
export const SCORE_PICTURE = 'scorePicUpload'

/** A submitted score that waits to be written, before its result is known. */
interface ScoreToWrite extends Omit<NewScore, 'answer'> {
  picture: PictureRef | null
  eventId: string | null
  venueId: string | null
  strokes: number | null
  /** who made the kiosk at which it was entered */
  kioskBy: string | null
}
type SubmitSuccess = { answer: SubmitScoreResult; changes: ChangeLogEntry[] }
type Outcome = SubmitSuccess | { refused: DdpError }

/** Writes new scores. Scores that arrive while a statement is running are written together by the next one. */
export class Submissions {
  readonly #options: SubmissionsOptions
  readonly #groupCommit: GroupCommit<ScoreToWrite, Outcome>
  /** Scores that are written but may not be applied to the boards yet, with their numbers in the change log. */
  #inFlight: { n: number; score: ScoreRecord }[] = []

  constructor(options: SubmissionsOptions) {
    this.#options = options
    this.#groupCommit = new GroupCommit(items => this.#write(items, isPlain))
  }

  /** Resolves when all scores submitted so far have their results. */
  idle(): Promise<void> {
    return this.#groupCommit.idle()
  }

  /**
   * @param kioskBy who made the kiosk at which the score was entered; null: its player has submitted it
   * @returns the result, and the change-log entries that are already committed; the caller publishes them
   * @throws DdpError 400, 404, 409 as scores.submit lists them; 401 if the account has been deleted
   */
  async submit(userId: string, given: Submission, kioskBy: string | null = null): Promise<SubmitSuccess> {
    const { database, accounts, machines, events, venues, clock, changeLog } = this.#options
    const now = clock.now()
    const achievedAt = clampAchievedAt(given.achievedAt?.getTime(), now)
    if (achievedAt === null) throw fieldError('achievedAt', fieldRule('past', 'must not lie in the future'))
    if (given.strokes !== undefined && given.eventId === undefined) throw fieldError('strokes', pinGolfOnly)
    const user = await accounts.getUser(userId)
    if (user === null) throw signInFirst()
    // What is played in an event is played where the event takes place. The director has chosen the venue, so that the player need not see it.
    const eventVenueId =
      given.venueId === undefined && given.eventId !== undefined ? await events.venueOf(database.db, given.eventId) : null
    const toPending = (machine: KnownMachine): ScoreToWrite => ({
      id: given._id,
      userId,
      username: user.username,
      displayName: user.displayName,
      machineId: machine.machineId,
      machineName: machine.name,
      ...submittedFields(given),
      venueId: given.venueId ?? eventVenueId,
      achievedAt,
      windowed: isRecentEnough(achievedAt, now),
      picture: given.picture ?? null,
      kioskBy,
      fingerprint: scoreFingerprint(given),
    })
    if (given.venueId !== undefined) {
      try {
        await venues.assertVisible(given.venueId, userId)
      } catch (error) {
        // The venue was there when the score was sent for the first time.
        const stored = (await findByIds(database.db, [given._id])).get(given._id)
        const answered = stored === undefined ? null : replayResult({ id: given._id, userId, fingerprint: scoreFingerprint(given) }, stored)
        if (answered !== null && !('refused' in answered)) return answered
        throw error
      }
    }
    for (let { machineId } = given; ; ) {
      const machine = await machines.resolveMerged(machineId)
      if (machine === null) throw noMachine()
      const outcome = await this.#groupCommit.add(toPending(machine))
      if (!('refused' in outcome)) return outcome
      const into = await machines.findMergeTarget(machine.machineId)
      if (into === null) throw outcome.refused
      // The machine was merged into another one while the score waited. Once the boards include the merge, the score is written there.
      await changeLog.catchUp()
      machineId = into
    }
  }

  /** Returns where a score would put its player, as the boards are now. Times in ms. */
  async predict(score: Pick<ScoreToWrite, 'id' | 'userId' | 'machineId' | 'value' | 'achievedAt'>): Promise<SubmitScoreResult> {
    const { boards } = this.#options
    const { board } = await boards.get({ machineId: score.machineId, window: 'all', verifiedOnly: false })
    const [answer] = predictSubmitResults(
      [score],
      () => board.board,
      this.#inFlight.map(each => each.score),
    )
    return answer!
  }

  /** Writes the scores of which `isInGroup` is true in one statement, and each of the others by itself. */
  async #write(items: ScoreToWrite[], isInGroup: (item: ScoreToWrite) => boolean): Promise<Outcome[]> {
    const outcomes = new Map<ScoreToWrite, Outcome>()
    const plainItems = items.filter(isInGroup)
    if (plainItems.length > 0)
      for (const [i, outcome] of (await this.#writePlain(plainItems)).entries()) outcomes.set(plainItems[i]!, outcome)
    for (const item of items) if (!outcomes.has(item)) outcomes.set(item, await this.#writeWithDetails(item))
    return items.map(item => outcomes.get(item)!)
  }

  /** Writes a group in one statement. Each score gets its own outcome. */
  async #writePlain(items: ScoreToWrite[]): Promise<Outcome[]> {
    const { database } = this.#options
    const { predict, oddnessById } = await this.#createPredictor(items)
    if (oddnessById.size > 0) return this.#write(items, ({ id }) => !oddnessById.has(id))
    const firstById = new Map<string, ScoreToWrite>()
    for (const item of items) if (!firstById.has(item.id)) firstById.set(item.id, item)
    const distinct = [...firstById.values()]
    const answers = predict(distinct)
    let entries: ChangeLogEntry[]
    try {
      entries = await insertScores(
        database.db,
        distinct.map(item => ({ ...item, answer: answers.get(item.id)! })),
        true,
      )
    } catch (error) {
      if (!isSomeLeftOut(error)) throw error
      // The results took scores into account that were written before, or whose player or machine is gone.
      const stored = await findByIds(database.db, [...firstById.keys()])
      if (stored.size === 0) throw error
      const rest = items.filter(({ id }) => !stored.has(id))
      const outcomes = new Map((await this.#writePlain(rest)).map((outcome, i) => [rest[i]!, outcome]))
      return items.map(item => outcomes.get(item) ?? replayResult(item, stored.get(item.id)!))
    }
    const written = new Map(entries.map(entry => [scoreChanged.bodyOf(entry).score.id, entry]))
    this.#trackInFlight(entries)
    const stored = written.size < items.length ? await findByIds(database.db, [...firstById.keys()]) : null
    return items.map(item => {
      const entry = written.get(item.id)
      if (entry !== undefined && firstById.get(item.id) === item) return { answer: answers.get(item.id)!, changes: [entry] }
      return stored?.has(item.id) ? replayResult(item, stored.get(item.id)!) : { refused: signInFirst() }
    })
  }

  /**
   * Writes a score with a picture or an event, of a kiosk, or one that is under review, in a transaction of its own, so that all parts are written or
   * none.
   */
  async #writeWithDetails(item: ScoreToWrite): Promise<Outcome> {
    const { database, uploads, events } = this.#options
    const { id, userId, picture, eventId, machineId, value, strokes, kioskBy, achievedAt: at } = item
    const { predict, oddnessById, boardOf } = await this.#createPredictor([item])
    const oddness = oddnessById.get(id) ?? 0
    const answer = oddness > 0 ? answerWithout(item, boardOf(machineId)) : predict([item]).get(id)!
    try {
      const entries = await database.transaction(async tx => {
        await lockActiveUser(tx, userId)
        const upload = picture === null ? null : await uploads.reserve(tx, SCORE_PICTURE, picture, userId)
        const eventChanges =
          eventId === null
            ? []
            : await events.recordScore(tx, userId, {
                id,
                eventId,
                machineId,
                value,
                strokes: strokes ?? undefined,
                at,
                pending: oddness > 0,
              })
        if (upload !== null) await uploads.attach(tx, upload, id)
        if (oddness > 0) {
          const score = await insertScoreRow(tx, { ...item, answer }, oddness)
          if (score === null) throw scoreIdUsed()
          if (kioskBy !== null) await insertHistory(tx, { id: uuidv7(), scoreId: id, by: kioskBy, action: 'entered', changes: {} })
          return appendChanges(tx, [toScoreChange({ op: 'held', score }), ...eventChanges])
        }
        const written = await insertScores(tx, [{ ...item, answer }])
        if (written.length === 0) throw scoreIdUsed()
        if (kioskBy !== null) await insertHistory(tx, { id: uuidv7(), scoreId: id, by: kioskBy, action: 'entered', changes: {} })
        return [...written, ...(await appendChanges(tx, eventChanges))]
      })
      if (oddness === 0) this.#trackInFlight(entries.slice(0, 1))
      if (picture !== null) uploads.kick()
      return { answer, changes: entries }
    } catch (error) {
      if (!(error instanceof DdpError)) throw error
      const stored = (await findByIds(database.db, [item.id])).get(item.id)
      return stored === undefined ? { refused: error } : replayResult(item, stored)
    }
  }

  /** `oddnessById`: the scores among the items that are under review, with their oddness (percent). */
  async #createPredictor(items: readonly ScoreToWrite[]): Promise<{
    predict(scores: ScoreToWrite[]): Map<string, SubmitScoreResult>
    boardOf(machineId: string): Board
    oddnessById: ReadonlyMap<string, number>
  }> {
    const { boards, changeLog } = this.#options
    const machineIds = [...new Set(items.map(item => item.machineId))]
    const load = async (machineId: string): Promise<[string, LiveBoard]> => {
      const { board } = await boards.get({ machineId, window: 'all', verifiedOnly: false })
      return [machineId, board]
    }
    const boardsById = new Map(await Promise.all(machineIds.map(load)))
    const appliedPosition = changeLog.applied
    this.#inFlight = this.#inFlight.filter(({ n }) => n > appliedPosition)
    const inFlight = this.#inFlight.map(({ score }) => score)
    const boardOf = (machineId: string): Board => boardsById.get(machineId)!.board
    return {
      predict: scores => new Map(predictSubmitResults(scores, boardOf, inFlight).map(answer => [answer.scoreId, answer])),
      boardOf,
      oddnessById: await this.#findUnderReview(items, boardOf),
    }
  }

  /** The scores that are under review: far outside their machine's, by players without a verified score. */
  async #findUnderReview(items: readonly ScoreToWrite[], boardOf: (machineId: string) => Board): Promise<Map<string, number>> {
    const oddness = new Map<string, number>()
    for (const { id, value, machineId } of items) {
      const percent = measureOddness(value, boardOf(machineId))
      if (percent > 0) oddness.set(id, percent)
    }
    if (oddness.size === 0) return oddness
    const userIds = items.filter(({ id }) => oddness.has(id)).map(({ userId }) => userId)
    const trusted = await usersWithVerifiedScore(this.#options.database.db, userIds)
    for (const { id, userId } of items) if (trusted.has(userId)) oddness.delete(id)
    return oddness
  }

  #trackInFlight(entries: readonly ChangeLogEntry[]): void {
    for (const entry of entries) this.#inFlight.push({ n: entry.n, score: scoreChanged.bodyOf(entry).score })
  }
}

/** The result of a score that is under review: what the boards have without it. A player who is on no board would be the last. */
function answerWithout({ id, userId }: ScoreToWrite, board: Board): SubmitScoreResult {
  const place = board.place(userId)
  const { rank = board.players + 1, value: previousBest = null } = place ?? {}
  return { scoreId: id, rank, players: board.players, personalBest: false, previousBest, underReview: true }
}

const isPlain = ({ picture, eventId, kioskBy }: ScoreToWrite): boolean => picture === null && eventId === null && kioskBy === null

/** The outcome for an id that is already used: the stored result if this is the same submission resent, otherwise a 409 error. */
function replayResult(item: Pick<ScoreToWrite, 'id' | 'userId' | 'fingerprint'>, stored: StoredSubmission): Outcome {
  if (stored.userId !== item.userId || stored.fingerprint !== item.fingerprint) return { refused: scoreIdUsed() }
  const { rank, players, personalBest, previousBest, underReview } = stored.answer
  return { answer: { scoreId: item.id, rank, players, personalBest, previousBest, ...(underReview ? { underReview } : {}) }, changes: [] }
}
