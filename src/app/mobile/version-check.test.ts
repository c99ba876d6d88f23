import { expect, it } from 'vitest'
import { isNewer } from './version-check.ts'

it('tells a release ahead from a repair, an older one, and what is no release', () => {
  expect(isNewer('0.10.0', '0.9.4')).toBe(true)
  expect(isNewer('1.0.0', '0.9.4')).toBe(true)
  for (const server of ['0.9.9', '0.9.4', '0.8.0', 'a1b2c3', '1.0', '']) expect(isNewer(server, '0.9.4'), server).toBe(false)
})
