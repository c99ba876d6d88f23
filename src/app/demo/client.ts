import type { DdpServer } from '#ddp/server/server.ts'
import type { Ejson } from '#ddp/wire/ejson.ts'
import type { Database } from '#platform/db/database.ts'
import type { MethodContract } from '#platform/live/contract.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { UPLOAD_REQUEST, type UploadInstructions } from '#uploads/contract.ts'
import type { UploadKind } from '#uploads/rules.ts'
import type { DemoMachine } from './machines.ts'
import type { DemoPerson } from './people.ts'
import type { SeededRandom } from './random.ts'
import type { Schedule } from './schedule.ts'

export interface DemoClientOptions {
  database: Database
  server: DdpServer
  storage: Storage
  random: SeededRandom
  schedule: Schedule
  /** ms: the present, at which the history of the demo ends */
  now: number
  people: ReadonlyMap<DemoPerson, string>
  machines: ReadonlyMap<DemoMachine, string>
}

/** The site that is being filled. All content is created on behalf of a user, through the methods that clients call. */
export class DemoClient {
  readonly #options: DemoClientOptions
  readonly database: Database
  readonly random: SeededRandom
  readonly schedule: Schedule
  readonly now: number
  readonly people: readonly DemoPerson[]

  constructor(options: DemoClientOptions) {
    this.#options = options
    const { database, random, schedule, now, people } = options
    this.database = database
    this.random = random
    this.schedule = schedule
    this.now = now
    this.people = [...people.keys()]
  }

  userId(person: DemoPerson): string {
    return this.#options.people.get(person)!
  }

  machineId(machine: DemoMachine): string {
    return this.#options.machines.get(machine)!
  }

  /** @throws Error if there is no such user */
  person(username: string): DemoPerson {
    const person = this.people.find(each => each.username === username)
    if (person === undefined) throw new Error(`There is no ${username} in the demo`)
    return person
  }

  personOf(userId: string | null): DemoPerson | undefined {
    return this.people.find(person => this.userId(person) === userId)
  }

  /** @throws DdpError like the method */
  callAs<Input, Answer>(by: DemoPerson, contract: MethodContract<Input, Answer>, input: Input): Promise<Answer> {
    return this.#call(by, contract.name, input as unknown as Ejson) as Promise<Answer>
  }

  /**
   * Uploads a picture as a client does, except that it writes to the storage instead of sending the form.
   * @returns the argument that a method takes for the picture
   */
  async send(by: DemoPerson, kind: UploadKind, jpeg: Buffer, context: object | null = null): Promise<{ key: string }> {
    const { storage } = this.#options
    const facts = { name: 'picture.jpg', size: jpeg.length, type: 'image/jpeg' }
    const { postData } = (await this.#call(by, UPLOAD_REQUEST, kind, facts, context as Ejson)) as unknown as UploadInstructions
    const key = postData.find(({ name }) => name === 'key')!.value
    await storage.write(key, jpeg, 'image/jpeg')
    return { key }
  }

  #call(by: DemoPerson, name: string, ...params: Ejson[]): Promise<Ejson> {
    return this.#options.server.call(name, params, { userId: this.userId(by), clientAddress: null, httpHeaders: {} })
  }
}
