import { DdpError } from '../../src/ddp/wire/error.ts'
import type { SubmitAnswer } from '../../src/features/scores/contract.ts'
import { uuidv7 } from '../../src/platform/uuid.ts'
import type { Player } from './player.ts'
import { pick } from './seeded.ts'
import type { ScoreRow } from './truth.ts'

interface Params {
  _id: string
  machineId: string
  value: number
  achievedAt?: Date
  comment?: string
}

/** A score as its player knows it: what was sent, and what the server answered. */
export interface Own {
  params: Params
  answer: SubmitAnswer
  value: number
  comment: string
  removed: boolean
}

export interface SubmitterOptions {
  player: Player
  userId: string
  random: () => number
  /** error codes after which it is unknown whether the call took effect: the same call is sent again */
  unsure?: readonly (string | number)[]
  /** ms before the same call is sent again after such an error */
  pause?: number
}

/** Submits, edits, removes and repeats scores, one call after another, and remembers what was acknowledged. */
export class Submitter {
  readonly player: Player
  readonly userId: string
  readonly own: Own[] = []
  /** outcomes that a correct server does not produce */
  readonly faults: string[] = []
  /** acknowledged writes */
  writes = 0
  /** calls whose answer was lost and that this class sent again */
  resends = 0
  readonly #random: () => number
  readonly #unsure: readonly (string | number)[]
  readonly #pause: number

  constructor({ player, userId, random, unsure = [], pause = 0 }: SubmitterOptions) {
    this.player = player
    this.userId = userId
    this.#random = random
    this.#unsure = ['invocation-failed', ...unsure]
    this.#pause = pause
  }

  /** Makes one call. Resolves when it is answered, over as many connections as it takes; never rejects. */
  async act(machineIds: readonly string[], times: readonly (Date | undefined)[]): Promise<void> {
    const dice = this.#random()
    const living = this.own.filter(score => !score.removed && machineIds.includes(score.params.machineId))
    try {
      if (living.length === 0 || dice < 0.55) await this.submit(machineIds, times)
      else if (dice < 0.72) await this.#edit(pick(this.#random, living))
      else if (dice < 0.84) await this.#remove(pick(this.#random, living))
      else if (dice < 0.94) await this.#again(pick(this.#random, this.own))
      else await this.#abuse(pick(this.#random, this.own))
    } catch (error) {
      this.faults.push(error instanceof DdpError ? `${error.error} ${error.reason}` : String(error))
    }
  }

  async submit(machineIds: readonly string[], times: readonly (Date | undefined)[]): Promise<void> {
    const achievedAt = pick(this.#random, times)
    const params: Params = {
      _id: uuidv7(),
      machineId: pick(this.#random, machineIds),
      value: 1 + Math.floor(this.#random() * 30) * 5,
      ...(achievedAt === undefined ? {} : { achievedAt }),
      ...(this.#random() < 0.3 ? { comment: `Ball ${Math.floor(this.#random() * 5)}` } : {}),
    }
    const answer = await this.#ask<SubmitAnswer>('scores.submit', params)
    this.writes++
    this.own.push({ params, answer, value: params.value, comment: params.comment ?? '', removed: false })
    if (answer.scoreId !== params._id) this.faults.push(`${params._id} was answered with ${answer.scoreId}`)
  }

  async #edit(score: Own): Promise<void> {
    const value = 1 + Math.floor(this.#random() * 30) * 5
    const comment = this.#random() < 0.5 ? undefined : pick(this.#random, ['', 'Again', 'Tilt'])
    await this.#ask('scores.edit', { scoreId: score.params._id, value, ...(comment === undefined ? {} : { comment }) })
    this.writes++
    score.value = value
    if (comment !== undefined) score.comment = comment
  }

  async #remove(score: Own): Promise<void> {
    await this.#ask('scores.remove', { scoreId: score.params._id })
    this.writes++
    score.removed = true
  }

  /** Repeats a submission, which must get the same answer. */
  async #again({ params, answer }: Own): Promise<void> {
    const heard = await this.#ask<SubmitAnswer>('scores.submit', params)
    if (JSON.stringify(heard) !== JSON.stringify(answer))
      this.faults.push(`${params._id} heard ${JSON.stringify(answer)}, then ${JSON.stringify(heard)}`)
  }

  /** Submits another value under a known id, which must be refused. */
  async #abuse({ params }: Own): Promise<void> {
    const outcome = await this.#ask('scores.submit', { ...params, value: params.value + 1 }).catch((error: unknown) => error)
    if (!(outcome instanceof DdpError) || outcome.error !== 409)
      this.faults.push(`${params._id} was taken twice: ${JSON.stringify(outcome)}`)
  }

  /** Half of the calls are resent by the client, the other half by this loop when the client reports that the answer was lost. */
  async #ask<T>(name: string, input: object): Promise<T> {
    const noRetry = this.#random() < 0.5
    for (;;) {
      try {
        return (await this.player.client.call(name, [input as never], { noRetry })) as T
      } catch (error) {
        if (!(error instanceof DdpError) || !this.#unsure.includes(error.error)) throw error
        this.resends++
        if (this.#pause > 0) await new Promise(resolve => setTimeout(resolve, this.#pause))
      }
    }
  }
}

/** Lists the differences between the scores table and what the submitters were promised. */
export function broken(submitters: readonly Submitter[], scores: readonly ScoreRow[]): string[] {
  const rows = new Map(scores.map(row => [row.id, row]))
  const promised = submitters.flatMap(({ own, userId }) => own.map(score => ({ ...score, userId })))
  return promised.flatMap(({ params, value, comment, removed, userId }) => {
    const row = rows.get(params._id)
    if (row === undefined) return [`${params._id} was acknowledged and is gone`]
    if (row.removed !== removed) return [`${row.id} should ${removed ? '' : 'not '}be removed`]
    if (row.userId !== userId || row.machineId !== params.machineId || row.value !== value || (!removed && (row.comment ?? '') !== comment))
      return [`${row.id} is ${JSON.stringify(row)}, but ${value} "${comment}" was acknowledged`]
    return []
  })
}
