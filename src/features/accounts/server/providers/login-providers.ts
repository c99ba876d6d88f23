import type { Clock } from '#ddp/timing/clock.ts'
import type { LoginProvider } from '#platform/config/login-providers.ts'
import type { LoginServices } from '../sessions/login-services.ts'
import { ProviderClient } from './provider-client.ts'

/** The path where a provider sends the browser back to. It is registered with the provider. */
export const callbackPath = (service: string): string => `/_oauth/${service}`

/** The path where a visit to a provider begins. */
export const beginPath = (service: string): string => `/_oauth/${service}/begin`

/** The providers of this site, and what clients see of them. They may be replaced while the server runs. */
export class LoginProviders {
  readonly #clock: Clock
  readonly #address: () => string
  readonly #services: LoginServices
  #known = new Map<string, { provider: LoginProvider; client: ProviderClient }>()

  constructor(options: { clock: Clock; address: () => string; services: LoginServices }) {
    this.#clock = options.clock
    this.#address = options.address
    this.#services = options.services
  }

  /** Replaces all providers. Visits to one that stays as it was can still be finished. */
  set(providers: readonly LoginProvider[]): void {
    const known = new Map(
      providers.map(provider => {
        const before = this.#known.get(provider.service)
        const client =
          before !== undefined && JSON.stringify(before.provider) === JSON.stringify(provider)
            ? before.client
            : new ProviderClient(provider, this.#clock, () => `${this.#address()}${callbackPath(provider.service)}`)
        return [provider.service, { provider, client }]
      }),
    )
    this.#known = known
    this.#services.replace(
      providers.map(({ service, label, preset, clientId }) => ({
        service,
        label,
        clientId,
        loginStyle: 'popup',
        loginUrl: beginPath(service),
        ...(preset === null ? {} : { preset }),
      })),
    )
  }

  client(service: string): ProviderClient | null {
    return this.#known.get(service)?.client ?? null
  }

  /** The names of all providers. */
  names(): string[] {
    return [...this.#known.keys()]
  }

  label(service: string): string {
    return this.#known.get(service)?.provider.label ?? service
  }
}
