import SimpleDdp from 'simpleddp'
import { simpleDDPLogin } from 'simpleddp-plugin-login'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { digestPassword, makeAdmin, PASSWORD, signUp } from '../integration/helpers/users.ts'
import { type InteropHarness, startInteropHarness, waitForCondition } from './harness.ts'

let harness: InteropHarness
let adminId: string
let playerId: string
let clients: SimpleDdp[]

beforeAll(async () => {
  harness = await startInteropHarness()
  adminId = (await signUp(harness.testApp, 'Admin')).id
  playerId = (await signUp(harness.testApp, 'Player')).id
  await makeAdmin(harness.testApp, adminId)
})
beforeEach(() => {
  clients = []
})
afterEach(() => Promise.all(clients.map(client => client.disconnect())))
afterAll(() => harness.close())

/** An unmodified npm client, logged in and subscribed to its own roles. */
async function logIn(username: string): Promise<SimpleDdp> {
  const client = new SimpleDdp({ endpoint: harness.endpoint, SocketConstructor: WebSocket, reconnectInterval: 20 }, [simpleDDPLogin])
  clients.push(client)
  await client.connect()
  await client.login({ user: { username }, password: digestPassword(PASSWORD) })
  await client.subscribe('_roles').ready()
  return client
}

const resumed = (client: SimpleDdp) =>
  new Promise<void>(resolve => {
    const listener = client.on('loginResume', () => {
      listener.stop()
      resolve()
    })
  })

/** Resolves as soon as the client's own user document has these roles. */
const rolesAre = (client: SimpleDdp, roles: unknown) =>
  waitForCondition(
    check => ['added', 'changed', 'removed'].forEach(event => void client.on(event, check)),
    () => {
      const [own, ...others] = client.collection('users').fetch()
      return others.length === 0 && own !== undefined && JSON.stringify(own.roles) === JSON.stringify(roles)
    },
  )

it('shows a player what an admin assigns, as it happens and after the socket was cut', async () => {
  const [admin, player] = [await logIn('Admin'), await logIn('Player')]
  await rolesAre(admin, { __global_roles__: ['admin'] })
  await rolesAre(player, undefined)
  const assign = (argument: object) => admin.call('roles.assign', { userIds: [playerId], mode: 'add', ...argument })
  expect(await assign({ roles: ['moderator'] })).toEqual({})
  await rolesAre(player, { __global_roles__: ['moderator'] })
  await assign({ roles: ['member'], group: 'league.one' })
  await rolesAre(player, { league_one: ['member'], __global_roles__: ['moderator'] })
  const back = [resumed(admin), resumed(player)]
  harness.proxy.closeConnections()
  await Promise.all(back)
  await assign({ roles: ['moderator'], mode: 'remove' })
  await rolesAre(player, { league_one: ['member'], __global_roles__: [] })
})

it('gives the mission’s errors to a client that rebuilds them', async () => {
  const [admin, player] = [await logIn('Admin'), await logIn('Player')]
  const rejection = (call: Promise<unknown>) =>
    call.then(
      () => expect.fail('it was not refused'),
      (error: unknown) => error,
    )
  expect(await rejection(admin.call('roles.delete', { name: 'admin' }))).toEqual({
    isClientSafe: true,
    error: 403,
    reason: 'Role in use',
    message: 'Role in use [403]',
    errorType: 'Meteor.Error',
  })
  expect(await rejection(admin.call('roles.create', { name: 'admin' }))).toMatchObject({ error: 409, reason: 'Role already exists' })
  expect(await rejection(player.call('roles.create', { name: 'mine' }))).toMatchObject({ error: 403 })
})
