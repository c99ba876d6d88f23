import { DdpError } from '#ddp/wire/error.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import type { SubmitScoreResult } from '#scores/contract/scores.ts'
import type { Outcome, ScoreToWrite } from './score-to-write.ts'

const CALL = 'scores.write'
/** ms after which a node writes by itself what it has sent to the writer; scores that are written twice are written once (their ids) */
const TIMEOUT_MS = 1000

/** An outcome as it is sent; `n`: the number of the score's change in the log, missing if there is none. */
type SentOutcome = { answer: SubmitScoreResult; n?: number } | { refused: { error: string | number; reason?: string; details?: unknown } }

/** Has the scores of this node written by the node that writes those of all, so that they share statements and commits. */
export class RemoteWriter {
  readonly #nodes: NonNullable<FeatureContext['nodes']>

  constructor(nodes: NonNullable<FeatureContext['nodes']>) {
    this.#nodes = nodes
  }

  /** Sets what writes the scores of other nodes. */
  serve(write: (items: ScoreToWrite[]) => Promise<Outcome[]>): void {
    this.#nodes.calls.serve(CALL, async text => JSON.stringify((await write(JSON.parse(text) as ScoreToWrite[])).map(toSent)))
  }

  /** @returns the outcomes; null: this node has to write the scores itself */
  async write(items: readonly ScoreToWrite[]): Promise<Outcome[] | null> {
    const { calls, writer } = this.#nodes
    const node = writer.otherWriter
    if (node === null) return null
    try {
      return (JSON.parse(await calls.call(node, CALL, JSON.stringify(items), TIMEOUT_MS)) as SentOutcome[]).map(toOutcome)
    } catch {
      writer.doubt()
      return null
    }
  }
}

function toSent(outcome: Outcome): SentOutcome {
  if ('refused' in outcome) {
    const { error, reason, details } = outcome.refused
    return { refused: { error, ...(reason === undefined ? {} : { reason }), ...(details === undefined ? {} : { details }) } }
  }
  const last = outcome.changes.at(-1)
  return { answer: outcome.answer, ...(last === undefined ? {} : { n: last.n }) }
}

function toOutcome(sent: SentOutcome): Outcome {
  if ('refused' in sent) return { refused: new DdpError(sent.refused.error, sent.refused.reason, sent.refused.details as never) }
  return { answer: sent.answer, changes: [], ...(sent.n === undefined ? {} : { elsewhere: sent.n }) }
}
