import { describe, expect, it } from 'vitest'
import { createDdpHarness } from '#ddp/testing/ddp-harness.ts'
import { createClientDataSource } from '#platform/live/client-data-source.ts'
import { loginServices } from './login-services.ts'

describe('the configuration of a login service', () => {
  it('is returned once it is loaded; before that, or if it is missing, an error says why', async () => {
    const { server, player, clock, settle } = createDdpHarness()
    server.publish('meteor.loginServiceConfiguration', publishing => {
      publishing.added('meteor_accounts_loginServiceConfiguration', 'x', { service: 'patreon', clientId: 'id' })
      publishing.ready()
    })
    const { client } = player()
    const loginService = loginServices(createClientDataSource(client, clock, new Map()))
    const notYet = { name: 'ServiceConfiguration.ConfigError', message: 'Login service configuration not yet loaded' }
    expect(() => loginService('patreon')).toThrow(expect.objectContaining(notYet))
    client.connect()
    await settle()
    expect(loginService('patreon')).toMatchObject({ service: 'patreon', clientId: 'id' })
    const absent = { name: 'ServiceConfiguration.ConfigError', message: 'Service not configured' }
    expect(() => loginService('other')).toThrow(expect.objectContaining(absent))
  })
})
