import { defineChange } from '#platform/db/change-log/define-change.ts'

/** Ratings were computed again (`userIds` null: of whomever), or these players have hidden theirs, show it again, or are deleted. */
export const ratingsChanged = defineChange<{ userIds: string[] | null }>('ratings')
