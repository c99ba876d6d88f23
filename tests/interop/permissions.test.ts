import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ejson, encode } from '../../src/ddp/wire/ejson.ts'
import { allContracts } from '../contracts/all.ts'
import { UNREACHED } from '../integration/patreon.ts'
import { type SignedUp, signUp, someMachine } from '../integration/people.ts'
import { createWorld, type World } from '../integration/world.ts'
import { MADE_BY_HAND } from './permissions/arguments.ts'
import { type Actor, enter, outcome, person, ROLES, type Role } from './permissions/asking.ts'
import { MORE, type Row, rowsOf, WITHOUT_CONTRACT } from './permissions/rows.ts'
import { RULES } from './permissions/rules.ts'
import { Things } from './permissions/things.ts'

const CONTRACTS = await allContracts()
const ROWS = [...CONTRACTS.flatMap(rowsOf), ...MORE, ...WITHOUT_CONTRACT]

let world: World
let things: Things
const people = new Map<Role, SignedUp>()
/** one connection per role, for rows that do no harm to the caller's account */
const company = new Map<Role, Actor>()

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off', patreon: UNREACHED } })
  for (const role of ROLES.slice(1)) people.set(role, await person(world, role))
  things = new Things({
    world,
    machineId: await someMachine(world),
    people,
    member: await signUp(world, 'Plain Member'),
    spare: await signUp(world, 'Spare'),
  })
  for (const role of ROLES) company.set(role, await enter(world, role, people.get(role)))
})
afterAll(() => {
  for (const actor of company.values()) actor.close()
  return world.close()
})

const title = ({ name, when, rule }: Row): string => `${name}${when === undefined ? '' : ` ${when}`}: ${rule}`

describe.each(['method', 'sub'] as const)('[Z1] permissions, each %s asked by everybody', kind => {
  const rows = ROWS.filter(row => row.kind === kind)
  it.each(rows.map(row => [title(row), row] as const))('%s', async (_, { name, rule, params, alone, personal }) => {
    const outcomes: Record<string, string> = {}
    let given: unknown[] | null = null
    for (const role of ROLES) {
      const actor = alone ? await enter(world, role, role === 'visitor' ? undefined : await person(world, role)) : company.get(role)!
      given ??= encode((await params(things, actor)) as Ejson) as unknown[]
      outcomes[role] = outcome(await actor.ask(kind, name, given))
      if (outcomes[role] === 'A' || personal) given = null
      if (alone) actor.close()
    }
    expect(outcomes).toEqual(Object.fromEntries(ROLES.map((role, i) => [role, RULES[rule][i]])))
  })
})

it('[Z1] has a row for every method and every publication of the application', () => {
  const { methods, publications } = world.app.ddp.names
  const named = (kind: Row['kind']): string[] => [...new Set(ROWS.filter(row => row.kind === kind).map(({ name }) => name))].sort()
  expect(named('method')).toEqual([...methods].sort())
  expect(named('sub')).toEqual([...publications].sort())
})

it('makes no argument by hand for a call that is not there', () => {
  const names = CONTRACTS.map(({ name }) => name)
  expect(MADE_BY_HAND.filter(name => !names.includes(name))).toEqual([])
})
