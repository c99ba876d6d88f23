import { createHash } from 'node:crypto'
import type { SrpVerifier } from '../store.ts'

/** RFC 5054, appendix A: the 1024-bit group. */
const N = BigInt(
  '0xEEAF0AB9ADB38DD69C33F80AFA8FC5E86072618775FF3C0B9EA2314C9C256576D674DF7496EA81D3383B4813D692C6E0E0D5D8E250B98BE48E495C1D6089DAD15DC7D7B46154D6B6CE8EF4AD69B15D4982559B297BCF1885C529F566660E57EC68EDBC3C05726CC02FD4CBF4976EAA9AFD5138FE8376435B9FC61D2FC0EB06E3',
)

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/** What an old client sends in place of a password: SHA-256 of `identity:password`, lowercase hex. */
export const legacyCredential = (identity: string, password: string): string => sha256(`${identity}:${password}`)

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let [b, e] = [base % N, exponent]; e > 0n; e >>= 1n) {
    if ((e & 1n) === 1n) result = (result * b) % N
    b = (b * b) % N
  }
  return result
}

/** v = 2^x mod N with x = SHA-256(salt + H), lowercase hex without padding (wire reference §2.6). @param credential H */
export const createVerifier = (salt: string, credential: string): string => power(2n, BigInt(`0x${sha256(salt + credential)}`)).toString(16)

export const matchesVerifier = ({ salt, verifier }: SrpVerifier, credential: string): boolean =>
  createVerifier(salt, credential) === verifier
