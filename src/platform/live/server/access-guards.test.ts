import { describe, expect, it } from 'vitest'
import type { PublishContext } from '#ddp/server/subscription.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { defineChange } from '#platform/db/change-log/define-change.ts'
import { AccessGuards, revokedBy } from './access-guards.ts'

const doorChanged = defineChange<{ door: string; open: boolean }>('door', ({ door }) => door)
const shut = new DdpError(404, 'There is no such room.')

function scene() {
  const guards = new AccessGuards()
  const ended: unknown[] = []
  const stops: (() => void)[] = []
  const publishing = { onStop: (stop: () => void) => void stops.push(stop), error: (error: unknown) => void ended.push(error) }
  const guard = guards.guard(publishing as unknown as PublishContext, [revokedBy(doorChanged, 'a', ({ open }) => (open ? null : shut))])
  let n = 0
  return {
    guard,
    ended,
    stop: () => stops.forEach(each => void each()),
    tell: (door: string, open: boolean) => guards.checkChange({ n: ++n, ...doorChanged.of({ door, open }) } as never),
  }
}

describe('a subscription that is guarded', () => {
  it('ends with the change that takes its permission away, and with no other', () => {
    const { guard, ended, tell } = scene()
    guard.since(0)
    tell('a', true)
    tell('b', false)
    expect(ended).toEqual([])
    tell('a', false)
    expect(ended).toEqual([shut])
  })

  it('ends when permission was lost while it was being checked, but not by a change that the check included', () => {
    const [early, late] = [scene(), scene()]
    for (const { tell } of [early, late]) tell('a', false)
    early.guard.since(1)
    late.guard.since(0)
    expect([early.ended, late.ended]).toEqual([[], [shut]])
  })

  it('is forgotten when it stops', () => {
    const { guard, ended, tell, stop } = scene()
    guard.since(0)
    stop()
    tell('a', false)
    expect(ended).toEqual([])
  })
})
