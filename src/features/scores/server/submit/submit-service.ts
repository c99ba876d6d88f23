import type { Clock } from '../../../../ddp/timing/clock.ts'
import { DdpError } from '../../../../ddp/wire/error.ts'
import type { ChangeLogReader } from '../../../../platform/db/change-log/reader.ts'
import { appendChanges, type ChangeLogEntry } from '../../../../platform/db/change-log/write.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { GroupCommit } from '../../../../platform/db/group-commit.ts'
import { fieldError } from '../../../../platform/live/contract.ts'
import { codedError } from '../../../../platform/live/error-code.ts'
import type { AccountsApi } from '../../../accounts/server/api.ts'
import type { EventsApi } from '../../../events/server/api.ts'
import type { KnownMachine, MachinesApi } from '../../../machines/server/api.ts'
import type { PictureRef } from '../../../uploads/contract.ts'
import type { UploadsApi } from '../../../uploads/server/api.ts'
import type { SubmitAnswer } from '../../contract/scores.ts'
import { clampAchievedAt, isRecentEnough } from '../../rules.ts'
import type { BoardCache } from '../boards/board-cache.ts'
import type { LiveBoard } from '../boards/live-board.ts'
import { scoreChanged } from '../score-changes.ts'
import { type ScoreRecord, type Submission, scoreFingerprint, submittedFields } from '../score-fields.ts'
import { lockActiveUser } from '../store.ts'
import { predictSubmitResults } from './predict-submit-result.ts'
import { findByIds, insertScores, type NewScore, updateStoredResults } from './submit-store.ts'

type PendingScore = Omit<NewScore, 'answer'> & { picture: PictureRef | null; eventId: string | null; strokes: number | null }
type SubmitSuccess = { answer: SubmitAnswer; changes: ChangeLogEntry[] }
type Outcome = SubmitSuccess | { refused: DdpError }

export interface SubmitServiceOptions {
  database: Database
  clock: Clock
  accounts: Pick<AccountsApi, 'person'>
  machines: Pick<MachinesApi, 'resolveMerged' | 'mergedInto'>
  uploads: UploadsApi
  events: EventsApi
  boards: BoardCache
  feed: Pick<ChangeLogReader, 'applied' | 'catchUp'>
}

/** The upload kind of score pictures. */
export const SCORE_PICTURE = 'scorePicUpload'

const notSignedIn = (): DdpError => new DdpError(401, 'Please sign in first.')

/** Writes new scores. Scores that arrive while a statement is running are written together by the next one. */
export class SubmitService {
  readonly #options: SubmitServiceOptions
  readonly #groupCommit: GroupCommit<PendingScore, Outcome>
  /** Scores that are written but may not be applied to the boards yet, with their numbers in the change log. */
  #inFlight: { n: number; score: ScoreRecord }[] = []

  constructor(options: SubmitServiceOptions) {
    this.#options = options
    this.#groupCommit = new GroupCommit(items => this.#write(items))
  }

  /** Resolves when all scores submitted so far have their results. */
  idle(): Promise<void> {
    return this.#groupCommit.idle()
  }

  /**
   * @returns the result, and the change-log entries that are already committed; the caller publishes them
   * @throws DdpError 400, 404, 409 as scores.submit lists them; 401 if the account has been deleted
   */
  async submit(userId: string, given: Submission): Promise<SubmitSuccess> {
    const { accounts, machines, clock, feed } = this.#options
    const now = clock.now()
    const achievedAt = clampAchievedAt(given.achievedAt?.getTime(), now)
    if (achievedAt === null) throw fieldError('achievedAt', 'must not lie in the future')
    if (given.strokes !== undefined && given.eventId === undefined) throw fieldError('strokes', 'belongs to pin-golf events only')
    const user = await accounts.person(userId)
    if (user === null) throw notSignedIn()
    const toPending = (machine: KnownMachine): PendingScore => ({
      id: given._id,
      userId,
      username: user.username,
      displayName: user.displayName,
      machineId: machine.machineId,
      machineName: machine.name,
      ...submittedFields(given),
      achievedAt,
      windowed: isRecentEnough(achievedAt, now),
      picture: given.picture ?? null,
      fingerprint: scoreFingerprint(given),
    })
    for (let { machineId } = given; ; ) {
      const machine = await machines.resolveMerged(machineId)
      if (machine === null) throw new DdpError(404, 'There is no such machine.')
      const outcome = await this.#groupCommit.add(toPending(machine))
      if (!('refused' in outcome)) return outcome
      const into = await machines.mergedInto(machine.machineId)
      if (into === null) throw outcome.refused
      // The machine was merged into another one while the score waited. Once the boards include the merge, the score is written there.
      await feed.catchUp()
      machineId = into
    }
  }

  async #write(items: PendingScore[]): Promise<Outcome[]> {
    const outcomes = new Map<PendingScore, Outcome>()
    const plainItems = items.filter(isPlain)
    if (plainItems.length > 0)
      for (const [i, outcome] of (await this.#writePlain(plainItems)).entries()) outcomes.set(plainItems[i]!, outcome)
    for (const item of items) if (!isPlain(item)) outcomes.set(item, await this.#writeWithDetails(item))
    return items.map(item => outcomes.get(item)!)
  }

  /** Writes a group in one statement. Each score gets its own outcome. */
  async #writePlain(items: PendingScore[]): Promise<Outcome[]> {
    const { database } = this.#options
    const predict = await this.#createPredictor(items)
    const firstById = new Map<string, PendingScore>()
    for (const item of items) if (!firstById.has(item.id)) firstById.set(item.id, item)
    const distinct = [...firstById.values()]
    let answers = predict(distinct)
    const entries = await insertScores(
      database.db,
      distinct.map(item => ({ ...item, answer: answers.get(item.id)! })),
    )
    const written = new Map(entries.map(entry => [scoreChanged.bodyOf(entry).score.id, entry]))
    if (written.size < distinct.length && written.size > 0) {
      // A score whose id was already used is not written, so the results of the others in the group are computed again without it.
      answers = predict(distinct.filter(item => written.has(item.id)))
      await updateStoredResults(database.db, [...answers.values()])
    }
    this.#trackInFlight(entries)
    const stored = written.size < items.length ? await findByIds(database.db, [...firstById.keys()]) : null
    return items.map(item => {
      const entry = written.get(item.id)
      if (entry !== undefined && firstById.get(item.id) === item) return { answer: answers.get(item.id)!, changes: [entry] }
      return stored?.has(item.id) ? replayResult(item, stored.get(item.id)!) : { refused: notSignedIn() }
    })
  }

  /** Writes a score with a picture or an event in a transaction of its own, so that all parts are written or none. */
  async #writeWithDetails(item: PendingScore): Promise<Outcome> {
    const { database, uploads, events } = this.#options
    const { id, userId, picture, eventId, machineId, value, strokes, achievedAt: at } = item
    const answer = (await this.#createPredictor([item]))([item]).get(item.id)!
    try {
      const entries = await database.transaction(async tx => {
        await lockActiveUser(tx, userId)
        const upload = picture === null ? null : await uploads.reserve(tx, SCORE_PICTURE, picture, userId)
        const eventChanges =
          eventId === null ? [] : await events.recordScore(tx, userId, { id, eventId, machineId, value, strokes: strokes ?? undefined, at })
        if (upload !== null) await uploads.attach(tx, upload, id)
        const written = await insertScores(tx, [{ ...item, answer }])
        if (written.length === 0) throw codedError(409, 'This id was used for another score.', 'id-used')
        return [...written, ...(await appendChanges(tx, eventChanges))]
      })
      this.#trackInFlight(entries.slice(0, 1))
      if (picture !== null) uploads.kick()
      return { answer, changes: entries }
    } catch (error) {
      if (!(error instanceof DdpError)) throw error
      const stored = (await findByIds(database.db, [item.id])).get(item.id)
      return stored === undefined ? { refused: error } : replayResult(item, stored)
    }
  }

  async #createPredictor(items: readonly PendingScore[]): Promise<(scores: PendingScore[]) => Map<string, SubmitAnswer>> {
    const { boards, feed } = this.#options
    const machineIds = [...new Set(items.map(item => item.machineId))]
    const load = async (machineId: string): Promise<[string, LiveBoard]> => {
      const { board } = await boards.get({ machineId, window: 'all', verifiedOnly: false })
      return [machineId, board]
    }
    const boardsById = new Map(await Promise.all(machineIds.map(load)))
    const appliedPosition = feed.applied
    this.#inFlight = this.#inFlight.filter(({ n }) => n > appliedPosition)
    const inFlight = this.#inFlight.map(({ score }) => score)
    return scores =>
      new Map(predictSubmitResults(scores, machineId => boardsById.get(machineId)!.board, inFlight).map(answer => [answer.scoreId, answer]))
  }

  #trackInFlight(entries: readonly ChangeLogEntry[]): void {
    for (const entry of entries) this.#inFlight.push({ n: entry.n, score: scoreChanged.bodyOf(entry).score })
  }
}

const isPlain = ({ picture, eventId }: PendingScore): boolean => picture === null && eventId === null

/** The outcome for an id that is already used: the stored result if this is the same submission resent, otherwise a 409 error. */
function replayResult(item: PendingScore, stored: { userId: string; fingerprint: string; answer: SubmitAnswer }): Outcome {
  if (stored.userId !== item.userId || stored.fingerprint !== item.fingerprint)
    return { refused: codedError(409, 'This id was used for another score.', 'id-used') }
  const { scoreId, rank, players, personalBest, previousBest } = stored.answer
  return { answer: { scoreId, rank, players, personalBest, previousBest }, changes: [] }
}
