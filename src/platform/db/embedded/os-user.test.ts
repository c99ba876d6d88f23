import { describe, expect, it } from 'vitest'
import { parsePasswd, pickOsUser } from './os-user.ts'

const users = parsePasswd(
  'root:x:0:0:root:/root:/bin/sh\n\n# a remark\nalice:x:1000:1001::/home/alice:/bin/sh\npostgres:x:101:104::/:\nnobody:x:65534:65534::/:\n',
)
const without = (...names: string[]) => users.filter(({ name }) => !names.includes(name))

describe('the user Postgres runs as, when the app is root', () => {
  it('is the owner of what exists', () => {
    expect(pickOsUser({ uid: 1000, gid: 1001 }, users)).toEqual({ name: 'alice', uid: 1000, gid: 1001 })
  })

  it('is the owner even when the machine has no name for it', () => {
    expect(pickOsUser({ uid: 5, gid: 6 }, users)).toEqual({ name: 'uid 5', uid: 5, gid: 6 })
  })

  it('is else postgres, else nobody', () => {
    expect(pickOsUser({ uid: 0, gid: 0 }, users)?.name).toBe('postgres')
    expect(pickOsUser(undefined, users)?.name).toBe('postgres')
    expect(pickOsUser(undefined, without('postgres'))?.name).toBe('nobody')
  })

  it('is never root, and nobody is made up', () => {
    expect(pickOsUser(undefined, without('postgres', 'nobody'))).toBeUndefined()
    expect(pickOsUser(undefined, [{ name: 'postgres', uid: 0, gid: 0 }])).toBeUndefined()
  })
})
