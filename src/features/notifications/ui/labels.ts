import * as m from '#messages'
import type { NotificationSwitch } from '../contract.ts'
import type { Ability, PushError } from './push-subscription.ts'

export const switchLabels: Readonly<Record<NotificationSwitch, () => string>> = {
  beaten: () => m.notifications_kinds_beaten(),
  starts: () => m.notifications_kinds_starts(),
  rounds: () => m.notifications_kinds_rounds(),
  moderated: () => m.notifications_kinds_moderated(),
  claims: () => m.notifications_kinds_claims(),
}

/** Describes the state of this browser in a sentence. */
export function pushStateLabel(state: Ability | 'on'): string {
  switch (state) {
    case 'unsupported':
      return m.notifications_here_unsupported()
    case 'blocked':
      return m.notifications_here_blocked()
    case 'off':
      return m.notifications_here_off()
    case 'on':
      return m.notifications_here_on()
  }
}

/** Explains why this browser could not be subscribed, and what to do. */
export function pushErrorLabel(error: PushError): string {
  switch (error) {
    case 'unsupported':
    case 'blocked':
      return pushStateLabel(error)
    case 'not-asked':
      return m.notifications_here_not_asked()
    case 'unreachable':
      return m.notifications_here_unreachable()
  }
}
