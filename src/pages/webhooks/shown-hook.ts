import type { WebhookDoc } from '#webhooks/contract.ts'

export type ShownHook = WebhookDoc & { _id: string }
