import type { Ejson } from '#ddp/wire/ejson.ts'
import type { Subscription } from '../subscription.ts'
import type { MergeBox } from './merge-box.ts'

/** The collection in which the server answers held versions. */
const HELD = '_held'

type Answer = { version: string; unchanged: boolean }

/** The version of the documents that a client has. `brief`: it wants no answer as long as nothing has changed (rule S14). */
export interface HeldVersion {
  version: string
  brief: boolean
}

/** Reads a last parameter that is exactly `{ held: "…" }` or `{ held: "…", brief: true }`; null: it is neither. */
export function readHeldVersion(params: readonly Ejson[]): HeldVersion | null {
  const last = params.length > 1 ? params.at(-1) : null
  if (last === null || typeof last !== 'object' || Array.isArray(last) || !('held' in last)) return null
  const { held: version, ...rest } = last
  if (typeof version !== 'string') return null
  const others = Object.keys(rest)
  if (others.length === 0) return { version, brief: false }
  return others.length === 1 && rest.brief === true ? { version, brief: true } : null
}

/** The versions that one client says it holds, by subscription id, and the answers it was given (rules S12–S14). */
export class ClientVersions {
  readonly #hash: (text: string) => string
  readonly #held = new Map<string, HeldVersion>()
  readonly #answers = new Map<string, Answer>()

  constructor(hash: (text: string) => string) {
    this.#hash = hash
  }

  register(id: string, held: HeldVersion): void {
    this.#held.set(id, held)
  }

  /** Answers whether the version that the client holds is still current, and sends the documents only if it is not. */
  respond(id: string, subscription: Subscription, box: MergeBox): void {
    const held = this.#held.get(id)
    if (held === undefined) return
    this.#held.delete(id)
    const version = subscription.version(this.#hash)
    const answer: Answer = { version, unchanged: subscription.buffering && version === held.version }
    if (!answer.unchanged || !held.brief) this.#answers.set(id, answer)
    this.copyAnswer(id, box)
    subscription.flush(answer.unchanged)
  }

  /** Puts an answer that was already given into a box. */
  copyAnswer(id: string, box: MergeBox): void {
    const answer = this.#answers.get(id)
    if (answer !== undefined) box.apply(answer, { collection: HELD, id, before: null, after: answer, frame: null })
  }

  /** The subscription has ended: removes its answer as well. */
  remove(id: string, box: MergeBox): void {
    const answer = this.#answers.get(id)
    this.#held.delete(id)
    this.#answers.delete(id)
    if (answer !== undefined) box.apply(answer, { collection: HELD, id, before: answer, after: null, frame: null })
  }
}
