import { DdpError } from '#ddp/wire/error.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { SubmitScoreResult } from '#scores/contract/scores.ts'
import type { ScoreRow } from './database-oracle.ts'
import type { Player } from './player.ts'
import { pickRandom } from './seeded.ts'

interface Params {
  _id: string
  machineId: string
  value: number
  achievedAt?: Date
  comment?: string
}

/** A score as its player knows it: what was sent, and what the server answered. */
export interface SubmittedScore {
  params: Params
  answer: SubmitScoreResult
  value: number
  comment: string
  removed: boolean
}

export interface SubmitterOptions {
  player: Player
  userId: string
  random: () => number
  /** error codes after which it is unknown whether the call took effect: the same call is sent again */
  ambiguousErrors?: readonly (string | number)[]
  /** ms before the same call is sent again after such an error */
  retryDelay?: number
}

/** Submits, edits, removes and repeats scores, one call after another, and remembers what was acknowledged. */
export class Submitter {
  readonly player: Player
  readonly userId: string
  readonly submitted: SubmittedScore[] = []
  /** outcomes that a correct server does not produce */
  readonly violations: string[] = []
  /** acknowledged writes */
  writes = 0
  /** calls whose answer was lost and that this class sent again */
  resends = 0
  readonly #random: () => number
  readonly #ambiguousErrors: readonly (string | number)[]
  readonly #retryDelay: number

  constructor({ player, userId, random, ambiguousErrors = [], retryDelay = 0 }: SubmitterOptions) {
    this.player = player
    this.userId = userId
    this.#random = random
    this.#ambiguousErrors = ['invocation-failed', ...ambiguousErrors]
    this.#retryDelay = retryDelay
  }

  /** Makes one call. Resolves when it is answered, over as many connections as it takes; never rejects. */
  async callRandomMethod(machineIds: readonly string[], times: readonly (Date | undefined)[]): Promise<void> {
    const randomValue = this.#random()
    const activeScores = this.submitted.filter(score => !score.removed && machineIds.includes(score.params.machineId))
    try {
      if (activeScores.length === 0 || randomValue < 0.55) await this.submit(machineIds, times)
      else if (randomValue < 0.72) await this.#edit(pickRandom(this.#random, activeScores))
      else if (randomValue < 0.84) await this.#remove(pickRandom(this.#random, activeScores))
      else if (randomValue < 0.94) await this.#repeatSubmission(pickRandom(this.#random, this.submitted))
      else await this.#reuseId(pickRandom(this.#random, this.submitted))
    } catch (error) {
      this.violations.push(error instanceof DdpError ? `${error.error} ${error.reason}` : String(error))
    }
  }

  async submit(machineIds: readonly string[], times: readonly (Date | undefined)[]): Promise<void> {
    const achievedAt = pickRandom(this.#random, times)
    const params: Params = {
      _id: uuidv7(),
      machineId: pickRandom(this.#random, machineIds),
      value: 1 + Math.floor(this.#random() * 30) * 5,
      ...(achievedAt === undefined ? {} : { achievedAt }),
      ...(this.#random() < 0.3 ? { comment: `Ball ${Math.floor(this.#random() * 5)}` } : {}),
    }
    const answer = await this.#callUntilAnswered<SubmitScoreResult>('scores.submit', params)
    this.writes++
    this.submitted.push({ params, answer, value: params.value, comment: params.comment ?? '', removed: false })
    if (answer.scoreId !== params._id) this.violations.push(`${params._id} was answered with ${answer.scoreId}`)
  }

  async #edit(score: SubmittedScore): Promise<void> {
    const value = 1 + Math.floor(this.#random() * 30) * 5
    const comment = this.#random() < 0.5 ? undefined : pickRandom(this.#random, ['', 'Again', 'Tilt'])
    await this.#callUntilAnswered('scores.edit', { scoreId: score.params._id, value, ...(comment === undefined ? {} : { comment }) })
    this.writes++
    score.value = value
    if (comment !== undefined) score.comment = comment
  }

  async #remove(score: SubmittedScore): Promise<void> {
    await this.#callUntilAnswered('scores.remove', { scoreId: score.params._id })
    this.writes++
    score.removed = true
  }

  /** Repeats a submission, which must get the same answer. */
  async #repeatSubmission({ params, answer }: SubmittedScore): Promise<void> {
    const repeatedAnswer = await this.#callUntilAnswered<SubmitScoreResult>('scores.submit', params)
    if (JSON.stringify(repeatedAnswer) !== JSON.stringify(answer))
      this.violations.push(`${params._id} heard ${JSON.stringify(answer)}, then ${JSON.stringify(repeatedAnswer)}`)
  }

  /** Submits another value under a known id, which must be refused. */
  async #reuseId({ params }: SubmittedScore): Promise<void> {
    const outcome = await this.#callUntilAnswered('scores.submit', { ...params, value: params.value + 1 }).catch((error: unknown) => error)
    if (!(outcome instanceof DdpError) || outcome.error !== 409)
      this.violations.push(`${params._id} was taken twice: ${JSON.stringify(outcome)}`)
  }

  /** Half of the calls are resent by the client, the other half by this loop when the client reports that the answer was lost. */
  async #callUntilAnswered<T>(name: string, input: object): Promise<T> {
    const noRetry = this.#random() < 0.5
    for (;;) {
      try {
        return (await this.player.client.call(name, [input as never], { noRetry })) as T
      } catch (error) {
        if (!(error instanceof DdpError) || !this.#ambiguousErrors.includes(error.error)) throw error
        this.resends++
        if (this.#retryDelay > 0) await new Promise(resolve => setTimeout(resolve, this.#retryDelay))
      }
    }
  }
}

/** Lists the differences between the scores table and what the submitters were promised. */
export function findLostWrites(submitters: readonly Submitter[], scores: readonly ScoreRow[]): string[] {
  const rows = new Map(scores.map(row => [row.id, row]))
  const acknowledged = submitters.flatMap(({ submitted, userId }) => submitted.map(score => ({ ...score, userId })))
  return acknowledged.flatMap(({ params, value, comment, removed, userId }) => {
    const row = rows.get(params._id)
    if (row === undefined) return [`${params._id} was acknowledged and is gone`]
    if (row.removed !== removed) return [`${row.id} should ${removed ? '' : 'not '}be removed`]
    if (row.userId !== userId || row.machineId !== params.machineId || row.value !== value || (!removed && (row.comment ?? '') !== comment))
      return [`${row.id} is ${JSON.stringify(row)}, but ${value} "${comment}" was acknowledged`]
    return []
  })
}
