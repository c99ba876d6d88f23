import { type LiveServer, signedIn } from '#platform/live/server/live-server.ts'
import { rolesAssign, rolesCreate, rolesDelete } from '../contract.ts'
import type { RolesService } from './service.ts'

export function registerMethods(live: LiveServer, service: RolesService): void {
  live.method(rolesCreate, async call => {
    await call.committed(await service.create(signedIn(call), call.input.name))
    return {}
  })

  live.method(rolesDelete, async call => {
    await call.committed(await service.delete(signedIn(call), call.input.name))
    return {}
  })

  live.method(rolesAssign, async call => {
    await call.committed(await service.assign(signedIn(call), call.input))
    return {}
  })
}
