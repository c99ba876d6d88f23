import { describe, expect, it } from 'vitest'
import { world } from '../../../ddp/testing/ddp-harness.ts'
import { clientSource } from '../../../platform/live/client-data-source.ts'
import { loginServices } from './login-services.ts'

describe('the configuration of a login service', () => {
  it('is there once it has come, and says before that and without it what is the matter', async () => {
    const { server, player, clock, settle } = world()
    server.publish('meteor.loginServiceConfiguration', publishing => {
      publishing.added('meteor_accounts_loginServiceConfiguration', 'x', { service: 'patreon', clientId: 'id' })
      publishing.ready()
    })
    const { client } = player()
    const loginService = loginServices(clientSource(client, clock, new Map()))
    const notYet = { name: 'ServiceConfiguration.ConfigError', message: 'Login service configuration not yet loaded' }
    expect(() => loginService('patreon')).toThrow(expect.objectContaining(notYet))
    client.connect()
    await settle()
    expect(loginService('patreon')).toMatchObject({ service: 'patreon', clientId: 'id' })
    const absent = { name: 'ServiceConfiguration.ConfigError', message: 'Service not configured' }
    expect(() => loginService('other')).toThrow(expect.objectContaining(absent))
  })
})
