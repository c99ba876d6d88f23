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
import type { SubmitAnswer } from '../../contract.ts'
import { clampAchievedAt, isRecentEnough } from '../../rules.ts'
import type { BoardCache } from '../boards/board-cache.ts'
import type { LiveBoard } from '../boards/live-board.ts'
import { scoreChanged } from '../score-changes.ts'
import { type ScoreRecord, type Submission, scoreFingerprint, submittedFields } from '../score-fields.ts'
import { holdUser } from '../store.ts'
import { predictSubmitResults } from './predict-submit-result.ts'
import { insertScores, knownScores, type NewScore, updateAnswers } from './submit-store.ts'

type Prepared = Omit<NewScore, 'answer'> & { picture: PictureRef | null; eventId: string | null; strokes: number | null }
type Submitted = { answer: SubmitAnswer; news: ChangeLogEntry[] }
type Outcome = Submitted | { refused: DdpError }

export interface SubmissionsOptions {
  database: Database
  clock: Clock
  accounts: Pick<AccountsApi, 'person'>
  machines: Pick<MachinesApi, 'followed' | 'mergedInto'>
  uploads: UploadsApi
  events: EventsApi
  boards: BoardCache
  feed: Pick<ChangeLogReader, 'applied' | 'catchUp'>
}

/** The upload kind of score pictures. */
export const SCORE_PICTURE = 'scorePicUpload'

const signIn = (): DdpError => new DdpError(401, 'Please sign in first.')

/** Writes new scores. Scores that arrive while a statement is running are written together by the next one. */
export class SubmitService {
  readonly #options: SubmissionsOptions
  readonly #groups: GroupCommit<Prepared, Outcome>
  /** Scores that are written but may not be applied to the boards yet, with their numbers in the change log. */
  #ahead: { n: number; score: ScoreRecord }[] = []

  constructor(options: SubmissionsOptions) {
    this.#options = options
    this.#groups = new GroupCommit(items => this.#write(items))
  }

  /** Resolves when all scores submitted so far have their results. */
  idle(): Promise<void> {
    return this.#groups.idle()
  }

  /**
   * @returns the result, and the change-log entries that are already committed; the caller publishes them
   * @throws DdpError 400, 404, 409 as scores.submit lists them; 401 if the account has been deleted
   */
  async submit(userId: string, given: Submission): Promise<Submitted> {
    const { accounts, machines, clock, feed } = this.#options
    const now = clock.now()
    const achievedAt = clampAchievedAt(given.achievedAt?.getTime(), now)
    if (achievedAt === null) throw fieldError('achievedAt', 'must not lie in the future')
    if (given.strokes !== undefined && given.eventId === undefined) throw fieldError('strokes', 'belongs to pin-golf events only')
    const person = await accounts.person(userId)
    if (person === null) throw signIn()
    const prepared = (machine: KnownMachine): Prepared => ({
      id: given._id,
      userId,
      username: person.username,
      displayName: person.displayName,
      machineId: machine.machineId,
      machineName: machine.name,
      ...submittedFields(given),
      achievedAt,
      windowed: isRecentEnough(achievedAt, now),
      picture: given.picture ?? null,
      fingerprint: scoreFingerprint(given),
    })
    for (let { machineId } = given; ; ) {
      const machine = await machines.followed(machineId)
      if (machine === null) throw new DdpError(404, 'There is no such machine.')
      const outcome = await this.#groups.add(prepared(machine))
      if (!('refused' in outcome)) return outcome
      const into = await machines.mergedInto(machine.machineId)
      if (into === null) throw outcome.refused
      // The machine was merged into another one while the score waited. Once the boards include the merge, the score is written there.
      await feed.catchUp()
      machineId = into
    }
  }

  async #write(items: Prepared[]): Promise<Outcome[]> {
    const outcomes = new Map<Prepared, Outcome>()
    const plain = items.filter(isPlain)
    if (plain.length > 0) for (const [i, outcome] of (await this.#writeTogether(plain)).entries()) outcomes.set(plain[i]!, outcome)
    for (const item of items) if (!isPlain(item)) outcomes.set(item, await this.#writeAlone(item))
    return items.map(item => outcomes.get(item)!)
  }

  /** Writes a group in one statement. Each score gets its own outcome. */
  async #writeTogether(items: Prepared[]): Promise<Outcome[]> {
    const { database } = this.#options
    const answersFor = await this.#answers(items)
    const first = new Map<string, Prepared>()
    for (const item of items) if (!first.has(item.id)) first.set(item.id, item)
    const distinct = [...first.values()]
    let answers = answersFor(distinct)
    const entries = await insertScores(
      database.db,
      distinct.map(item => ({ ...item, answer: answers.get(item.id)! })),
    )
    const written = new Map(entries.map(entry => [scoreChanged.bodyOf(entry).score.id, entry]))
    if (written.size < distinct.length && written.size > 0) {
      // A score whose id was already used is not written, so the results of the others in the group are computed again without it.
      answers = answersFor(distinct.filter(item => written.has(item.id)))
      await updateAnswers(database.db, [...answers.values()])
    }
    this.#remember(entries)
    const known = written.size < items.length ? await knownScores(database.db, [...first.keys()]) : null
    return items.map(item => {
      const entry = written.get(item.id)
      if (entry !== undefined && first.get(item.id) === item) return { answer: answers.get(item.id)!, news: [entry] }
      return known?.has(item.id) ? sameAgain(item, known.get(item.id)!) : { refused: signIn() }
    })
  }

  /** Writes a score with a picture or an event in a transaction of its own, so that all parts are written or none. */
  async #writeAlone(item: Prepared): Promise<Outcome> {
    const { database, uploads, events } = this.#options
    const { id, userId, picture, eventId, machineId, value, strokes, achievedAt: at } = item
    const answer = (await this.#answers([item]))([item]).get(item.id)!
    try {
      const entries = await database.transaction(async tx => {
        await holdUser(tx, userId)
        const sent = picture === null ? null : await uploads.take(tx, SCORE_PICTURE, picture, userId)
        const entered =
          eventId === null ? [] : await events.score(tx, userId, { id, eventId, machineId, value, strokes: strokes ?? undefined, at })
        if (sent !== null) await uploads.attach(tx, sent, id)
        const written = await insertScores(tx, [{ ...item, answer }])
        if (written.length === 0) throw codedError(409, 'This id was used for another score.', 'id-used')
        return [...written, ...(await appendChanges(tx, entered))]
      })
      this.#remember(entries.slice(0, 1))
      if (picture !== null) uploads.work()
      return { answer, news: entries }
    } catch (error) {
      if (!(error instanceof DdpError)) throw error
      const known = (await knownScores(database.db, [item.id])).get(item.id)
      return known === undefined ? { refused: error } : sameAgain(item, known)
    }
  }

  async #answers(items: readonly Prepared[]): Promise<(scores: Prepared[]) => Map<string, SubmitAnswer>> {
    const { boards, feed } = this.#options
    const machineIds = [...new Set(items.map(item => item.machineId))]
    const load = async (machineId: string): Promise<[string, LiveBoard]> => {
      const { loaded } = await boards.current({ machineId, window: 'all', verifiedOnly: false })
      return [machineId, loaded]
    }
    const loaded = new Map(await Promise.all(machineIds.map(load)))
    const heard = feed.applied
    this.#ahead = this.#ahead.filter(({ n }) => n > heard)
    const ahead = this.#ahead.map(({ score }) => score)
    return scores =>
      new Map(predictSubmitResults(scores, machineId => loaded.get(machineId)!.board, ahead).map(answer => [answer.scoreId, answer]))
  }

  #remember(entries: readonly ChangeLogEntry[]): void {
    for (const entry of entries) this.#ahead.push({ n: entry.n, score: scoreChanged.bodyOf(entry).score })
  }
}

const isPlain = ({ picture, eventId }: Prepared): boolean => picture === null && eventId === null

/** The outcome for an id that is already used: the stored result if this is the same submission resent, otherwise a 409 error. */
function sameAgain(item: Prepared, before: { userId: string; fingerprint: string; answer: SubmitAnswer }): Outcome {
  if (before.userId !== item.userId || before.fingerprint !== item.fingerprint)
    return { refused: codedError(409, 'This id was used for another score.', 'id-used') }
  const { scoreId, rank, players, personalBest, previousBest } = before.answer
  return { answer: { scoreId, rank, players, personalBest, previousBest }, news: [] }
}
