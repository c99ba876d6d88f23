import { uuidv7 } from '#platform/uuid.ts'
import { EVENT_TYPES } from '#webhooks/rules/event-types.ts'
import { FakeDiscord } from '../fakes/discord.ts'
import { HookReceiver, type ReceivedMessage } from '../fakes/hook-receiver.ts'
import { createSettableClock, type SettableClock } from './settable-clock.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import { grantRoles, listMachines, makeAdmin, signUp, type TestUser } from './users.ts'

/** The address of the site in messages. */
export const HOOK_SITE = 'https://scores.example'

/** A site with hooks, and those to whom they lead. */
export interface HookScene {
  clock: SettableClock
  testApp: TestApp
  receiver: HookReceiver
  discord: FakeDiscord
  hooks: TestHooks
  admin: TestUser
  /** may make events */
  owner: TestUser
  player: TestUser
  machines: { id: string; name: string }[]
  close(): Promise<void>
}

export async function openHookScene(machineCount: number): Promise<HookScene> {
  const clock = createSettableClock()
  const receiver = await new HookReceiver().open()
  const discord = await new FakeDiscord().open()
  const config = { rateLimits: 'off', rootUrl: HOOK_SITE, privateWebhooks: true, discordUrl: discord.url } as const
  const testApp = await createTestApp({ clock, config })
  const admin = await signUp(testApp, 'Admin')
  await makeAdmin(testApp, admin.id)
  const owner = await signUp(testApp, 'Owner')
  await grantRoles(testApp, owner.id, ['event-director'])
  const player = await signUp(testApp, 'Ann')
  return {
    ...{ clock, testApp, receiver, discord, admin, owner, player },
    hooks: new TestHooks(testApp, receiver),
    machines: await listMachines(testApp, machineCount),
    async close() {
      await testApp.close()
      await receiver.close()
      await discord.close()
    },
  }
}

/** A hook, and the path at which its receiver gets its messages. */
export interface Hook {
  webhookId: string
  secret: string | null
  path: string
}

/** Adds hooks that lead to a receiver, and takes what has come there. */
export class TestHooks {
  readonly #testApp: TestApp
  readonly #receiver: HookReceiver
  /** how many messages were taken, by path */
  readonly #taken = new Map<string, number>()
  #count = 0

  constructor(testApp: TestApp, receiver: HookReceiver) {
    this.#testApp = testApp
    this.#receiver = receiver
  }

  /** Adds a hook, by default one of the site for all types. */
  async add(by: TestUser, more: object = {}): Promise<Hook> {
    const path = `/hook-${++this.#count}`
    const { webhookId, secret } = await by.client.call<{ webhookId: string; secret: string | null }>('webhooks.add', {
      _id: uuidv7(),
      name: `Hook ${this.#count}`,
      address: `${this.#receiver.url}${path}`,
      types: EVENT_TYPES,
      ...more,
    })
    return { webhookId, secret, path }
  }

  remove(by: TestUser, { webhookId }: Hook): Promise<unknown> {
    return by.client.call('webhooks.remove', { webhookId })
  }

  runOnce(): Promise<void> {
    return this.#testApp.app.features.webhooks.runOnce()
  }

  /** Returns what came to a hook since it was looked at last. */
  async take({ path }: Hook): Promise<ReceivedMessage[]> {
    await this.runOnce()
    const all = this.#receiver.at(path)
    const fresh = all.slice(this.#taken.get(path) ?? 0)
    this.#taken.set(path, all.length)
    return fresh
  }
}
