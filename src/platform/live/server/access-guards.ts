import type { PublishContext } from '../../../ddp/server/subscription.ts'
import type { DdpError } from '../../../ddp/wire/error.ts'
import type { ChangeKind } from '../../db/change-log/define-change.ts'
import type { ChangeLogEntry } from '../../db/change-log/write.ts'

/** A fact that a permission depends on. Changes of this kind and subject may revoke the permission. */
interface GuardRule {
  kind: string
  subject: string
  subjectOf(body: unknown): string
  /** @returns the error for a change that revokes access; null: the change does not */
  check(body: unknown): DdpError | null
}

/**
 * Returns a rule for `live.guard`.
 * @param subject id of what the changes are about
 * @param check returns the error for a change that revokes access; null: the change does not
 */
export const revokedBy = <Body>(change: ChangeKind<Body>, subject: string, check: (body: Body) => DdpError | null): GuardRule => ({
  kind: change.kind,
  subject,
  subjectOf: body => change.subject(body as Body),
  check: body => check(body as Body),
})

interface Guard {
  publishing: PublishContext
  /** the permission was checked with all changes up to here; null: it is being checked, and changes wait in `meanwhile` */
  position: number | null
  meanwhile: { n: number; body: unknown; rule: GuardRule }[]
}

interface Entry {
  guard: Guard
  rule: GuardRule
}

/**
 * Ends the subscriptions of users who lose access, in the change log's loop and before any view gets the change. It needs no query, since
 * each guard keeps the facts that its permission depends on.
 */
export class AccessGuards {
  readonly #byKind = new Map<string, { subjectOf: GuardRule['subjectOf']; bySubject: Map<string, Set<Entry>> }>()

  /**
   * Guards a subscription, beginning before its permission is checked. The caller checks the permission, and then calls `since` with the
   * number of the last change that the check included; every later change is checked by the rules.
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

  /** Checks the next change in the log. */
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
