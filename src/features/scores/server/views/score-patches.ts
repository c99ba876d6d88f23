import type { PlayerCard } from '#accounts/server/changes.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import type { DocumentWriter } from '#platform/live/server/documents.ts'

/** Returns a score's document without its event, which is no longer public. */
export function withoutEvent({ eventId: _, ...score }: Fields): Fields {
  return score
}

/** Returns a score's document without its venue, which is no longer public, or is gone. */
export function withoutVenue({ venueId: _, ...score }: Fields): Fields {
  return score
}

/** Updates the name and picture in a score's document if the score belongs to this player. */
export function renameScore(documents: DocumentWriter, id: string, userId: string, { username, displayName, avatar }: PlayerCard): void {
  const { avatar: _oldAvatar, ...score } = documents.get('scores', id) ?? {}
  if (score.userId === userId) documents.put('scores', id, { ...score, username, displayName, ...(avatar === null ? {} : { avatar }) })
}
