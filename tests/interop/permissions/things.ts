import { randomBytes } from 'node:crypto'
import { uuidv7 } from '../../../src/platform/uuid.ts'
import { makeAdmin, type SignedUp, signUp } from '../../integration/people.ts'
import type { World } from '../../integration/world.ts'
import type { Actor, Role } from './asking.ts'

type Named = { eventId: string; [key: string]: unknown }

/** Creates the things that calls are about. Each is new and, where it has an owner, belongs to the user in the role `owner`. */
export class Things {
  readonly world: World
  readonly machineId: string
  readonly people: ReadonlyMap<Role, SignedUp>
  /** an ordinary member of every group */
  readonly member: SignedUp
  /** a user whom calls may change */
  readonly spare: SignedUp
  #count = 0

  constructor(parts: Pick<Things, 'world' | 'machineId' | 'people' | 'member' | 'spare'>) {
    this.world = parts.world
    this.machineId = parts.machineId
    this.people = parts.people
    this.member = parts.member
    this.spare = parts.spare
  }

  /** Returns a number that was not used before. */
  next(): number {
    return ++this.#count
  }

  get owner(): SignedUp {
    return this.people.get('owner')!
  }

  async score(): Promise<string> {
    const _id = uuidv7()
    await this.owner.wire.call('scores.submit', { _id, machineId: this.machineId, value: 1000 + this.next() })
    return _id
  }

  async comment(): Promise<string> {
    const _id = uuidv7()
    await this.owner.wire.call('scores.comment', { _id, scoreId: await this.score(), text: 'a comment' })
    return _id
  }

  async report(): Promise<string> {
    const _id = uuidv7()
    await this.member.wire.call('reports.add', { _id, kind: 'profile', subjectId: this.spare.id, reason: 'a reason' })
    return _id
  }

  /** An invitation to the site by an administrator who is not one of the callers. */
  async invitation(): Promise<{ invitationId: string; token: string }> {
    const admin = await signUp(this.world, `Inviter ${this.next()}`)
    await makeAdmin(this.world, admin.id)
    const invitationId = uuidv7()
    const { token } = await admin.wire.call<{ token: string }>('invitations.add', { _id: invitationId })
    return { invitationId, token }
  }

  async failedJob(): Promise<string> {
    const { rows } = await this.world.app.database.pool.query<{ id: string }>(
      `INSERT INTO jobs (kind, body, due_at, failed_at) VALUES ('none', '{}', now(), now()) RETURNING id`,
    )
    return rows[0]!.id
  }

  async machine(): Promise<string> {
    const _id = uuidv7()
    const { wire } = this.people.get('machine-editor')!
    await wire.call('machines.add', { _id, name: `Machine ${this.next()}`, manufacturer: 'Anybody', type: 'ss' })
    return _id
  }

  /** A picture shown on the owner's profile. */
  async picture(): Promise<string> {
    const id = randomBytes(16).toString('hex')
    await this.world.app.database.pool.query(
      `INSERT INTO pictures (id, kind, subject_id, user_id, state) VALUES ($1, 'profilePicUpload', $2, $2, 'shown')`,
      [id, this.owner.id],
    )
    return id
  }

  async somebody(): Promise<string> {
    return (await signUp(this.world, `Somebody ${this.next()}`)).id
  }

  async otherSession(): Promise<string> {
    return (await this.spare.wire.call<{ sessionId: string }[]>('account.sessions', {}))[0]!.sessionId
  }

  async group(visibility: 'public' | 'private'): Promise<string> {
    const _id = uuidv7()
    const { wire } = this.owner
    await wire.call('groups.add', { _id, name: `Group ${this.next()}`, visibility })
    const code = await this.code(_id)
    const manager = this.people.get('manager')!
    await manager.wire.call('groups.join', { code })
    await this.member.wire.call('groups.join', { code })
    await wire.call('groups.setRoles', { groupId: _id, userId: manager.id, roles: ['manager'] })
    return _id
  }

  async code(groupId: string): Promise<string> {
    return (await this.owner.wire.call<{ code: string }>('groups.invite', { groupId })).code
  }

  eventFacts() {
    return {
      _id: uuidv7(),
      name: `Event ${this.next()}`,
      startsAt: new Date(Date.now() - 3_600_000),
      endsAt: new Date(Date.now() + 3_600_000),
      format: { kind: 'best-game', points: 'papa' },
      machineIds: [this.machineId],
    }
  }

  /** A live event in a group, directed by the owner. */
  async event(groupId?: string): Promise<string> {
    const facts = this.eventFacts()
    const own = groupId ?? uuidv7()
    const { wire } = this.owner
    if (groupId === undefined) await wire.call('groups.add', { _id: own, name: `Club ${this.next()}`, visibility: 'public' })
    await wire.call('events.add', { ...facts, groupId: own })
    return facts._id
  }

  /** An event in rounds with two guests and one drawn round. @returns the arguments of each call on it, by method name */
  async night(groupId?: string): Promise<Record<string, Named>> {
    const { machineId } = this
    const { wire } = this.owner
    const eventId = await this.event(groupId)
    const format = { kind: 'match-play', grouping: 'random', groupSize: 2, rounds: 3, points: 'ifpa' }
    await wire.call('events.edit', { eventId, format })
    const guests = [uuidv7(), uuidv7()]
    for (const _id of guests) await wire.call('events.addGuest', { _id, eventId, displayName: 'Guest' })
    const roundId = uuidv7()
    await wire.call('events.draw', { _id: roundId, eventId })
    const { rows } = await this.world.app.database.pool.query<{ id: string }>('SELECT id FROM event_groups WHERE round_id = $1', [roundId])
    const groupOf = rows[0]!.id
    return {
      'events.close': { eventId },
      'events.claimCode': { eventId, entrantId: guests[0] },
      'events.presence': { eventId, entrantId: guests[0], presence: 'paused' },
      'events.setMachine': { eventId, machineId, active: false },
      'events.draw': { eventId, _id: uuidv7() },
      'events.drop': { eventId, roundId },
      'events.move': { eventId, groupId: groupOf, machineId },
      'events.result': { eventId, groupId: groupOf, order: guests },
    }
  }

  /** The argument with which a user claims a guest's entry as their own. */
  async claim(groupId?: string): Promise<unknown> {
    return this.owner.wire.call('events.claimCode', (await this.night(groupId))['events.claimCode']!)
  }

  /** An event in which the caller is entered. */
  async entrant({ userId }: Actor, groupId?: string): Promise<{ eventId: string; entrantId: string }> {
    const eventId = await this.event(groupId)
    const entrantId = uuidv7()
    const values = [entrantId, eventId, userId]
    if (userId !== null)
      await this.world.app.database.pool.query('INSERT INTO event_entrants (id, event_id, user_id) VALUES ($1, $2, $3)', values)
    return { eventId, entrantId }
  }
}
