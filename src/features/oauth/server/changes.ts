import { defineChange } from '#platform/db/change-log/define-change.ts'

/** What somebody had allowed an application has ended, with all its tokens. */
export const grantsEnded = defineChange<Record<string, never>>('oauth-grants-ended')
