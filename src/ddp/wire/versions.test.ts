import { describe, expect, it } from 'vitest'
import { negotiate } from './versions.ts'

describe('negotiation', () => {
  it.each([
    [undefined, ['1']],
    [1, ['1']],
    ['1', undefined],
    ['1', '1'],
    ['1', { 0: '1' }],
    ['1', ['1', 2]],
    ['1', []],
    ['1', ['pre2']],
    ['9', ['1']],
    [null, null],
  ])('C3: version %j with support %j is refused with 1', (version, support) =>
    expect(negotiate(version, support)).toEqual({ ok: false, version: '1' }),
  )

  it.each([
    ['1', ['1', 'pre2', 'pre1'], true, '1'],
    ['pre2', ['pre2', '1'], true, 'pre2'],
    ['pre1', ['pre1'], true, 'pre1'],
    ['1', ['2', '1'], true, '1'],
    ['pre1', ['1', 'pre1'], false, '1'],
    ['1', ['pre2', '1'], false, 'pre2'],
    ['2', ['2', 'pre1'], false, 'pre1'],
    ['2', ['2'], false, '1'],
  ])('C4: version %j with support %j: %j, %j', (version, support, ok, chosen) =>
    expect(negotiate(version, support)).toEqual({ ok, version: chosen }),
  )
})
