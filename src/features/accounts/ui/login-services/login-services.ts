import { LOGIN_SERVICE_CONFIGURATION, LOGIN_SERVICES } from '#accounts/contract/accounts.ts'
import type { Doc } from '#ddp/client/store.ts'
import type { DataSource } from '#platform/live/data-source.ts'

class ConfigError extends Error {
  override readonly name = 'ServiceConfiguration.ConfigError'
}

/**
 * Subscribes permanently to the services by which users may log in without a password.
 * @returns a function that returns a service's configuration by name; it throws `Login service configuration not yet loaded` or `Service
 * not configured`
 */
export function loginServices(source: DataSource): (name: string) => Doc {
  const subscription = source.subscribe(LOGIN_SERVICES, [])
  subscription.listen(() => {})
  return name => {
    const service = source.store
      .collection(LOGIN_SERVICE_CONFIGURATION)
      .all()
      .find(each => each.service === name)
    if (service !== undefined) return service
    throw new ConfigError(subscription.state().state === 'ready' ? 'Service not configured' : 'Login service configuration not yet loaded')
  }
}
