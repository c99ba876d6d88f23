import type { Ejson } from '../../wire/ejson.ts'
import type { Subscription } from '../subscription.ts'
import type { MergeBox } from './merge-box.ts'

/** The collection in which the server answers held versions. */
const HELD = '_held'

type Answer = { version: string; unchanged: boolean }

/** Returns the version of a last parameter that is exactly `{ held: "…" }`, else null. */
export function heldVersion(params: readonly Ejson[]): string | null {
  const last = params.length > 1 ? params.at(-1) : null
  if (last === null || typeof last !== 'object' || Array.isArray(last) || !('held' in last)) return null
  return typeof last.held === 'string' && Object.keys(last).length === 1 ? last.held : null
}

/** The versions that one client says it holds, by subscription id, and the answers it was given (rules S12, S13). */
export class ClientVersions {
  readonly #hash: (text: string) => string
  readonly #held = new Map<string, string>()
  readonly #answers = new Map<string, Answer>()

  constructor(hash: (text: string) => string) {
    this.#hash = hash
  }

  register(id: string, version: string): void {
    this.#held.set(id, version)
  }

  /** Answers whether the version that the client holds is still current, and sends the documents only if it is not. */
  respond(id: string, subscription: Subscription, box: MergeBox): void {
    const held = this.#held.get(id)
    if (held === undefined) return
    this.#held.delete(id)
    const version = subscription.version(this.#hash)
    const answer: Answer = { version, unchanged: subscription.buffering && version === held }
    this.#answers.set(id, answer)
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
