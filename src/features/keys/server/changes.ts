import { defineChange } from '#platform/db/change-log/define-change.ts'

/** A key was revoked. */
export const keyRevoked = defineChange<{ keyId: string; hashedSecret: string }>('apiKey', ({ keyId }) => keyId)
