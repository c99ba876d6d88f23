import type { Platform } from '../../../platform/platform.ts'
import { CLIENT_VERSIONS } from '../contract.ts'

/** Clients wait for it to become ready; its documents come with auto-update. */
export function startVersions({ live }: Platform): void {
  live.ddp.publish(CLIENT_VERSIONS, publishing => publishing.ready())
}
