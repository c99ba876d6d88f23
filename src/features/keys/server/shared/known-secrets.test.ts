import { describe, expect, it } from 'vitest'
import { manualClock } from '#ddp/timing/manual-clock.ts'
import { createLog } from '#platform/log/log.ts'
import { createDeferred, type Deferred } from '../../../../../tests/deferred.ts'
import type { KeyGrant } from '../key-store.ts'
import { KnownSecrets } from './known-secrets.ts'

const GRANT: KeyGrant = { keyId: 'key', userId: 'ann', scopes: ['read'], eventId: null, venueId: null, expiresAt: null }

/** Returns what is known of secrets, each read of one of them, and the uses that were noted. */
function createSecrets(): { secrets: KnownSecrets; reads: Deferred<KeyGrant | null>[]; uses: string[] } {
  const reads: Deferred<KeyGrant | null>[] = []
  const uses: string[] = []
  const secrets = new KnownSecrets({
    clock: manualClock(),
    log: createLog('silent'),
    find() {
      const read = createDeferred<KeyGrant | null>()
      reads.push(read)
      return read.promise
    },
    async noteUse(keyId) {
      uses.push(keyId)
    },
  })
  return { secrets, reads, uses }
}

describe('a secret', () => {
  it.each([
    ['forgotten', (secrets: KnownSecrets): void => secrets.forget('hash')],
    ['forgotten with all others', (secrets: KnownSecrets): void => secrets.forgetAll()],
  ])('that is %s while it is read is read again at its next use', async (_, forget) => {
    const { secrets, reads } = createSecrets()
    const before = secrets.authenticate('hash')
    forget(secrets)
    const after = secrets.authenticate('hash')
    expect(reads).toHaveLength(2)
    reads[1]!.resolve(null)
    expect(await after).toBe(null)
    reads[0]!.resolve(GRANT)
    expect(await before).toEqual(GRANT)
    expect(secrets.known('hash')).toBe(null)
    expect(await secrets.authenticate('hash')).toBe(null)
    expect(reads).toHaveLength(2)
  })

  it('that is presented while it is read is read once, and its use is noted once', async () => {
    const { secrets, reads, uses } = createSecrets()
    const answers = [secrets.authenticate('hash'), secrets.authenticate('hash')]
    expect(reads).toHaveLength(1)
    reads[0]!.resolve(GRANT)
    expect(await Promise.all(answers)).toEqual([GRANT, GRANT])
    expect([await secrets.authenticate('hash'), secrets.known('hash'), reads.length, uses]).toEqual([GRANT, GRANT, 1, ['key']])
  })
})
