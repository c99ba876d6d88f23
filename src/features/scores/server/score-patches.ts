import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { DocumentWriter } from '../../../platform/live/server/documents.ts'
import type { PlayerCard } from '../../accounts/server/api.ts'

/** A score's document without its event, which its readers may not see any more. */
export function withoutEvent({ eventId: _, ...score }: Fields): Fields {
  return score
}

/** Puts a player's new name and picture on a score's document, if it is his. */
export function renameScore(documents: DocumentWriter, id: string, userId: string, { username, displayName, avatar }: PlayerCard): void {
  const { avatar: _before, ...score } = documents.get('scores', id) ?? {}
  if (score.userId === userId) documents.put('scores', id, { ...score, username, displayName, ...(avatar === null ? {} : { avatar }) })
}
