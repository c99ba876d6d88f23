import { unsubscribeHere } from './push-subscription.ts'

/** Whoever signs out is not told here any more; the push service says so to the site with the next message. */
export function endWithSession(session: { readonly state: { userId: string | null }; listen(listener: () => void): () => void }): void {
  let before: string | null = session.state.userId
  session.listen(() => {
    const { userId } = session.state
    if (before !== null && userId === null) void unsubscribeHere().catch(() => {})
    before = userId
  })
}
