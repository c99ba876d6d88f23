import type { PublishContext } from '#ddp/server/subscription.ts'
import type { DdpError } from '#ddp/wire/error.ts'
import type { ChangeKind } from '#platform/db/change-log/define-change.ts'
import type { ChangeLogEntry } from '#platform/db/change-log/write.ts'

/** A fact that a permission depends on. Changes of this kind and subject may revoke the permission. */
interface GuardRule {
  kind: string
  subject: string
  getSubject(body: unknown): string
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
  getSubject: body => change.subject(body as Body),
  check: body => check(body as Body),
})

interface SubscriptionGuard {
  publishing: PublishContext
  /** the permission was checked with all changes up to here; null: it is being checked, and changes wait in `deferred` */
  position: number | null
  deferred: { n: number; body: unknown; rule: GuardRule }[]
}

interface Entry {
  guard: SubscriptionGuard
  rule: GuardRule
}

/**
 * Ends the subscriptions of users who lose access, in the change log's loop and before any view gets the change. It needs no query, since
 * each guard keeps the facts that its permission depends on.
 */
export class AccessGuards {
  readonly #byKind = new Map<string, { getSubject: GuardRule['getSubject']; bySubject: Map<string, Set<Entry>> }>()

  /**
   * Guards a subscription, beginning before its permission is checked. The caller checks the permission, and then calls `since` with the
   * number of the last change that the check included; every later change is checked by the rules.
   */
  guard(publishing: PublishContext, rules: readonly GuardRule[]): { since(position: number): void } {
    const guard: SubscriptionGuard = { publishing, position: null, deferred: [] }
    for (const rule of rules) this.#register({ guard, rule })
    return {
      since: position => {
        guard.position = position
        for (const { n, body, rule } of guard.deferred.splice(0)) if (n > position) check(guard, rule, body)
      },
    }
  }

  /** Checks the next change in the log. */
  checkChange({ n, kind, body }: ChangeLogEntry): void {
    const guarded = this.#byKind.get(kind)
    if (guarded === undefined) return
    for (const { guard, rule } of [...(guarded.bySubject.get(guarded.getSubject(body)) ?? [])]) {
      if (guard.position === null) guard.deferred.push({ n, body, rule })
      else if (n > guard.position) check(guard, rule, body)
    }
  }

  #register(entry: Entry): void {
    const { kind, subject, getSubject } = entry.rule
    const { bySubject } = this.#byKind.get(kind) ?? { bySubject: new Map<string, Set<Entry>>() }
    this.#byKind.set(kind, { getSubject, bySubject })
    const entries = bySubject.get(subject) ?? new Set()
    bySubject.set(subject, entries.add(entry))
    entry.guard.publishing.onStop(() => {
      entries.delete(entry)
      if (entries.size === 0 && bySubject.get(subject) === entries) bySubject.delete(subject)
    })
  }
}

function check({ publishing }: SubscriptionGuard, rule: GuardRule, body: unknown): void {
  const error = rule.check(body)
  if (error !== null) publishing.error(error)
}
