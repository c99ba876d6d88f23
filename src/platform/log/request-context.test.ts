import { describe, expect, it } from 'vitest'
import { manualClock } from '#ddp/timing/manual-clock.ts'
import { GroupCommit } from '#platform/db/group-commit.ts'
import { startIntervalJob } from '#platform/jobs/interval-job.ts'
import { currentRequest, detachClock, mergeContexts, type Request, runInContext, runWithoutContext } from './request-context.ts'

const request = (id: string): Request => ({ ids: [id], spans: [{ traceId: id, end: () => {} }] })
const ids = (): readonly string[] | undefined => currentRequest()?.ids

describe('a request', () => {
  it('is known to everything that is awaited in it, and to nothing else', async () => {
    const one = async (id: string): Promise<unknown> => {
      await null
      const first = ids()
      await new Promise(resolve => setImmediate(resolve))
      return [id, first, ids()]
    }
    const both = await Promise.all(['a', 'b'].map(id => runInContext(request(id), () => one(id))))
    expect(both).toEqual([
      ['a', ['a'], ['a']],
      ['b', ['b'], ['b']],
    ])
    expect(ids()).toBeUndefined()
    expect(runInContext(request('a'), () => runWithoutContext(ids))).toBeUndefined()
  })

  it('is not that of a timer it sets', () => {
    const clock = manualClock()
    const seen: unknown[] = []
    runInContext(request('a'), () => detachClock(clock).after(5, () => void seen.push(ids())))
    runInContext(request('b'), () => clock.advance(5))
    expect(seen).toEqual([undefined])
  })

  it('is not that of a job it sets off', async () => {
    const seen: unknown[] = []
    const job = startIntervalJob(
      manualClock(),
      1000,
      async () => void seen.push(ids()),
      () => undefined,
    )
    await runInContext(request('a'), () => job.run())
    expect(seen).toEqual([undefined])
    await job.stop()
  })
})

describe('what is done for several', () => {
  it('is done for all of them, each named once', () => {
    const [a, b] = [request('a'), request('b')]
    expect(mergeContexts([])).toBeUndefined()
    expect(mergeContexts([undefined])).toBeUndefined()
    expect(mergeContexts([a, undefined, a])).toBe(a)
    expect(mergeContexts([a, undefined, b, a])).toEqual({ ids: ['a', 'b'], spans: [...a.spans, ...b.spans] })
  })

  it('in one group is not attributed to the request of the group before; written alone, each item has its own request', async () => {
    const groups: unknown[] = []
    let release: () => void = () => {}
    const gate = new Promise<void>(resolve => {
      release = resolve
    })
    const commit = new GroupCommit<string, string>(async items => {
      groups.push([items, ids()])
      if (groups.length === 1) await gate
      if (items.includes('poison')) throw new Error('poison')
      return items
    })
    const add = (item: string): Promise<unknown> => runInContext(request(item), () => commit.add(item)).catch(() => null)
    const all = ['first', 'second', 'poison'].map(add)
    release()
    await Promise.all(all)
    expect(groups).toEqual([
      [['first'], ['first']],
      [
        ['second', 'poison'],
        ['second', 'poison'],
      ],
      [['second'], ['second']],
      [['poison'], ['poison']],
    ])
  })
})
