import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addRoles,
  cleanGroup,
  findAssignRight,
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
  withoutAdministration,
} from './rules.ts'

const MIXED = "Roles error: Can't mix grouped and non-grouped roles for same user"
const DOLLAR = "Roles error: groups can not start with '$'"
const NO_STRING = "Roles error: Invalid parameter 'group'. Expected 'string' type"
const CHANGES = [addRoles, setRoles, removeRoles]
const NO_GROUP = [undefined, null, '', 0]

describe('a group', () => {
  it('is absent if it is null, undefined, empty or 0', () => {
    for (const none of NO_GROUP) {
      expect(cleanGroup(none)).toBe(null)
      expect(addRoles(null, 'a', none)).toEqual(['a'])
      expect(setRoles({ g: ['b'] }, 'a', none)).toEqual(['a'])
      expect(removeRoles(['a', 'b'], 'a', none)).toEqual(['b'])
      expect(userIsInRole({ g: ['a'] }, 'a', none)).toBe(false)
      expect(rolesForUser(['a'], none)).toEqual(['a'])
    }
  })

  it('has its dots replaced by underscores, everywhere', () => {
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

  it('that is not a string is refused by changes, and checks find nothing in it', () => {
    for (const group of [5, true, {}, ['g']]) {
      for (const change of CHANGES) expect(() => change(null, 'a', group)).toThrow(new RolesError(NO_STRING))
      expect(rolesForUser({ g: ['a'] }, group)).toEqual([])
      expect(userIsInRole(['a'], 'a', group)).toBe(false)
    }
  })

  it('may have the name of a property of every object', () => {
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

  it('are not trimmed by removal and checks', () => {
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
  it('creates flat or grouped roles for a user who has none', () => {
    expect(addRoles(null, ['a', 'b'])).toEqual(['a', 'b'])
    expect(addRoles(null, 'a', 'g')).toEqual({ g: ['a'] })
  })

  it('keeps existing roles in their order, and does not change its input', () => {
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
  it('removes from the flat list or from that group only, and from the global group only if it is named', () => {
    expect(removeRoles(['a', 'b', 'a'], ['a', 'c'])).toEqual(['b'])
    const roles = { g: ['a'], h: ['a'], [GLOBAL_GROUP]: ['a'] }
    expect(removeRoles(roles, 'a', 'g')).toEqual({ ...roles, g: [] })
    expect(removeRoles(roles, 'a', GLOBAL_GROUP)).toEqual({ ...roles, [GLOBAL_GROUP]: [] })
  })

  it('changes nothing for a user who has no roles, or none in the group', () => {
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

  it('is sent to the client as 400 with the same text as reason', () => {
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

  it('of a flat list ignores the group if the roles are given', () => {
    expect([userIsInRole(['a'], 'a', 'g'), userIsInRole(['a'], 'b', 'g')]).toEqual([true, false])
  })

  it('by id finds roles of a flat list only without a group', () => {
    expect([idIsInRole(['a'], 'a'), idIsInRole(['a'], 'a', 'g')]).toEqual([true, false])
    expect([idIsInRole(grouped, 'a', 'g'), idIsInRole(grouped, 'b', 'g'), idIsInRole(grouped, 'b')]).toEqual([true, true, true])
  })

  it('finds nothing if the stored value is invalid', () => {
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
  it('are those with a list except the global one; with a role, those that contain it', () => {
    const roles = { g: ['a'], h: ['b'], [GLOBAL_GROUP]: ['a'] }
    expect([groupsForUser(roles), groupsForUser(roles, 'a'), groupsForUser(roles, 'c')]).toEqual([['g', 'h'], ['g'], []])
  })

  it('are none for a flat user or one without roles', () => {
    expect([groupsForUser(['a']), groupsForUser(['a'], 'a'), groupsForUser(null)]).toEqual([[], [], []])
  })
})

describe('the right to assign roles', () => {
  const owner = { g: ['owner'] }

  it("is an admin's, globally or by a flat list, for every role in every group", () => {
    for (const admin of [['admin'], { [GLOBAL_GROUP]: ['admin'] }])
      for (const group of [undefined, 'g', GLOBAL_GROUP, '$g']) expect(findAssignRight(admin, group, ['anything'])).toBe('admin')
    expect(findAssignRight({ g: ['admin'] }, 'g', ['member'])).toBe(null)
  })

  it("is a group owner's inside the group, for the roles of groups", () => {
    expect(findAssignRight(owner, 'g', ['owner', 'manager', 'member'])).toBe('owner')
    expect(findAssignRight(owner, 'g', ['member', 'admin'])).toBe(null)
    expect(findAssignRight({ g: ['manager', 'member'] }, 'g', ['member'])).toBe(null)
    expect([findAssignRight(owner, 'h', []), findAssignRight(owner, undefined, []), findAssignRight(['owner'], 'g', [])]).toEqual([
      null,
      null,
      null,
    ])
  })

  it("is never a group owner's for the global group, however it is spelled", () => {
    const everywhere = { [GLOBAL_GROUP]: ['owner'] }
    expect(findAssignRight(everywhere, 'g', ['member'])).toBe('owner')
    for (const group of [undefined, '', GLOBAL_GROUP, '..global_roles..', '$g'])
      expect(findAssignRight(everywhere, group, ['member'])).toBe(null)
  })
})

it('a member is a user with the role owner, manager or member in the group itself', () => {
  expect([isMember({ g: ['member'] }, 'g'), isMember({ g: ['owner'] }, 'g'), isMember({ g: ['x'] }, 'g')]).toEqual([true, true, false])
  expect([isMember({ [GLOBAL_GROUP]: ['member'] }, 'g'), isMember(['member'], 'g'), isMember(null, 'g')]).toEqual([false, false, false])
})

describe('what is left without administration', () => {
  it('is neither administrator nor moderator of the site; an administrator keeps what event directors may do', () => {
    expect(withoutAdministration(['admin', 'moderator', 'event-director', 'photographer'])).toEqual(['event-director', 'photographer'])
    expect(withoutAdministration(null)).toBe(null)
  })
  it('is all of it inside groups', () => {
    expect(withoutAdministration({ [GLOBAL_GROUP]: ['admin', 'moderator'], league: ['owner', 'admin'] })).toEqual({
      [GLOBAL_GROUP]: ['event-director'],
      league: ['owner', 'admin'],
    })
  })
})

describe('any sequence of changes', () => {
  /** The simplest possible model: pairs "group, role" in a set, and which kind of roles it is. */
  class SimpleModel {
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
  const APPLY = { add: addRoles, set: setRoles, remove: removeRoles }

  it('has the same result as a simple model, after a round trip through JSON, for every role in every group', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(op, names, group), { maxLength: 12 }), steps => {
        const model = new SimpleModel()
        let roles: Roles = null
        for (const [op, names, group] of steps) {
          const before = JSON.stringify(roles)
          const accepted = model.change(op, names, group)
          const current: Roles = roles
          if (accepted) roles = parseRoles(JSON.parse(JSON.stringify(APPLY[op](roles, names, group))))
          else expect(() => APPLY[op](current, names, group)).toThrow(new RolesError(MIXED))
          expect(JSON.stringify(current)).toBe(before)
        }
        for (const role of ['a', 'b']) {
          const global = model.has(role, GLOBAL_GROUP)
          const flat = model.kind === 'flat' && model.has(role, '')
          expect(hasGlobalRole(roles, [role])).toBe(global || flat)
          for (const group of ['g', 'a.b', 'a_b', '__proto__', 'constructor', 'length']) {
            expect(idIsInRole(roles, role, group)).toBe(global || model.has(role, group))
            expect(userIsInRole(roles, role, group)).toBe(global || flat || model.has(role, group))
            expect(groupsForUser(roles, role).includes(group.replace('.', '_'))).toBe(model.has(role, group))
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
])('hasGroupedRoles(%j) is %j', (roles, grouped) => {
  expect(hasGroupedRoles(roles)).toBe(grouped)
  expect(isFlatList(roles)).toBe(Array.isArray(roles))
})
