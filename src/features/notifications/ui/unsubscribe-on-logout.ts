import { unsubscribeHere } from './push-subscription.ts'

/** Unsubscribes this browser when the user signs out. The push service tells the server when it sends the next message. */
export function unsubscribeOnLogout(session: { onLogout(hook: () => void): unknown }): void {
  session.onLogout(() => void unsubscribeHere().catch(() => {}))
}
