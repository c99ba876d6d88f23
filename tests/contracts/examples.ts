import { encode } from '#ddp/wire/ejson.ts'
import { type Contract, isPublication } from './all.ts'
import { type Member, parseMembers, type Shape } from './schema.ts'

const SECRET = 'q8Yd0vJ3mZ5tXw1nR7kLb2sHc9fGe4uPa6iTo-jVxBy'
const DIGEST = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

/** What stands for a member in an example, by its key; a key with the name of the contract comes first. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  value: 52_340_120,
  version: 1,
  username: 'ada',
  name: 'Thursday League',
  'account.deleteByPassword name': 'ada',
  'account.exportByPassword name': 'ada',
  'account.renamePasskey name': 'Phone',
  'cache.clear name': 'known people',
  'machines.add name': 'Medieval Madness',
  'names.block name': 'example.com',
  'names.block kind': 'domain',
  'roles.create name': 'referee',
  'roles.delete name': 'referee',
  manufacturer: 'Williams',
  displayName: 'Ada',
  email: 'ada@example.com',
  to: 'ada@example.com',
  password: { digest: DIGEST, algorithm: 'sha-256' },
  code: '482913',
  'events.checkIn code': 'Tq3vN8xW',
  'events.claim code': 'Tq3vN8xW',
  'events.look code': 'Tq3vN8xW',
  'groups.look code': 'Tq3vN8xW',
  'patreon.confirm code': 'code-of-the-provider',
  state: 'state-of-patreon.begin',
  service: 'google',
  credentialToken: SECRET,
  credentialSecret: SECRET,
  token: SECRET,
  key: SECRET,
  kioskCode: 'multiball',
  endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
  reason: 'The picture shows another machine.',
  'users.suspend reason': 'Insults in comments.',
  text: 'medieval',
  slug: 'silverball-cellar',
  'scores.comment text': 'Well played!',
  records: ['{"opdb_id":"GRBN1-MDpEB","name":"Medieval Madness"}'],
  id: 'YWRhcy1waG9uZQ',
  rawId: 'YWRhcy1waG9uZQ',
  clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
  attestationObject: 'o2NmbXRkbm9uZQ',
  accept: true,
  active: false,
  confirm: true,
  like: true,
}

/** Ids that differ by the member's key, so that an example shows which of them are the same. */
const idOf = (key: string): string => {
  const digits = [...key].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 0xff_ff_ff, 7)
  return `019a3c52-7b10-7e4d-9c2a-5f0b1d${digits.toString(16).padStart(6, '0')}`
}

function sample(name: string, key: string, shape: Shape): unknown {
  const given = SAMPLES[`${name} ${key}`] ?? SAMPLES[key]
  if (given !== undefined && shape.kind !== 'object' && (shape.kind !== 'one of' || shape.options.includes(given as string))) return given
  switch (shape.kind) {
    case 'id':
    case 'new id':
      return idOf(key)
    case 'date':
      return new Date('2026-12-03T19:30:00Z')
    case 'boolean':
      return false
    case 'number':
      return shape.min
    case 'one of':
      return shape.options[0]
    case 'list':
      return Array.from({ length: Math.max(shape.min, 1) }, (_, n) => sample(name, `${key}${n === 0 ? '' : n}`, shape.item))
    case 'object':
      return sampleObject(name, shape.members)
    case 'either':
      return sample(name, key, shape.options[0]!)
    default:
      throw new Error(`tests/contracts/examples.ts has no sample for ${key} of ${name}, and its contract no example`)
  }
}

const sampleObject = (name: string, members: readonly Member[]): object =>
  Object.fromEntries(members.filter(({ optional }) => !optional).map(({ key, shape }) => [key, sample(name, key, shape)]))

/** The argument of an example: what is required, and what the contract says. */
export function exampleArgument({ name, input, terms }: Contract): object {
  const example: Readonly<Record<string, unknown>> = terms.example ?? {}
  const members = parseMembers(input)
  const required = sampleObject(
    name,
    members.filter(({ key }) => !(key in example)),
  )
  const both: Record<string, unknown> = { ...required, ...example }
  return Object.fromEntries(members.filter(({ key }) => key in both).map(({ key }) => [key, both[key]]))
}

/** The message that a client sends, as it is on the wire. */
export function exampleMessage(contract: Contract): string {
  const { name } = contract
  const params = encode([exampleArgument(contract)] as never)
  return JSON.stringify(isPublication(contract) ? { msg: 'sub', id: '1', name, params } : { msg: 'method', id: '1', method: name, params })
}
