import { uuidv7 } from '#platform/uuid.ts'
import type { TestApp } from './test-app.ts'
import { grantRoles, listMachines, signUp, type TestUser } from './users.ts'

/** A site's players with the app on a phone, whose scores a moderator judges. */
export class PhoneOwners {
  readonly #testApp: TestApp
  #moderator: TestUser | null = null
  #machineId = ''
  #count = 0

  constructor(testApp: TestApp) {
    this.#testApp = testApp
  }

  async open(): Promise<this> {
    this.#moderator = await signUp(this.#testApp, 'Mod')
    await grantRoles(this.#testApp, this.#moderator.id, ['moderator'])
    const [machine] = await listMachines(this.#testApp, 1)
    this.#machineId = machine!.id
    return this
  }

  /** Signs a player up who has no phone. */
  signUp(): Promise<TestUser> {
    return signUp(this.#testApp, `Phone ${++this.#count}`)
  }

  /** Signs a player up who wants to know on this phone how scores are judged. */
  async add(endpoint: string): Promise<TestUser> {
    const user = await this.signUp()
    await user.client.call('notifications.subscribe', { endpoint })
    await user.client.call('notifications.set', { moderated: true })
    return user
  }

  /** Lets the player add a score, which is verified, and sends the messages about it. @returns the score's id */
  async notify({ client }: TestUser): Promise<string> {
    const _id = uuidv7()
    await client.call('scores.submit', { _id, machineId: this.#machineId, value: 1000 + ++this.#count })
    await this.#moderator!.client.call('scores.moderate', { scoreId: _id, version: 1, status: 'verified' })
    await this.#testApp.app.features.notifications.runOnce()
    return _id
  }

  /** The endpoints that a player has. */
  async devices({ client }: TestUser): Promise<unknown[]> {
    await client.subscribe('notifications.mine', {})
    return [...client.documents('pushDevices').values()].map(({ endpoint }) => endpoint)
  }
}
