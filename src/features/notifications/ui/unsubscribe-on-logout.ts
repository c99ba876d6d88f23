import { unsubscribeHere } from './push-subscription.ts'

/** Unsubscribes this browser when the user signs out. The push service tells the server when it sends the next message. */
export function unsubscribeOnLogout(session: {
  readonly state: { userId: string | null }
  listen(listener: () => void): () => void
}): void {
  let previousUserId: string | null = session.state.userId
  session.listen(() => {
    const { userId } = session.state
    if (previousUserId !== null && userId === null) void unsubscribeHere().catch(() => {})
    previousUserId = userId
  })
}
