import { createHash } from 'node:crypto'
import type { Clock } from '../../../ddp/timing/clock.ts'
import { DdpError } from '../../../ddp/wire/error.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { FeedEntry } from '../../../platform/db/feed/write.ts'
import { GroupCommit } from '../../../platform/db/group-commit.ts'
import { uuidv7 } from '../../../platform/id.ts'
import type { AccountsDoor } from '../../accounts/server/door.ts'
import type { MachinesDoor } from '../../machines/server/door.ts'
import type { SubmitAnswer } from '../contract.ts'
import { correctable, countsInWindows, effectiveAchievedAt } from '../rules.ts'
import type { Boards } from './boards.ts'
import { expectedAnswers } from './expected.ts'
import { moderates, NO_SCORE } from './moderation.ts'
import type { ScoreChange, ScoreNews } from './news.ts'
import { settle, zero } from './settle.ts'
import * as store from './store.ts'
import { insertScores, knownScores, type NewScore, updateAnswers } from './submit-store.ts'

export interface Submission {
  _id: string
  machineId: string
  value: number
  achievedAt?: Date | undefined
  eventId?: string | undefined
  strokes?: number | undefined
  comment?: string | undefined
  picture?: { key: string } | undefined
  location?: string | undefined
}

export interface Correction {
  scoreId: string
  value?: number | undefined
  strokes?: number | undefined
  comment?: string | undefined
  picture?: { key: string } | null | undefined
}

type Prepared = Omit<NewScore, 'answer'>
type Outcome = { answer: SubmitAnswer; news: FeedEntry[] } | { refused: DdpError }

export interface ScoresOptions {
  database: Database
  clock: Clock
  accounts: Pick<AccountsDoor, 'person'>
  machines: MachinesDoor
  boards: Boards
  /** the feed's number up to which the boards have heard */
  applied(): number
}

/** The verbs of scores. What they return is committed; its news is for the caller to tell. */
export class ScoresService {
  readonly #options: ScoresOptions
  readonly #submits: GroupCommit<Prepared, Outcome>
  /** Written, but perhaps not on the boards yet. */
  #ahead: { n: number; score: ScoreNews }[] = []

  constructor(options: ScoresOptions) {
    this.#options = options
    this.#submits = new GroupCommit(items => this.#write(items))
  }

  /** Resolves when everything submitted so far is answered. */
  idle(): Promise<void> {
    return this.#submits.idle()
  }

  /** @throws DdpError 400, 404, 409 as scores.submit lists them */
  async submit(userId: string, given: Submission): Promise<{ answer: SubmitAnswer; news: FeedEntry[] }> {
    const { accounts, machines, clock } = this.#options
    const now = clock.now()
    const achievedAt = effectiveAchievedAt(given.achievedAt?.getTime(), now)
    if (achievedAt === null) throw invalid('achievedAt', 'must not lie in the future')
    if (given.eventId !== undefined) throw new DdpError(404, 'There is no such event.')
    if (given.picture !== undefined) throw new DdpError(404, 'There is no such picture.')
    if (given.strokes !== undefined) throw invalid('strokes', 'belongs to pin-golf events only')
    const [person, machine] = [await accounts.person(userId), await machines.machine(given.machineId)]
    if (person === null) throw new DdpError(401, 'Please sign in first.')
    if (machine === null) throw new DdpError(404, 'There is no such machine.')
    const outcome = await this.#submits.add({
      id: given._id,
      userId,
      username: person.username,
      displayName: person.displayName,
      machineId: given.machineId,
      machineName: machine.name,
      value: given.value,
      achievedAt,
      windowed: countsInWindows(achievedAt, now),
      comment: given.comment || null,
      location: given.location || null,
      fingerprint: fingerprint(given),
    })
    if ('refused' in outcome) throw outcome.refused
    return outcome
  }

  /** @throws DdpError 403, 404 as scores.edit lists them */
  async edit(userId: string, { scoreId, value, strokes, comment, picture }: Correction): Promise<FeedEntry[]> {
    const { database, clock } = this.#options
    const moderator = await moderates(this.#options.accounts, userId)
    if (strokes !== undefined) throw invalid('strokes', 'belongs to pin-golf events only')
    if (picture) throw new DdpError(404, 'There is no such picture.')
    return database.transaction(async tx => {
      await store.holdUser(tx, userId)
      const score = await store.lockScore(tx, scoreId)
      if (score === null) throw new DdpError(404, NO_SCORE)
      if (!moderator && score.userId !== userId) throw new DdpError(403, 'Only its player may correct a score.')
      if (!moderator && !correctable(score.status, score.createdAt, clock.now()))
        throw new DdpError(403, 'A score can be corrected for 24 hours, until somebody has verified it.')
      const after: ScoreNews = { ...score, value: value ?? score.value, comment: comment === undefined ? score.comment : comment || null }
      const changes: Record<string, [unknown, unknown]> = {}
      if (after.value !== score.value) changes.value = [score.value, after.value]
      if (after.comment !== score.comment) changes.comment = [score.comment, after.comment]
      if (Object.keys(changes).length === 0) return []
      after.version = score.version + 1
      await store.updateScore(tx, after)
      await store.insertHistory(tx, { id: uuidv7(), scoreId, by: userId, action: 'edited', changes })
      const counted = score.status === 'rejected' ? 0 : 1
      return settle(tx, { op: 'edited', score: after }, { scores: 0, zeros: counted * (zero(after.value) - zero(score.value)) })
    })
  }

  /** @throws DdpError 403, 404 as scores.remove lists them. Removing one's own again changes nothing. */
  async remove(userId: string, scoreId: string): Promise<FeedEntry[]> {
    const { database } = this.#options
    const moderator = await moderates(this.#options.accounts, userId)
    return database.transaction(async tx => {
      const score = await store.lockScore(tx, scoreId)
      if (score === null) {
        if (await store.isOwnTombstone(tx, scoreId, userId)) return []
        throw new DdpError(404, NO_SCORE)
      }
      if (!moderator && score.userId !== userId) throw new DdpError(403, 'Only its player may remove a score.')
      await store.removeScore(tx, scoreId)
      const counted = score.status === 'rejected' ? 0 : -1
      return settle(
        tx,
        { op: 'removed', score: { ...score, version: score.version + 1, comment: null, location: null } },
        { scores: counted, zeros: counted * zero(score.value) },
      )
    })
  }

  /** One group: all in one statement, each with its own outcome. */
  async #write(items: Prepared[]): Promise<Outcome[]> {
    const { boards, database } = this.#options
    const machineIds = [...new Set(items.map(item => item.machineId))]
    const loaded = new Map(
      await Promise.all(
        machineIds.map(
          async machineId =>
            [machineId, (await boards.current({ machineId, groupId: null, window: 'all', verifiedOnly: false })).loaded] as const,
        ),
      ),
    )
    const applied = this.#options.applied()
    this.#ahead = this.#ahead.filter(({ n }) => n > applied)
    const ahead = this.#ahead.map(({ score }) => score)
    const answersFor = (scores: Prepared[]): Map<string, SubmitAnswer> =>
      new Map(expectedAnswers(scores, machineId => loaded.get(machineId)!.board, ahead).map(answer => [answer.scoreId, answer]))
    const first = new Map<string, Prepared>()
    for (const item of items) if (!first.has(item.id)) first.set(item.id, item)
    const distinct = [...first.values()]
    let answers = answersFor(distinct)
    const entries = await insertScores(
      database.db,
      distinct.map(item => ({ ...item, answer: answers.get(item.id)! })),
    )
    const written = new Map(entries.map(entry => [(entry.body as ScoreChange).score.id, entry]))
    if (written.size < distinct.length && written.size > 0) {
      // An id that was used before raises nobody: who stood in one group with it is answered without it.
      answers = answersFor(distinct.filter(item => written.has(item.id)))
      await updateAnswers(database.db, [...answers.values()])
    }
    for (const { n, body } of entries) this.#ahead.push({ n, score: (body as ScoreChange).score })
    const known = written.size < items.length ? await knownScores(database.db, [...first.keys()]) : null
    return items.map(item => {
      const entry = written.get(item.id)
      if (entry !== undefined && first.get(item.id) === item) return { answer: answers.get(item.id)!, news: [entry] }
      const before = known?.get(item.id)
      if (before === undefined) return { refused: new DdpError(401, 'Please sign in first.') }
      if (before.userId !== item.userId || before.fingerprint !== item.fingerprint)
        return { refused: new DdpError(409, 'This id was used for another score.') }
      const { scoreId, rank, players, personalBest, previousBest } = before.answer
      return { answer: { scoreId, rank, players, personalBest, previousBest }, news: [] }
    })
  }
}

const invalid = (path: string, message: string): DdpError => new DdpError(400, `${path} ${message}.`, [{ path, message }])

/** The same for the same values, whichever of their spellings came. */
function fingerprint({ machineId, value, achievedAt, comment, location }: Submission): string {
  return createHash('sha256')
    .update(JSON.stringify([machineId, value, achievedAt?.getTime() ?? null, comment || null, location || null]))
    .digest('base64')
}
