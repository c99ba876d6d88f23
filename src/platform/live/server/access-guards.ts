import type { PublishContext } from '../../../ddp/server/subscription.ts'
import type { DdpError } from '../../../ddp/wire/error.ts'
import type { ChangeKind } from '../../db/change-log/define-change.ts'
import type { ChangeLogEntry } from '../../db/change-log/write.ts'

/** A fact that a permission rests on: changes of this kind and subject may end it. */
interface GuardRule {
  kind: string
  subject: string
  subjectOf(body: unknown): string
  /** @returns why access is lost; null: it is not */
  check(body: unknown): DdpError | null
}

/** For `live.guard`. @param subject what the change is about. @param check returns why access is lost by the change; null: it is not */
export const revokedBy = <Body>(change: ChangeKind<Body>, subject: string, check: (body: Body) => DdpError | null): GuardRule => ({
  kind: change.kind,
  subject,
  subjectOf: body => change.subject(body as Body),
  check: body => check(body as Body),
})

interface Guard {
  publishing: PublishContext
  /** Changes up to here are known already; null: permission is being asked for, and what comes meanwhile waits. */
  position: number | null
  meanwhile: { n: number; body: unknown; rule: GuardRule }[]
}

interface Entry {
  guard: Guard
  rule: GuardRule
}

/**
 * Ends subscriptions whose reader loses access: in the change log's loop, before any view hears of the change. Asks nothing: each guard keeps the
 * facts that its permission rests on.
 */
export class AccessGuards {
  readonly #byKind = new Map<string, { subjectOf: GuardRule['subjectOf']; bySubject: Map<string, Set<Entry>> }>()

  /**
   * Watches a subscription from before its permission is asked for. The caller asks, and says by `since` up to which change in the log the answer
   * is true; every later one is checked.
   */
  guard(publishing: PublishContext, rules: readonly GuardRule[]): { since(position: number): void } {
    const guard: Guard = { publishing, position: null, meanwhile: [] }
    for (const rule of rules) this.#watch({ guard, rule })
    return {
      since: position => {
        guard.position = position
        for (const { n, body, rule } of guard.meanwhile.splice(0)) if (n > position) check(guard, rule, body)
      },
    }
  }

  /** The next change in the log. */
  meet({ n, kind, body }: ChangeLogEntry): void {
    const watched = this.#byKind.get(kind)
    if (watched === undefined) return
    for (const { guard, rule } of [...(watched.bySubject.get(watched.subjectOf(body)) ?? [])]) {
      if (guard.position === null) guard.meanwhile.push({ n, body, rule })
      else if (n > guard.position) check(guard, rule, body)
    }
  }

  #watch(entry: Entry): void {
    const { kind, subject, subjectOf } = entry.rule
    const { bySubject } = this.#byKind.get(kind) ?? { bySubject: new Map<string, Set<Entry>>() }
    this.#byKind.set(kind, { subjectOf, bySubject })
    const entries = bySubject.get(subject) ?? new Set()
    bySubject.set(subject, entries.add(entry))
    entry.guard.publishing.onStop(() => {
      entries.delete(entry)
      if (entries.size === 0 && bySubject.get(subject) === entries) bySubject.delete(subject)
    })
  }
}

function check({ publishing }: Guard, rule: GuardRule, body: unknown): void {
  const error = rule.check(body)
  if (error !== null) publishing.error(error)
}
