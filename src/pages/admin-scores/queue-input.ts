import { MODERATION_REASONS, type ModerationReason } from '#scores/contract/moderation.ts'

/** The number of scores shown at once. When one is moderated, the next one moves up. */
export const SCORES_SHOWN = 20

/** The reason in the query parameters by which the list is filtered; null: no filter. */
export const queueStateParam = ({ state }: Readonly<Record<string, string>>): ModerationReason | null =>
  MODERATION_REASONS.find(each => each === state) ?? null

export const queueInput = (query: Readonly<Record<string, string>>): { state?: ModerationReason; limit: number } => {
  const state = queueStateParam(query)
  return { ...(state === null ? {} : { state }), limit: SCORES_SHOWN }
}
