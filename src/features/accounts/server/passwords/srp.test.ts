import { expect, it } from 'vitest'
import { createVerifier, legacyCredential, matchesVerifier } from './srp.ts'

it('computes the known test vector of the old password format', () => {
  const credential = legacyCredential('idAAA', 'hunter2')
  expect(credential).toBe('b475a91ebb498b6ebd70b91e45a400c24f73fcded9dd9c79cf718b8f65c2131f')
  const verifier = createVerifier('saltBBB', credential)
  expect(verifier).toHaveLength(256)
  expect(verifier.startsWith('b29fe09f7188de7b14da')).toBe(true)
  expect(verifier.endsWith('250eedcf651')).toBe(true)
  expect(matchesVerifier({ identity: 'idAAA', salt: 'saltBBB', verifier }, credential)).toBe(true)
  expect(matchesVerifier({ identity: 'idAAA', salt: 'saltBBB', verifier }, legacyCredential('idAAA', 'hunter3'))).toBe(false)
})
