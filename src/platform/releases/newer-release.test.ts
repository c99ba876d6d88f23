import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isLaterRelease, readNewerRelease } from './newer-release.ts'

const url = 'https://code.example/skillshot/releases/2'

it('compares versions by their three numbers', () => {
  const parts = fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20))
  fc.assert(
    fc.property(parts, parts, (a, b) => {
      const value = ([major, minor, patch]: number[]): number => major! * 10_000 + minor! * 100 + patch!
      expect(isLaterRelease(`v${a.join('.')}`, b.join('.'))).toBe(value(a) > value(b))
    }),
  )
})

it('offers no previews, and nothing that is no version', () => {
  for (const tag of ['2.0.0-rc.1', 'latest', '2.0', 'v2', '', '2.0.0.0', '1e9.0.0']) expect(isLaterRelease(tag, '1.0.0')).toBe(false)
})

it('reads what GitHub, Gitea and Forgejo answer', () => {
  expect(readNewerRelease({ tag_name: 'v1.2.0', html_url: url, id: 7 }, '1.1.9')).toEqual({ version: '1.2.0', url })
  expect(readNewerRelease({ tag_name: 'v1.2.0', html_url: url }, '1.2.0')).toBeNull()
})

it('takes no other answer, and no link that is not https', () => {
  for (const answer of [null, 'text', [], {}, { tag_name: 'v9.0.0' }, { tag_name: 9, html_url: url }])
    expect(readNewerRelease(answer, '1.0.0')).toBeNull()
  for (const html_url of ['javascript:alert(1)', 'http://code.example/', 'nowhere'])
    expect(readNewerRelease({ tag_name: 'v9.0.0', html_url }, '1.0.0')).toBeNull()
})
