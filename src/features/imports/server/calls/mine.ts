import { importsMine } from '#imports/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { listImports } from '../import-store.ts'
import type { ImportsServices } from '../services.ts'

const MAX_LISTED = 50

export const listOwnImports = handle(importsMine, async (call, { database }: ImportsServices) =>
  listImports(database.db, signedIn(call), call.input.kind ?? null, MAX_LISTED),
)
