import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addRoles,
  assignsAs,
  cleanGroup,
  GLOBAL_GROUP,
  groupsForUser,
  hasGlobalRole,
  hasGroupedRoles,
  idIsInRole,
  isFlatList,
  isMember,
  normalizeRoles,
  parseRoles,
  type Roles,
  RolesError,
  removeRoles,
  rolesForUser,
  setRoles,
  userIsInRole,
} from './rules.ts'

const MIXED = "Roles error: Can't mix grouped and non-grouped roles for same user"
const DOLLAR = "Roles error: groups can not start with '$'"
const NO_STRING = "Roles error: Invalid parameter 'group'. Expected 'string' type"
const CHANGES = [addRoles, setRoles, removeRoles]
const NO_GROUP = [undefined, null, '', 0]

describe('a group', () => {
  it('is none when it is null, undefined, empty or 0', () => {
    for (const none of NO_GROUP) {
      expect(cleanGroup(none)).toBe(null)
      expect(addRoles(null, 'a', none)).toEqual(['a'])
      expect(setRoles({ g: ['b'] }, 'a', none)).toEqual(['a'])
      expect(removeRoles(['a', 'b'], 'a', none)).toEqual(['b'])
      expect(userIsInRole({ g: ['a'] }, 'a', none)).toBe(false)
      expect(rolesForUser(['a'], none)).toEqual(['a'])
    }
  })

  it('has underscores where dots were, everywhere', () => {
    expect(cleanGroup('.a.b..c.')).toBe('_a_b__c_')
    const roles = addRoles(null, 'r', 'a.b')
    expect(roles).toEqual({ a_b: ['r'] })
    expect([rolesForUser(roles, 'a.b'), userIsInRole(roles, 'r', 'a.b'), idIsInRole(roles, 'r', 'a.b')]).toEqual([['r'], true, true])
    expect(removeRoles(roles, 'r', 'a.b')).toEqual({ a_b: [] })
  })

  it('that starts with $ is refused by changes, and checks find nothing in it', () => {
    for (const change of CHANGES) for (const roles of [null, [], {}]) expect(() => change(roles, 'a', '$g')).toThrow(new RolesError(DOLLAR))
    const roles = { $g: ['a'], [GLOBAL_GROUP]: ['a'] }
    expect([userIsInRole(roles, 'a', '$g'), userIsInRole(['a'], 'a', '$g'), idIsInRole(roles, 'a', '$g')]).toEqual([false, false, false])
    expect(rolesForUser(roles, '$g')).toEqual([])
    expect(cleanGroup('g$')).toBe('g$')
  })

  it('that is no text is refused by changes, and checks find nothing in it', () => {
    for (const group of [5, true, {}, ['g']]) {
      for (const change of CHANGES) expect(() => change(null, 'a', group)).toThrow(new RolesError(NO_STRING))
      expect(rolesForUser({ g: ['a'] }, group)).toEqual([])
      expect(userIsInRole(['a'], 'a', group)).toBe(false)
    }
  })

  it('may be called like something that every object has', () => {
    for (const group of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length']) {
      expect(rolesForUser({}, group)).toEqual([])
      expect(rolesForUser(['a'], group)).toEqual([])
      expect(userIsInRole({}, 'a', group)).toBe(false)
      expect(removeRoles({}, 'a', group)).toEqual({})
      const roles = addRoles({ g: ['b'] }, 'a', group)
      expect(JSON.parse(JSON.stringify(roles))).toEqual(JSON.parse(`{"g":["b"],"${group}":["a"]}`))
      expect(Object.getPrototypeOf(roles)).toBe(Object.prototype)
      expect(groupsForUser(roles)).toEqual(['g', group])
      expect(userIsInRole(roles, 'a', group)).toBe(true)
      expect(rolesForUser(removeRoles(roles, 'a', group), group)).toEqual([])
    }
  })
})

describe('role names', () => {
  it('are trimmed, not blank and unique, alone or in a list', () => {
    expect(normalizeRoles([' a', 'b ', '', '  ', 'a', '\tb\n'])).toEqual(['a', 'b'])
    expect(normalizeRoles(' a ')).toEqual(['a'])
    expect(normalizeRoles([])).toEqual([])
    expect(addRoles(['a'], [' a ', ' '])).toEqual(['a'])
    expect(setRoles(null, [' b ', '', 'b'], 'g')).toEqual({ g: ['b'] })
  })

  it('are taken as they are by removal and checks', () => {
    expect(removeRoles(['a', ' a '], ' a ')).toEqual(['a'])
    expect([userIsInRole(['a'], ' a'), userIsInRole(['a'], ''), userIsInRole([], [])]).toEqual([false, false, false])
  })

  it('may not be missing', () => {
    for (const change of CHANGES)
      for (const missing of [undefined, null, ''])
        expect(() => change(null, missing as never)).toThrow(new RolesError("Missing 'roles' param"))
  })
})

describe('adding', () => {
  it('begins either kind for a user who has none', () => {
    expect(addRoles(null, ['a', 'b'])).toEqual(['a', 'b'])
    expect(addRoles(null, 'a', 'g')).toEqual({ g: ['a'] })
  })

  it('keeps what is there, in its order, and changes nothing it was given', () => {
    const [flat, grouped] = [Object.freeze(['b', 'a']), Object.freeze({ g: Object.freeze(['b']), h: Object.freeze(['x']) })]
    expect(addRoles(flat, ['c', 'a'])).toEqual(['b', 'a', 'c'])
    expect(addRoles(grouped, ['a'], 'g')).toEqual({ g: ['b', 'a'], h: ['x'] })
  })
})

describe('replacing', () => {
  it('in a group replaces that list alone, also by an empty one', () => {
    expect(setRoles({ g: ['a'], h: ['b'] }, ['c'], 'g')).toEqual({ g: ['c'], h: ['b'] })
    expect(setRoles({ g: ['a'], h: ['b'] }, [], 'g')).toEqual({ g: [], h: ['b'] })
  })

  it('without a group replaces everything, grouped roles too', () => {
    expect(setRoles({ g: ['a'], [GLOBAL_GROUP]: ['b'] }, ['c'])).toEqual(['c'])
    expect(setRoles(['a'], [])).toEqual([])
  })
})

describe('removing', () => {
  it('takes from the flat list or from that group only, never from the global one unless it is named', () => {
    expect(removeRoles(['a', 'b', 'a'], ['a', 'c'])).toEqual(['b'])
    const roles = { g: ['a'], h: ['a'], [GLOBAL_GROUP]: ['a'] }
    expect(removeRoles(roles, 'a', 'g')).toEqual({ ...roles, g: [] })
    expect(removeRoles(roles, 'a', GLOBAL_GROUP)).toEqual({ ...roles, [GLOBAL_GROUP]: [] })
  })

  it('does nothing to who has no roles, or none in the group', () => {
    expect([removeRoles(null, 'a'), removeRoles(null, 'a', 'g')]).toEqual([null, null])
    expect(removeRoles({ h: ['a'] }, 'a', 'g')).toEqual({ h: ['a'] })
  })
})

describe('mixing', () => {
  it('is refused: grouped changes of a flat user, an empty list included', () => {
    for (const roles of [['a'], []]) for (const change of CHANGES) expect(() => change(roles, 'a', 'g')).toThrow(new RolesError(MIXED))
  })

  it('is refused: adding or removing without a group on a grouped user, an empty map included', () => {
    for (const roles of [{ g: ['a'] }, {}])
      for (const change of [addRoles, removeRoles]) expect(() => change(roles, 'a')).toThrow(new RolesError(MIXED))
  })

  it('is on the wire a 400 with the same text as its reason', () => {
    expect(new RolesError(MIXED).sanitizedError).toMatchObject({ error: 400, reason: MIXED })
  })
})

describe('a check', () => {
  const grouped: Roles = { g: ['a'], [GLOBAL_GROUP]: ['b'] }

  it('passes with any of the wanted roles in the group, or globally', () => {
    expect(userIsInRole(grouped, ['x', 'a'], 'g')).toBe(true)
    expect(userIsInRole(grouped, 'b', 'g')).toBe(true)
    expect(userIsInRole(grouped, 'b', 'elsewhere')).toBe(true)
    expect(userIsInRole(grouped, 'a', 'elsewhere')).toBe(false)
    expect(userIsInRole(grouped, [], 'g')).toBe(false)
  })

  it('without a group passes a grouped user by the global group alone', () => {
    expect([userIsInRole(grouped, 'b'), userIsInRole(grouped, 'a'), userIsInRole({ undefined: ['a'] }, 'a')]).toEqual([true, false, false])
  })

  it('of a flat list does not look at the group, when the user is at hand', () => {
    expect([userIsInRole(['a'], 'a', 'g'), userIsInRole(['a'], 'b', 'g')]).toEqual([true, false])
  })

  it('by id finds in a flat list only what is asked without a group', () => {
    expect([idIsInRole(['a'], 'a'), idIsInRole(['a'], 'a', 'g')]).toEqual([true, false])
    expect([idIsInRole(grouped, 'a', 'g'), idIsInRole(grouped, 'b', 'g'), idIsInRole(grouped, 'b')]).toEqual([true, true, true])
  })

  it('finds nothing where nothing sensible is stored', () => {
    for (const stored of [null, undefined, 'admin', 5, true, {}, { [GLOBAL_GROUP]: 'admin' }, { admin: ['x'] }, { g: ['admin'] }])
      expect(hasGlobalRole(stored, ['admin']), JSON.stringify(stored)).toBe(false)
    expect(parseRoles('admin')).toBe(null)
    expect([hasGlobalRole(['admin'], ['admin']), hasGlobalRole({ [GLOBAL_GROUP]: ['admin'] }, ['x', 'admin'])]).toEqual([true, true])
  })
})

describe('the roles of a user', () => {
  it('are the group’s, then the global ones, each once; without a group the flat or the global list', () => {
    const roles = { g: ['a', 'b'], [GLOBAL_GROUP]: ['c', 'a'] }
    expect(rolesForUser(roles, 'g')).toEqual(['a', 'b', 'c'])
    expect(rolesForUser(roles)).toEqual(['c', 'a'])
    expect(rolesForUser(['x', 'y'])).toEqual(['x', 'y'])
    expect(rolesForUser(['x', 'y'], 'g')).toEqual([])
    expect(rolesForUser(null, 'g')).toEqual([])
  })
})

describe('the groups of a user', () => {
  it('are those with a list but the global one; with a role those that hold it', () => {
    const roles = { g: ['a'], h: ['b'], [GLOBAL_GROUP]: ['a'] }
    expect([groupsForUser(roles), groupsForUser(roles, 'a'), groupsForUser(roles, 'c')]).toEqual([['g', 'h'], ['g'], []])
  })

  it('are none for a flat user or one without roles', () => {
    expect([groupsForUser(['a']), groupsForUser(['a'], 'a'), groupsForUser(null)]).toEqual([[], [], []])
  })
})

describe('who assigns', () => {
  const owner = { g: ['owner'] }

  it('is an admin, globally or in an old flat list, for every role everywhere', () => {
    for (const admin of [['admin'], { [GLOBAL_GROUP]: ['admin'] }])
      for (const group of [undefined, 'g', GLOBAL_GROUP, '$g']) expect(assignsAs(admin, group, ['anything'])).toBe('admin')
    expect(assignsAs({ g: ['admin'] }, 'g', ['member'])).toBe(null)
  })

  it('is inside a group its owner, for the roles of groups', () => {
    expect(assignsAs(owner, 'g', ['owner', 'manager', 'member'])).toBe('owner')
    expect(assignsAs(owner, 'g', ['member', 'admin'])).toBe(null)
    expect(assignsAs({ g: ['manager', 'member'] }, 'g', ['member'])).toBe(null)
    expect([assignsAs(owner, 'h', []), assignsAs(owner, undefined, []), assignsAs(['owner'], 'g', [])]).toEqual([null, null, null])
  })

  it('is never an owner for the global group, however it is spelled', () => {
    const everywhere = { [GLOBAL_GROUP]: ['owner'] }
    expect(assignsAs(everywhere, 'g', ['member'])).toBe('owner')
    for (const group of [undefined, '', GLOBAL_GROUP, '..global_roles..', '$g']) expect(assignsAs(everywhere, group, ['member'])).toBe(null)
  })
})

it('counts as a member who holds owner, manager or member in the group itself', () => {
  expect([isMember({ g: ['member'] }, 'g'), isMember({ g: ['owner'] }, 'g'), isMember({ g: ['x'] }, 'g')]).toEqual([true, true, false])
  expect([isMember({ [GLOBAL_GROUP]: ['member'] }, 'g'), isMember(['member'], 'g'), isMember(null, 'g')]).toEqual([false, false, false])
})

describe('any sequence of changes', () => {
  /** The simplest possible model: pairs "group, role" in a set, and which kind of roles it is. */
  class Naive {
    kind: 'none' | 'flat' | 'grouped' = 'none'
    pairs = new Set<string>()

    /** @returns whether the change was accepted */
    change(op: 'add' | 'set' | 'remove', names: string[], group: string): boolean {
      const wanted = group === '' ? 'flat' : 'grouped'
      if (op === 'remove' && this.kind === 'none') return true
      if (op === 'set' && group === '') {
        this.pairs.clear()
        this.kind = 'flat'
      } else if (this.kind !== 'none' && this.kind !== wanted) return false
      this.kind = wanted
      const key = group.replace(/\./g, '_')
      if (op === 'set') for (const pair of [...this.pairs]) if (JSON.parse(pair)[0] === key) this.pairs.delete(pair)
      for (const name of names) {
        if (op === 'remove') this.pairs.delete(JSON.stringify([key, name]))
        else if (name.trim() !== '') this.pairs.add(JSON.stringify([key, name.trim()]))
      }
      return true
    }

    has(role: string, group: string): boolean {
      return this.pairs.has(JSON.stringify([group.replace(/\./g, '_'), role]))
    }
  }

  const group = fc.constantFrom('', 'g', 'a.b', 'a_b', GLOBAL_GROUP, '__proto__', 'constructor', 'length')
  const names = fc.array(fc.constantFrom('a', 'b', ' a ', 'b ', '', ' '), { maxLength: 3 })
  const op = fc.constantFrom('add' as const, 'set' as const, 'remove' as const)
  const doing = { add: addRoles, set: setRoles, remove: removeRoles }

  it('leaves what a naive model has, through a database’s JSON, and says the same of every role in every group', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(op, names, group), { maxLength: 12 }), steps => {
        const naive = new Naive()
        let roles: Roles = null
        for (const [how, given, where] of steps) {
          const before = JSON.stringify(roles)
          const taken = naive.change(how, given, where)
          const held: Roles = roles
          if (taken) roles = parseRoles(JSON.parse(JSON.stringify(doing[how](roles, given, where))))
          else expect(() => doing[how](held, given, where)).toThrow(new RolesError(MIXED))
          expect(JSON.stringify(held)).toBe(before)
        }
        for (const role of ['a', 'b']) {
          const global = naive.has(role, GLOBAL_GROUP)
          const flat = naive.kind === 'flat' && naive.has(role, '')
          expect(hasGlobalRole(roles, [role])).toBe(global || flat)
          for (const where of ['g', 'a.b', 'a_b', '__proto__', 'constructor', 'length']) {
            expect(idIsInRole(roles, role, where)).toBe(global || naive.has(role, where))
            expect(userIsInRole(roles, role, where)).toBe(global || flat || naive.has(role, where))
            expect(groupsForUser(roles, role).includes(where.replace('.', '_'))).toBe(naive.has(role, where))
          }
        }
      }),
      { seed: 20_261_122, numRuns: 2000 },
    )
  })
})

it.each<[roles: Roles, grouped: boolean]>([
  [null, false],
  [[], false],
  [['a'], false],
  [{}, false],
  [{ g: [] }, false],
  [{ g: [], h: ['a'] }, true],
  [{ [GLOBAL_GROUP]: ['a'] }, true],
])('of %j says whether there is a role in any group: %j', (roles, grouped) => {
  expect(hasGroupedRoles(roles)).toBe(grouped)
  expect(isFlatList(roles)).toBe(Array.isArray(roles))
})
