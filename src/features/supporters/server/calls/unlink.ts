import { signInFirst } from '#platform/live/call-errors.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { patreonUnlink } from '#supporters/contract.ts'
import { lockSupporter } from '../store.ts'
import type { SupportersServices } from '../supporters.ts'

export const unlink = handle(patreonUnlink, async (call, { supporters }: SupportersServices) => {
  const userId = signedIn(call)
  await call.commit(async tx => {
    if (!(await lockSupporter(tx, userId))) throw signInFirst()
    return (await supporters.endLink(tx, userId)) ? supporters.toChanges(tx, userId, false) : []
  })
  supporters.processDue()
  return {}
})
