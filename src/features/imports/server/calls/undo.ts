import { eventPlayedHere, importsUndo, noImport } from '#imports/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { findImport, lockImport, markUndone } from '../import-store.ts'
import type { ImportsServices } from '../services.ts'

/** Also of an event and of a list of people only by one who still runs them. */
export const undoImport = handle(importsUndo, async (call, { database, events, groups, scores }: ImportsServices) => {
  const userId = signedIn(call)
  const found = await findImport(database.db, call.input.importId)
  if (found?.userId !== userId) throw noImport()
  if (found.eventId) await events.requireDirector(found.eventId, userId)
  await call.commit(async tx => {
    const made = await lockImport(tx, call.input.importId)
    if (made === null || made.undone) return []
    await markUndone(tx, made.id)
    const { kind, groupId, ids, numbered, createdAt: at } = made
    switch (kind) {
      case 'scores':
        return scores.own.remove(tx, userId, ids)
      case 'people':
        return groups.peopleLists.takeBack(tx, { groupId: groupId!, by: userId, added: ids, numbered, at })
      case 'event': {
        const changes = await events.past.withdraw(tx, { id: made.eventId!, by: userId })
        if (changes === null) throw eventPlayedHere()
        return changes
      }
    }
  })
  if (found.kind !== 'people') return { kept: 0 }
  const listed = await groups.peopleLists.list(found.groupId!, userId)
  return { kept: listed.filter(({ id }) => found.ids.includes(id)).length }
})
